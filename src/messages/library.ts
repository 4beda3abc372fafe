import { maskIdentifiers } from '../identifiers/index.js';
import type { UnknownPrice } from '../errors/batch.js';
import type { JobTrouble } from '../errors/jobs.js';
import type { WhyDoubtful } from '../errors/lookups.js';
import type { CommandLineCode, ErrorCode, ErrorFacts } from '../errors.js';
import { en } from './en/index.js';
import { agree, plural, s } from './en/phrases.js';
import { isSentence, percent } from './words.js';
import type { ErrorMessages, Reader } from './reader.js';
import { troubleSentence as troubleOf } from './trouble.js';

const { phrases } = en;

/** A programmer, who reads the names of the library's options; always in English. */
const programmer: Reader = {
  option: (name) => (name === 'noHeader' ? 'header: false' : name),
  given: (name, value) => `${name}: '${value}'`,
  inDoubt: () => 'it may have been charged: check the balance, then call again',
  tooSlow: () => 'try again with a longer timeout',
  stopped: () => 'Stopped. Everything is saved; make the same call again to continue.',
  sentence: (error) => librarySentence(error),
};

/** What the library says in other words than the command. */
const own = {
  no_api_key: (facts) =>
    'place' in facts
      ? `${phrases.place(facts.place)} is empty.`
      : 'No API key. Open the ledger with an apiKey.',
  open_place: ({ path, why }) =>
    why === 'writable'
      ? `Nothing was read or sent: other users of this machine can change ${path}. Remove their permission to write.`
      : `Nothing was read or sent: ${path} belongs to another user of this machine. Open a ledger in a folder of your own; what was paid for here is unknown there and may be charged again.`,
  rate_limited: ({ serviceMessage, retryAfter = 60_000 }) => {
    const told = serviceMessage ?? 'Rate limit reached, and waiting would pass the deadline.';
    const after = `Nothing was charged; call again in ${Math.ceil(retryAfter / 1_000)} s.`;
    return `${told}${isSentence(told) ? '' : '.'} ${after}`;
  },
  not_erasable: ({ number }) =>
    `Nothing was removed: text ${number} of the list is not a valid CPF or CNPJ.`,
  lookup_not_over: ({ shown }) =>
    `Nothing was removed: ${shown} is being looked up, or an earlier lookup of it may have been charged. Call lookup, which checks that, then purge again.`,
  job_taken: ({ job }) => `Another run has just changed job ${job}. Call summarize to see it.`,
  batch_held: ({ batch, by }) =>
    `Another run is working on batch ${batch}${phrases.holder(by)}. Wait for it.`,
  no_such_batch: ({ prefix }) =>
    `There is no batch ${prefix} in this ledger. Each base URL and each profile have their own.`,
  no_batches: () => 'There are no batches yet. Call run to start one.',
  batch_not_ended: ({ batch }) =>
    `Batch ${batch} has not ended. Wait for it with watch, or export what there is with partial.`,
  batch_under_way: ({ batch, state }) =>
    state === 'running'
      ? `Nothing was removed: batch ${batch} is still running, and its results may be paid for. Call watch first; if it never ends, resolve with 'abandon', and what was charged stays charged.`
      : `Nothing was removed: batch ${batch} has an unconfirmed job, and its results may be paid for. Call resolve first.`,
  other_key: ({ batch, madeWith, inUse, isOwed }) => {
    const told = `Batch ${batch} was made with another API key (fingerprint ${madeWith}; current: ${inUse}), and the service shows its jobs to no other:`;
    return isOwed
      ? `${told} none of its jobs is running, and its result was never written. Write it with export; then run with again and the file makes a new batch, which reuses what is paid for. With fresh, it would look up and pay for everything again.`
      : `${told} use that key. If it is gone for good, resolve with 'abandon' abandons the running jobs; then run with again and the file makes a new batch. With fresh, it would pay for everything again.`;
  },
  nothing_unconfirmed: ({ batch }) =>
    `There is nothing to decide: batch ${batch} has no unconfirmed job.`,
  over_max_credits: overMaxCredits,
  over_period_budget: ({ of, cost, limit, left }) =>
    of === 'day' ? en.budget.overDay(cost, limit, left) : en.budget.overMonth(cost, limit, left),
  over_balance: overBalance,
  looked_up_elsewhere: ({ items, job, batch, state }) =>
    state === 'running'
      ? s`Job ${job} was not sent: ${plural(items, 'identifier', 'identifiers')} of it ${agree(items, 'is', 'are')} being looked up in batch ${batch}. Wait for it with watch, then call again; ${agree(items, 'its answer then costs', 'their answers then cost')} nothing more.`
      : s`Job ${job} was not sent: ${plural(items, 'identifier', 'identifiers')} of it may have been charged in batch ${batch}, which is unconfirmed. Call resume for that batch to check, or resolve to decide; then call again.`,
  lookup_in_doubt: ({ price, ...facts }) =>
    s`Nothing was sent: an earlier lookup of this identifier got no answer and may have been charged. ${whyDoubtful(facts)} A lookup with fresh looks it up now, which may cost ${plural(price, 'credit', 'credits')} more.`,
  lookup_in_batch: ({ batch, state, price }) =>
    state === 'running'
      ? `Nothing was sent: batch ${batch} is looking up this identifier. Wait for it with watch; what it finds is then free.`
      : s`Nothing was sent: batch ${batch} sent this identifier and got no answer, so it may have been charged. Decide with resolve; a lookup with fresh looks it up now, which may cost ${plural(price, 'credit', 'credits')} more.`,
  submission_unconfirmed: unconfirmed,
  wrong_encoding: ({ file }) =>
    `${file} is not valid UTF-8. Leave out encoding, or set it to 'latin1'.`,
  mixed_encodings: ({ file, utf8, other }) =>
    `${file} mixes encodings: UTF-8 in ${phrases.lines(utf8)}, something else in ${phrases.lines(other)}. Choose one with encoding, 'utf8' or 'latin1'; every cell keeps its bytes either way.`,
  not_a_table: ({ file, is }) =>
    `${file} is ${is === 'markup' ? 'a web page or XML' : 'JSON'}, not a table. Convert it to a table or a list of identifiers.`,
  ambiguous_column: ({ file, candidates }) =>
    `${file} has several columns that could hold the identifiers: ${phrases.candidates(candidates)}. Choose one with column.`,
  other_kind: ({ file, option, name, kind, wanted, validShare }) =>
    `${file}: column ${option} ${name} has ${kind.toUpperCase()}s (${percent(validShare)} valid), not ${wanted.toUpperCase()}s. Leave out kind, or set it to '${kind}'.`,
  no_valid_cell: ({ file, kind, meant, ...column }) =>
    `${file}: no cell of column ${phrases.columns([column])} is a valid ${phrases.kindName(kind)}. ${
      meant === undefined
        ? 'Name the column that has them with column, or the delimiter with delimiter.'
        : `Use column: '${meant.option}', kind: '${meant.kind}', which is ${phrases.columns([meant])}.`
    }`,
  unknown_kind: ({ file, column }) => `${file}: column ${column} may have CPFs or CNPJs. Set kind.`,
  mixed_kinds: ({ file, column, cpfs, cnpjs }) =>
    s`${file}: column ${column} has few identifiers and both kinds: ${plural(cpfs, 'CPF', 'CPFs')} and ${plural(cnpjs, 'CNPJ', 'CNPJs')} in the sampled rows. Set kind to 'cpf', 'cnpj' or 'both'.`,
  format_against_name: ({ extension, format }) =>
    `The file name ends in .${extension}, but the format is ${format}. Leave out format, or use a name that ends in .${format}.`,
  unknown_format: ({ wanted, formats }) =>
    `A result cannot be written as ${wanted}. Formats: ${formats.join(', ')}.`,
  output_exists: ({ path }) =>
    `${path} already exists. Set overwrite to replace it, or write to another file.`,
  output_unwritable: outputUnwritable,
  copy_damaged: ({ batch, file }) =>
    `No result was written: the stored copy of ${file} in batch ${batch} is damaged. Call run again with the original file and the same options to restore it; nothing is paid for twice.`,
  rows_differ: ({ batch, file, rows, found }) =>
    s`The result is incomplete: batch ${batch} has ${plural(rows, 'row', 'rows')}, but its stored copy of ${file} has ${found}. Call run with again and the original file to make a new batch; what was paid for is reused.`,
  too_many_rows: ({ most }) =>
    s`A workbook holds ${plural(most, 'row', 'rows')} and this batch has more. Use the format csv.`,
  too_many_columns: ({ most }) =>
    s`A workbook holds ${plural(most, 'column', 'columns')} and a row here has more. Use the format csv.`,
  workbook_too_large: () =>
    'The sheet would exceed the 4 GB that a workbook can hold. Use the format csv.',
} satisfies Partial<ErrorMessages>;

type Wordless = Exclude<ErrorCode, CommandLineCode | keyof typeof own | keyof typeof en.errors>;
/** The compiler names a code that a program can meet and that has no sentence. */
const wordless: [Wordless] extends [never] ? undefined : Wordless = undefined;

function overMaxCredits(facts: ErrorFacts['over_max_credits']): string {
  switch (facts.of) {
    case 'batch':
      return s`Nothing was sent: this batch may cost ${plural(facts.worstCase, 'credit', 'credits')}, more than maxCredits (${facts.maxCredits}).`;
    case 'rest':
      return s`The rest was not sent and cost nothing: it may cost ${plural(facts.worstCase, 'credit', 'credits')}, and this call may still spend ${facts.maxCredits}.`;
    case 'lookup':
      return s`Nothing was sent: this lookup may cost ${plural(facts.cost, 'credit', 'credits')}, and ${facts.left} of the ${facts.limit} for this session ${agree(facts.left, 'is', 'are')} left.`;
  }
}

function overBalance(facts: ErrorFacts['over_balance']): string {
  const { withoutOverage } = facts;
  const told = notCovered(facts);
  if (facts.of === 'batch') {
    const fit = `${told} Set fitBalance to send what the balance covers`;
    return withoutOverage === undefined ? `${fit}, or allowOverage to send all of it.` : `${fit}.`;
  }
  const words = [
    ...(facts.of === 'next_job' ? ['fitBalance'] : []),
    ...(withoutOverage === undefined ? ['allowOverage'] : []),
  ];
  const or = words.length === 0 ? '' : `, or with ${words.join(' or ')}`;
  return `${told} Call again when there are credits${or}.`;
}

function notCovered({ of, worstCase, balance }: ErrorFacts['over_balance']): string {
  switch (of) {
    case 'batch':
      return s`Nothing was sent: this batch may cost ${plural(worstCase, 'credit', 'credits')}, and the balance is ${balance}.`;
    case 'resubmission':
      return s`Nothing was changed: sending that again may cost ${plural(worstCase, 'credit', 'credits')}, and the balance is ${balance}.`;
    case 'next_job':
      return s`The next job was not sent: it may cost ${plural(worstCase, 'credit', 'credits')}, and the balance is ${balance}.`;
  }
}

function whyDoubtful(facts: WhyDoubtful): string {
  switch (facts.why) {
    case 'undecidable':
      return facts.prices.length === 0
        ? 'The balance cannot show whether it was charged.'
        : `The balance cannot show whether it was charged, because the price of a record is not known yet. If you know it, set costs.${facts.prices.join(', costs.')} and call again.`;
    case 'too_soon':
      return `Call again in ${Math.ceil(facts.ms / 1000)} s: the balance may then show that it was free.`;
    case 'others_running':
      return `The balance can show that only when no job is running (batches: ${facts.liveBatches.join(', ')}). Then call again.`;
    case 'unreadable':
      return 'The balance, which may show that it was free, could not be read. Call again.';
    case 'other_account':
      return 'It was made with a key of another account, and only the balance there can show that. Use that key.';
    case 'not_settled':
      return 'Call again to check the balance for a charge.';
  }
}

function unconfirmed(facts: ErrorFacts['submission_unconfirmed']): string {
  const named = s`Job ${facts.job} of batch ${facts.batch} (${plural(facts.items, 'identifier', 'identifiers')})`;
  switch (facts.why) {
    case 'no_answer':
      return `${named} may have been charged. Call resume: it waits, and sends the job again only if the balance shows no charge.`;
    case 'others_running':
      return `${named} may have been charged, which shows only when no other job is running (batches: ${facts.liveBatches.join(', ')}). Nothing is sent again. Then call again.`;
    case 'deadline':
      return `${named} may have been charged, and the deadline leaves no time to check. Nothing is sent again. Call resume with a longer deadline.`;
    case 'left_out':
      return s`${plural(facts.items, 'identifier', 'identifiers')} of batch ${facts.batch} ${agree(facts.items, 'was', 'were')} not sent: a single lookup got no answer and may have been charged. ${facts.isDecided ? 'The balance cannot show whether it was charged.' : 'Call resume to check the balance for a charge.'} To send ${agree(facts.items, 'it', 'them')} anyway, possibly paying twice, resolve with 'resubmit'.${priceHint(facts.prices)}`;
    case 'undecided':
      return `${named} may have been charged: ${phrases.undecided[facts.because]}. Nothing is sent again automatically. Decide with resolve.${priceHint(facts.prices)}`;
  }
}

function priceHint(prices: readonly UnknownPrice[]): string {
  if (prices.length === 0) return '';
  return ` If you know the price of a record, set costs.${prices.join(', costs.')} and call again.`;
}

function outputUnwritable(facts: ErrorFacts['output_unwritable']): string {
  const { path } = facts;
  switch (facts.why) {
    case 'no_folder':
      return `Nothing new was sent: ${path} cannot be written, because its folder does not exist.`;
    case 'held':
      return `${path} is open in another program (Excel?). Close it there, or name another file.`;
    case 'reserved':
    case 'is_folder':
      return `${path} is a folder. Name a file in it.`;
    case 'no_file':
      return `${path} is a link or not a regular file, and would be replaced by one. Name another file.`;
    case 'failed':
      return `${path} could not be written: ${phrases.unwritten(facts.reason)}.${facts.kept === 'results' ? ' The results are saved; export them again.' : ''}`;
  }
}

/** Why a job failed or is unconfirmed, for programmers. */
export function troubleSentence(trouble: JobTrouble): string {
  return troubleOf(trouble, programmer);
}

/** The sentence of an error for programmers. Codes that no function of the library throws have none. */
export function librarySentence({
  code,
  facts,
  message,
}: ErrorFacts['not_asked']['because']): string {
  const known: Readonly<Record<string, unknown>> = { ...en.errors, ...own };
  const sentence = known[code] as ((facts: unknown, reader: Reader) => string) | typeof wordless;
  return sentence === undefined ? message : maskIdentifiers(sentence(facts, programmer));
}
