import { maskIdentifiers } from '../identifiers/index.js';
import type { UnknownPrice } from '../errors/batch.js';
import type { JobTrouble } from '../errors/jobs.js';
import type { WhyDoubtful } from '../errors/lookups.js';
import type { CommandLineCode, ErrorCode, ErrorFacts } from '../errors.js';
import { en } from './en/index.js';
import { errorTexts } from './en/errors/index.js';
import { agree, plural, s } from './en/words.js';
import { isSentence, percent } from './lists.js';
import type { ErrorMessages, Reader } from './reader.js';
import { troubleSentence as troubleOf } from './trouble.js';

const { phrases } = en;

/** A programmer, who reads the names of the library's options; always in English. */
const programmer: Reader = {
  option: (name) => (name === 'noHeader' ? 'header: false' : name),
  given: (name, value) => `${name}: '${value}'`,
  inDoubt: () => 'it may have been charged: check the balance, then call again',
  tooSlow: () => 'try again with a longer timeout',
  stopped: () => 'Stopped; everything is saved, and the same call again continues.',
  sentence: (error) => librarySentence(error),
};

/** What the library says in other words than the command. */
const own = {
  no_api_key: (facts) =>
    'place' in facts
      ? `${phrases.place(facts.place)} is empty.`
      : 'This needs the service; open the ledger with an apiKey.',
  open_place: ({ path, why }) =>
    why === 'writable'
      ? `Others on this machine can change what is kept in ${path}, so nothing was read there or sent; take the right to write from them.`
      : `${path} belongs to another user of this machine, so nothing was read there or sent. Open a ledger in a folder of your own, where nothing is known of what was paid for here.`,
  rate_limited: ({ serviceMessage, retryAfter = 60_000 }) => {
    const told = serviceMessage ?? 'Rate limited, and waiting would pass the deadline.';
    const after = `Nothing was charged; call again in ${Math.ceil(retryAfter / 1_000)} s.`;
    return `${told}${isSentence(told) ? '' : '.'} ${after}`;
  },
  not_erasable: ({ number }) =>
    `Text ${number} of the list is no valid CPF or CNPJ; nothing was removed.`,
  lookup_not_over: ({ shown }) =>
    `A lookup of ${shown} is under way or got no answer and may have been charged; nothing was removed. Call lookup to settle it, then purge again.`,
  job_taken: ({ job }) =>
    `Another run has moved job ${job} on; call summarize to see how it stands.`,
  batch_held: ({ batch, by }) =>
    `Another run holds batch ${batch}${phrases.holder(by)}; wait for it.`,
  no_such_batch: ({ prefix }) =>
    `There is no batch ${prefix} in this ledger; each base URL and each profile have their own.`,
  no_batches: () => 'There are no batches yet; run makes one.',
  batch_not_ended: ({ batch }) =>
    `Batch ${batch} has not ended; watch waits for it, partial exports what there is.`,
  batch_under_way: ({ batch, state }) =>
    state === 'running'
      ? `Batch ${batch} is still being processed, and its results may be paid for; watch it first, or resolve it with 'abandon' if it never ends. Nothing was removed.`
      : `Batch ${batch} has a job whose outcome is unknown, and its results may be paid for; resolve it first. Nothing was removed.`,
  other_key: ({ batch, madeWith, inUse, isOwed }) => {
    const told = `Batch ${batch} was made with another API key (fingerprint ${madeWith}, the one in use is ${inUse}), and the service shows its jobs to no other;`;
    return isOwed
      ? `${told} nothing of it is under way, and its result was never written: export writes what it found. then run with again and the file makes a new batch, which takes what is paid for from the ledger; with fresh, once that result is written, it asks and pays for all of it again.`
      : `${told} use that key; if it is gone for good, resolve with 'abandon' gives up what is under way, and then run with again and the file makes a new batch; with fresh it would pay for all of it again.`;
  },
  nothing_unconfirmed: ({ batch }) =>
    `Batch ${batch} has no unconfirmed job; there is nothing to decide.`,
  over_max_credits: overMaxCredits,
  over_period_budget: ({ of, cost, limit, left }) =>
    of === 'day' ? en.budget.overDay(cost, limit, left) : en.budget.overMonth(cost, limit, left),
  over_balance: overBalance,
  looked_up_elsewhere: ({ items, job, batch, state }) =>
    state === 'running'
      ? s`${items} of the identifiers of job ${job} ${agree(items, 'is', 'are')} being looked up in batch ${batch}; it was not sent. Call again when watch of that batch has ended; then ${agree(items, 'its answer costs', 'their answers cost')} nothing more.`
      : s`${items} of the identifiers of job ${job} may have been paid for in batch ${batch}, whose outcome is unknown; it was not sent. Call again when resume of that batch has settled that, or resolve decided it.`,
  lookup_in_doubt: ({ price, ...facts }) =>
    s`An earlier lookup of this identifier got no answer and may have been charged, so nothing was asked now. ${whyDoubtful(facts)} A lookup with fresh asks again, which may cost ${plural(price, 'credit', 'credits')} more.`,
  lookup_in_batch: ({ batch, state, price }) =>
    state === 'running'
      ? `Batch ${batch} is looking this identifier up, so nothing was asked now; when watch of that batch has ended, what it found is free.`
      : s`Batch ${batch} asked for this identifier with an unknown outcome and may have been charged, so nothing was asked now. resolve decides; a lookup with fresh asks again, which may cost ${plural(price, 'credit', 'credits')} more.`,
  submission_unconfirmed: unconfirmed,
  wrong_encoding: ({ file }) => `${file} is not valid UTF-8; leave out encoding, or use 'latin1'.`,
  mixed_encodings: ({ file, utf8, other }) =>
    `${file} mixes encodings: UTF-8 in ${phrases.lines(utf8)}, something else in ${phrases.lines(other)}. Choose one with encoding, 'utf8' or 'latin1'; every cell keeps its bytes either way.`,
  not_a_table: ({ file, is }) =>
    `${file} is ${is === 'markup' ? 'a web page or XML' : 'JSON'}, not a table: make a table or a list of identifiers of it.`,
  ambiguous_column: ({ file, candidates }) =>
    `${file} has several columns that could hold the identifiers: ${phrases.candidates(candidates)}. Choose one with column.`,
  other_kind: ({ file, option, name, kind, wanted, validShare }) =>
    `${file}: column ${option} ${name} holds ${kind.toUpperCase()}s (${percent(validShare)} valid), not ${wanted.toUpperCase()}s; leave out kind, or use '${kind}'.`,
  no_valid_cell: ({ file, kind, meant, ...column }) =>
    `${file}: no cell of column ${phrases.columns([column])} is a valid ${phrases.kindName(kind)}. ${
      meant === undefined
        ? 'Name the column that has them with column, or the delimiter with delimiter.'
        : `Use column: '${meant.option}', kind: '${meant.kind}', which is ${phrases.columns([meant])}.`
    }`,
  unknown_kind: ({ file, column }) =>
    `${file}: column ${column} may hold CPFs or CNPJs; say which with kind.`,
  mixed_kinds: ({ file, column, cpfs, cnpjs }) =>
    s`${file}: column ${column} holds few identifiers and both kinds: ${plural(cpfs, 'CPF', 'CPFs')} and ${plural(cnpjs, 'CNPJ', 'CNPJs')} in the sampled rows. Say with kind what it is: 'cpf', 'cnpj' or 'both'.`,
  format_against_name: ({ extension, format }) =>
    `A file that ends in .${extension} is not written as ${format}; leave format out, or use a name that ends in .${format}.`,
  unknown_format: ({ wanted, formats }) =>
    `A result cannot be written as ${wanted}; the formats are ${formats.join(', ')}.`,
  output_exists: ({ path }) => `${path} exists; set overwrite to replace it, or write elsewhere.`,
  output_unwritable: outputUnwritable,
  copy_damaged: ({ batch, file }) =>
    `The copy of ${file} that batch ${batch} keeps is damaged, so no result was written. Call run again with the original file and the same options: that puts the copy right, and nothing is paid for twice.`,
  rows_differ: ({ batch, file, rows, found }) =>
    s`Batch ${batch} has ${plural(rows, 'row', 'rows')}, and the copy of ${file} that it keeps gives ${found}, so the result is not whole. Call run with again and the original file to make a new batch; what was paid for is answered by the ledger.`,
  too_many_rows: ({ most }) =>
    s`A workbook holds ${plural(most, 'row', 'rows')} and this batch has more; use the format csv.`,
  too_many_columns: ({ most }) =>
    s`A workbook holds ${plural(most, 'column', 'columns')} and a row here has more; use the format csv.`,
  workbook_too_large: () =>
    'A workbook cannot hold a sheet of more than 4 GB and this one would be; use the format csv.',
} satisfies Partial<ErrorMessages>;

type Wordless = Exclude<
  ErrorCode,
  CommandLineCode | keyof typeof own | keyof typeof errorTexts.errors
>;
/** The compiler names a code that a program can meet and that has no sentence. */
const wordless: [Wordless] extends [never] ? undefined : Wordless = undefined;

function overMaxCredits(facts: ErrorFacts['over_max_credits']): string {
  switch (facts.of) {
    case 'batch':
      return s`This batch may cost ${plural(facts.worstCase, 'credit', 'credits')}, more than maxCredits, ${facts.maxCredits}; nothing was sent.`;
    case 'rest':
      return s`What is left to send may cost ${plural(facts.worstCase, 'credit', 'credits')}, more than the ${facts.maxCredits} that this call may still spend; it was not sent and cost nothing.`;
    case 'lookup':
      return s`This lookup may cost ${plural(facts.cost, 'credit', 'credits')}, and ${facts.left} of the ${facts.limit} that this session may spend ${agree(facts.left, 'is', 'are')} left; nothing was asked.`;
  }
}

function overBalance(facts: ErrorFacts['over_balance']): string {
  const { withoutOverage } = facts;
  const told = notCovered(facts);
  if (facts.of === 'batch') {
    const fit = `${told} With fitBalance what the balance covers is sent`;
    return withoutOverage === undefined ? `${fit}, with allowOverage all of it.` : `${fit}.`;
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
      return s`This batch may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${balance}; nothing was sent.`;
    case 'resubmission':
      return s`To send that again may cost ${plural(worstCase, 'credit', 'credits')} and the balance covers ${balance}; nothing was changed.`;
    case 'next_job':
      return s`The balance covers ${plural(balance, 'credit', 'credits')} now, and the next job may cost ${worstCase}; it was not sent and stays pending.`;
  }
}

function whyDoubtful(facts: WhyDoubtful): string {
  switch (facts.why) {
    case 'undecidable':
      return facts.prices.length === 0
        ? 'The balance cannot show whether it was charged.'
        : `The balance cannot show whether it was charged, because nothing shows yet what a record costs on this account; if you know it, costs.${facts.prices.join(', costs.')} says so.`;
    case 'too_soon':
      return `The balance may show in ${Math.ceil(facts.ms / 1000)} s that it was free; call again then.`;
    case 'others_running':
      return `The balance can show it once no job is running (batches: ${facts.liveBatches.join(', ')}).`;
    case 'unreadable':
      return 'The balance, which may show that it was free, could not be read; call again.';
    case 'other_account':
      return 'It was made with a key of another account, and only the balance there can show it.';
    case 'not_settled':
      return 'Call again to settle it.';
  }
}

function unconfirmed(facts: ErrorFacts['submission_unconfirmed']): string {
  const named = `job ${facts.job} of batch ${facts.batch} (identifiers: ${facts.items})`;
  switch (facts.why) {
    case 'no_answer':
      return `It is not yet known whether the service accepted ${named}. It will be resent only once the balance shows that nothing was charged. Call resume: it waits until that is settled.`;
    case 'others_running':
      return `The outcome of ${named} is unknown, and it may have been charged; that can be settled once no other job is running (batches: ${facts.liveBatches.join(', ')}). Nothing is sent again.`;
    case 'deadline':
      return `The outcome of ${named} is unknown, and it may have been charged; the deadline leaves no time to settle that. Nothing is sent again. Call resume with a longer deadline.`;
    case 'left_out':
      return `Identifiers of batch ${facts.batch} (${facts.items}) were not sent, because a single lookup got no answer and may have been charged. ${facts.isDecided ? 'The balance cannot show it' : 'Call resume to look at the balance again'}; resolve with resubmit sends them, which may pay twice.${priceHint(facts.prices)}`;
    case 'undecided':
      return `The outcome of ${named} is unknown, and it may have been charged: ${phrases.undecided[facts.because]}. Nothing is resent automatically; resolve decides.${priceHint(facts.prices)}`;
  }
}

function priceHint(prices: readonly UnknownPrice[]): string {
  if (prices.length === 0) return '';
  return ` If you know what a found record costs on this account, costs.${prices.join(', costs.')} says so, and the next call judges the balance again.`;
}

function outputUnwritable(facts: ErrorFacts['output_unwritable']): string {
  const { path } = facts;
  switch (facts.why) {
    case 'no_folder':
      return `${path} cannot be written: its folder does not exist. Nothing new was sent.`;
    case 'held':
      return `${path} is open in another program, Excel perhaps; close it there, or name another file.`;
    case 'reserved':
    case 'is_folder':
      return `${path} is a folder; name a file in it.`;
    case 'no_file':
      return `${path} is a link or no regular file, and would be replaced by one.`;
    case 'failed':
      return `${path} could not be written: ${phrases.unwritten(facts.reason)}.${facts.kept === 'results' ? ' The results are safe; export them again.' : ''}`;
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
  const known: Readonly<Record<string, unknown>> = { ...errorTexts.errors, ...own };
  const sentence = known[code] as ((facts: unknown, reader: Reader) => string) | typeof wordless;
  return sentence === undefined ? message : maskIdentifiers(sentence(facts, programmer));
}
