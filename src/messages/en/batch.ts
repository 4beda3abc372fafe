import { repeatWith } from '../next-steps.js';
import type { NextSteps } from '../reader.js';
import {
  agree,
  batches,
  credits,
  identifiers,
  jobs,
  number,
  plural,
  records,
  rows,
  s,
} from './phrases.js';

/** The numbers that the live view shows while it waits for the next poll. `answered` and `unique` are formatted. */
export interface NextPoll {
  readonly answered: string;
  readonly unique: string;
  readonly seconds: number;
}

/** The facts of the question before several files are sent. `toSend`: identifiers; `worstCase`, `balance`: credits. */
export interface FilesToSend {
  readonly toSend: number;
  readonly files: number;
  readonly worstCase: number;
  /** The money for `worstCase`, after a blank. */
  readonly money?: string;
  readonly balance: number;
}

/** The worst case of a batch, and the balance, in credits. `money`: the money for the worst case, after a blank. */
export interface CostAndBalance {
  readonly credits: number;
  readonly money?: string;
  readonly balance: number;
}

/** The facts of the question before one file is sent. `worstCase`: credits. */
export interface SendQuestion {
  readonly cpf: number;
  readonly cnpj: number;
  /** How many of the CPFs and CNPJs the limits and the balance cover at least: what is not found is free. */
  readonly covered: number;
  readonly worstCase: number;
  readonly notes: string;
}

/** Sentences about a batch while it is read, sent and waited for. */
export const batch = {
  heading: (id: string) => s`Batch ${id}`,
  rowsRead: (count: number) => s`${rows(count)} read`,
  submitted: (sent: { jobs: number; items: number }) =>
    s`${identifiers(sent.items)} sent in ${jobs(sent.jobs)}.`,
  jobsSoFar: ({ sent, ended }: { sent: number; ended: number }) =>
    s`${jobs(sent)} sent, ${number(ended)} done`,
  waitingForBatches: (others: string) => s`Waiting for running jobs of other batches: ${others}`,
  jobNotCharged: (seq: number) => s`Job ${seq}: not charged; it may be sent again`,
  jobUndecidable: ({ seq }: { seq: number }) =>
    s`Job ${seq}: still unconfirmed, the balance does not show whether it was charged`,
  jobState: ({ seq, state, error }: { seq: number; state: string; error?: string }) =>
    s`Job ${seq}: ${state}${error ? s` (${error})` : ''}`,

  continuing: (id: string, createdAt: string) => s`Continuing batch ${id} of ${createdAt}`,
  alreadyComplete: (at: string) => s`Complete since ${at}, nothing sent.`,
  alreadyCompleteTooOld: ({ at, worstCase }: { at: string; worstCase: number }) =>
    s`Complete since ${at}, nothing sent. These answers are older than --reuse and --fresh accept; ` +
    s`to look them up again, at most ${credits(worstCase)}: --again.`,
  invalidRows: (invalid: string) => s`${invalid} invalid`,
  duplicates: (duplicates: number) => plural(duplicates, 'duplicate', 'duplicates'),
  zerosRestored: (repaired: string) => s`${repaired} with zeros restored`,
  expectedCost: ({ expected, expectedFrom }: { expected: number; expectedFrom: number }) =>
    s`about ${number(expected)} expected (hit rate of your last ${number(expectedFrom)})`,
  answeredNextPoll: ({ answered, unique, seconds }: NextPoll) =>
    s`${answered} of ${unique} answered; checking again in ${seconds} s`,
  reportWritten: (file: string) => s`Report: ${file}`,
  resultWritten: (path: string, count: number) => s`Result: ${path} (${rows(count)}).`,
  charactersReplaced({ replaced }: { replaced: number }) {
    const were = agree(replaced, 'was', 'were');
    return (
      s`${plural(replaced, 'character', 'characters')} not in this file's encoding ${were} replaced; ` +
      s`-o with .json or .jsonl keeps ${agree(replaced, 'it', 'them')}.`
    );
  },
  cellsCut: ({ cut }: { cut: number }) =>
    s`${plural(cut, 'cell was', 'cells were')} too long for a workbook and cut; ` +
    s`-o with .csv keeps ${agree(cut, 'it', 'them')} whole, --partners writes one row per partner.`,
  balanceNothingSent: (balance: string) => s`Balance: ${balance}. Nothing was sent.`,
  paidForBefore: (count: number) =>
    s`${number(count)} of these ${agree(count, 'was', 'were')} paid for before and ${agree(count, 'is', 'are')} paid for again.`,
  abandonedAskedAgain: ({ count }: { count: number }) =>
    s`${identifiers(count)} abandoned earlier may have been charged already; ${agree(count, 'it is', 'they are')} sent again.`,
  fromFuture: ({ records: count }: { records: number }) =>
    s`${records(count)} in the ledger ${agree(count, 'is', 'are')} dated in the future: a clock was ahead, ` +
    'or the clock of this machine is behind now. Correct the clock if it is wrong. ' +
    s`${agree(count, 'It is', 'They are')} reused at any age; --fresh looks one up again, ` +
    s`and confere purge --older-than asks about deleting ${agree(count, 'it', 'them')}.`,
  erasedAskedAgain({ file, rows: count }: { file: string; rows: number }) {
    const those = agree(count, 'if it is still in this one, it is', 'those still in this one are');
    return (
      s`${plural(count, 'row of an earlier', 'rows of an earlier')} ${file} ${agree(count, 'was', 'were')} erased with purge; ` +
      s`${those} looked up, charged and stored again.`
    );
  },
  noBatches: 'There are no batches yet.',
  noneMatches: 'No batch matches.',
  olderBatchesNotShown: ({ count }: { count: number }) =>
    s`${plural(count, 'older batch', 'older batches')} not shown; --limit shows more.`,
  foundErased: ({ erased }: { erased: number }) =>
    s`The jobs found ${plural(erased, 'more record', 'more records')}, erased since.`,
  nextNothing: 'next: nothing; the result is written',
  olderResult: (path: string) => s`result (older than the last answers): ${path}`,
  notSent: '(not sent)',
  noAnswer: '(no answer)',
  next: (command: string) => s`next: ${command}`,
  asWorkbook: (command: string) => s`for Excel: ${command}`,
  cnpjRoots: ({ count, roots }: { count: number; roots: string }) =>
    s`${plural(count, 'row has', 'rows have')} only the first 8 characters of a CNPJ (${roots}): invalid; ` +
    'where the rest is in other columns, --column 1+2+3 joins the parts.',
  otherKind: (count: number, other: string, kindOfColumn: string, rowNumbers: string) =>
    s`${plural(count, 'row holds', 'rows hold')} a valid ${other} in this ${kindOfColumn} column (${rowNumbers}): invalid here; --type both looks up both kinds.`,
  rejectedRows: (path: string, count: number) => s`Rejected rows: ${path} (${rows(count)}).`,
  rowList: (count: number, listed: string) => s`${agree(count, 'row', 'rows')} ${listed}`,
  askToSendFiles: ({ toSend, files, worstCase, money = '', balance }: FilesToSend) =>
    s`Send ${identifiers(toSend)} of ${plural(files, 'file', 'files')} for at most ${credits(worstCase)}${money}, with a balance of ${number(balance)}?`,
  plan: ({ rows: count, parts, toSend }: { rows: number; parts: string; toSend: string }) =>
    s`${rows(count)}${parts ? s`: ${parts}` : ''}; ${toSend}.`,
  freeCredits: (count: number) => plural(count, 'free credit', 'free credits'),
  noneSent({ refused, files }: { refused: number; files: number }, to: NextSteps) {
    const were = agree(refused, 'was', 'were');
    return (
      s`Nothing was sent, because ${number(refused)} of ${plural(files, 'file', 'files')} ${were} refused. ` +
      s`To send the others, add --keep-going${repeatWith(to, '--keep-going')}.`
    );
  },
  reservedCredits: ({ credits: reserved }: { credits: number }) =>
    s`${number(reserved)} reserved for what is running or unconfirmed`,
  inLedger: (reused: string) => s`${reused} already paid for`,
  nothingToSend: 'nothing to send',
  toSend: (count: string) => s`${count} to send`,
  toSendPart: ({ covered, all }: { covered: number; all: number }) =>
    s`at least ${number(covered)} of ${number(all)} to send`,
  toSendByKind: (count: string, cpf: number, cnpj: number) =>
    s`${count} to send (${plural(cpf, 'CPF', 'CPFs')}, ${plural(cnpj, 'CNPJ', 'CNPJs')})`,
  atMost: (worstCase: number) => s`at most ${credits(worstCase)}`,
  balance: (left: number) => s`balance ${number(left)}`,
  atMostOf: ({ credits: worstCase, money = '', balance }: CostAndBalance) =>
    s`at most ${number(worstCase)}${money} of ${credits(balance)}`,
  expectedCredits: (expected: string) => s`about ${expected} expected`,
  /** `cpf` and `cnpj`: how many of each there are. `notes`: the balance and what is expected, where they are known. */
  askToSend({ cpf, cnpj, covered, worstCase, notes }: SendQuestion) {
    const parts = [
      cpf > 0 && plural(cpf, 'CPF', 'CPFs'),
      cnpj > 0 && plural(cnpj, 'CNPJ', 'CNPJs'),
    ];
    const isPart = covered < cpf + cnpj;
    const isMixed = cpf > 0 && cnpj > 0;
    const all = isPart && isMixed ? identifiers(cpf + cnpj) : parts.filter(Boolean).join(' and ');
    const what = isPart ? s`at least ${number(covered)} of ${all}` : all;
    return s`Send ${what} for at most ${credits(worstCase)}${notes && ` (${notes})`}?`;
  },
  /** Sentences of events whose facts are all that the sentence needs, by the type of the event. */
  events: {
    accepted: ({ seq, items }: { seq: number; items: number }) =>
      s`Job ${seq}: ${identifiers(items)} sent`,
    others_settling: ({ host }: { host: string }) =>
      s`Waiting for ${host}, which is checking an unconfirmed charge; nothing is sent until it is done`,
    ledger_away: () => 'Cannot reach the database of the ledger; waiting for it to come back',
    rejected: ({ seq }: { seq: number }) =>
      s`Job ${seq}: the service rejected its identifiers as invalid; nothing was charged`,
    first_part: ({ items }: { items: number }) =>
      s`Sending ${identifiers(items)} first, until the balance has shown what ${agree(items, 'it costs', 'they cost')}`,
    planned_again: ({ items }: { items: number }) =>
      s`Sending ${identifiers(items)} without an answer once more`,
    following: ({ id }: { id: string }) =>
      s`Following batch ${id}, in use by another run (view only)`,
    balance_awaited: () => 'Waiting for the balance to show what was charged',
    charged_less: () =>
      'The account was charged less than the records should have cost; limits count the full price',
  },
};

/** How many identifiers have no answer (`waiting`), and what sending them again may cost (`cost`, credits). */
export interface DoubtfulJobs {
  readonly waiting: number;
  readonly cost: number;
}

/** Sentences about jobs that have no answer and may have been charged, and about decisions on them. */
export const doubt = {
  onlyNewBatchSendsAgain: ({ command }: { command: string }) =>
    s`Only a new batch looks up the rest, which may be charged once more: ${command}.`,
  alreadyDecided: 'That job is already resolved.',
  paidTwice: 'If the service took it the first time, you pay twice.',
  askResubmit: ({ waiting, cost }: DoubtfulJobs) =>
    s`This sends ${identifiers(waiting)} again for at most ${credits(cost)}; ` +
    s`if the service took ${agree(waiting, 'it', 'them')} the first time, you pay twice.`,
  askAbandon({ waiting, cost }: DoubtfulJobs) {
    const charged = plural(cost, 'credit was', 'credits were');
    return (
      s`This abandons ${identifiers(waiting)}. If the service took ${agree(waiting, 'it', 'them')}, ` +
      s`up to ${charged} charged and the ${agree(waiting, 'result', 'results')} will not come.`
    );
  },
  nextYourDecision: 'next: your decision.',
  asOf: (askedAt: string) => s`As of ${askedAt}, the last check at the service.`,
  jobLine: (at: string, job: number, sentence: string) => s`  ${at}  job ${job}: ${sentence}`,
  chargedBetween: ({ since, until, charged }: { since: string; until: string; charged: number }) =>
    s`Between ${since} and ${until} the account was charged ${credits(charged)}`,
  chargedUntil: ({ until, charged }: { until: string; charged: number }) =>
    s`Until ${until} the account was charged ${credits(charged)}`,
  othersFound: ({ charge, others }: { charge: string; others: number }) =>
    s`${charge}; at the same time ${plural(others, 'record was', 'records were')} found by other requests from here.`,
  jobCosts: (worstCase: number) => s`This job would cost at most ${credits(worstCase)}.`,
  cannotTell: (because: string) => s`Cannot tell whether it was charged: ${because}.`,
  notChargedResent: 'So it was not charged, and it was sent again.',
  youAdopted: (jobId: string) => s`you adopted the service's job ${jobId}.`,
  youResubmitted: (job: number) => s`you resent it as job ${job}.`,
  youAbandoned: 'you abandoned it.',
};

/** The deleted data about people or companies. `credits`: the cost of the deleted records. */
export interface RemovedPeople {
  readonly whom: string;
  readonly rows: number;
  readonly batches: number;
  readonly records: number;
  readonly credits: number;
}

/** Sentences about what a deletion removes, and what stays. */
export const removal = {
  inputCopyHeldOpen: ({ id }: { id: string }) =>
    s`Deleted batch ${id}, except its copy of the input, which another program has open. The next command deletes it.`,
  batchRemoved: ({ id }: { id: string }) => s`Deleted batch ${id}.`,
  removesBatch: ({ id, file, rows: count }: { id: string; file: string; rows: number }) =>
    s`This deletes batch ${id} (${file}, ${rows(count)}) and its results.`,
  removesOld: ({ batches: count }: { batches: number }) =>
    s`This deletes ${batches(count)} with inputs and results, and single records of that age.`,
  includesRecords: (going: { records: number; credits: number }) =>
    s`That includes ${records(going.records)} that cost ${credits(going.credits)}; ` +
    s`looking ${agree(going.records, 'it', 'them')} up again is charged again.`,
  fromFuture: ({ records: count }: { records: number }) =>
    s`${number(count)} of these ${agree(count, 'is', 'are')} dated in the future: a clock was ahead, ` +
    'or the clock of this machine is behind now.',
  keptWithoutIdentifier: (count: number) =>
    s`The log keeps ${plural(count, 'lookup', 'lookups')} without ${agree(count, 'its', 'their')} identifier.`,
  retained: (gone: { age: string; batches: number; records: number }) =>
    s`Deleted by retention, because they are older than ${gone.age}: ${batches(gone.batches)} and ${records(gone.records)}.`,
  youngerThanReuse: (reuse: string) =>
    s`Retention is shorter than reuse (${reuse}): it also deletes records that could still be reused.`,
  clocksDiffer:
    'Nothing was deleted by retention: the clock here and that of the service are more than a day apart, or the service has told no time.',
  dryRun: (plan: string) => s`${plan} Nothing was changed (dry run).`,
  removedOld: (gone: { batches: number; records: number; credits: number }) =>
    s`Deleted ${batches(gone.batches)} and ${records(gone.records)} (${credits(gone.credits)}).`,
  removesPeople: (going: { whom: string; rows: number; batches: number }) =>
    s`This deletes everything stored about ${going.whom}, in ${rows(going.rows)} of ${batches(going.batches)}.`,
  removedPeople: (gone: RemovedPeople) =>
    s`Deleted everything stored about ${gone.whom}: ${rows(gone.rows)} of ${batches(gone.batches)} ` +
    s`and ${records(gone.records)} (${credits(gone.credits)}). Your own files are unchanged.`,
  workbooksRemoved: (count: number) =>
    s`The ${agree(count, 'workbook of that batch was', 'workbooks of these batches were')} deleted, too: later results are new files.`,
  otherMachines: `Other machines that share this ledger keep copies of these inputs until they export them or run the same command.`,
  nothingStored: (whom: string) => s`Nothing is stored about ${whom}.`,
  people: (count: number) => plural(count, 'person or company', 'people and companies'),
  nothingOld: 'Nothing to delete: no data is that old.',
  kept: (kept: string) => s`Kept, because they are still running or unconfirmed: ${kept}.`,
};

/** The lines of the live view, and of waiting. */
export const progress = {
  rowsDone: (done: number, all: number) => s`${number(done)} of ${rows(all)} done`,
  workingOnLedger: 'working on the ledger',
  answeredOf: (answered: number, items: number) => s`${number(answered)} of ${number(items)}`,
  timeLeft: (took: string, duration: string) => s`${took}, about ${duration} left`,
  credits,
  moreJobs: (left: number) => s`and ${plural(left, 'more job', 'more jobs')}`,
  jobsEnded: ({ ended, found }: { ended: number; found: number }) =>
    s`${jobs(ended)} ended, ${number(found)} found`,
  job: (seq: number) => s`job ${seq}`,
  asksService: 'asking the service',
  sending: 'sending',
  nextCheck: (left: string) => s`next check in ${left}`,
  balanceAwaited: (left: string) => s`waiting for the balance to show the charges, ${left}`,
  lookupAwaited: (left: string) => s`waiting for a lookup of the same identifiers, ${left}`,
  machineAwaited: (left: string) => s`waiting for another machine to check a charge, ${left}`,
  ledgerAwaited: (left: string) => s`waiting for the database of the ledger, ${left}`,
  nextMinute: (left: string) => s`waiting for the next minute, ${left}`,
  serviceAsksToWait: (left: string) => s`waiting ${left}, as the service asks`,
  retryIn: ({ left, why }: { left: string; why: string }) => s`${why}; retrying in ${left}`,
  noUsableAnswer: 'no usable answer',
  noAnswer: (code: string) => s`no answer (${code})`,
  answeredStatus: (status: number) => s`the service answered ${String(status)}`,
  checkingCharge: ({ until, wait }: { until: string; wait: string }) =>
    s`waiting until ${until} to see that nothing was charged, ${wait}; Ctrl-C is safe`,
  identifiersAnswered: ({ answered, unique }: { answered: number; unique: number }) =>
    s`${number(answered)} of ${identifiers(unique)} answered`,
  atLine: (line: string | number) => s`line ${line}, `,
  notFoundFree: (shown: string) => s`${shown}: not found (free)`,
  useBulkForLists: 'For a list, use bulk run: it sends up to 10,000 identifiers per request.',
  stillWaiting: 'Still waiting.',
};

/** The words of tables and summaries: states, counts and titles of columns. */
export const table = {
  refused: 'refused',
  notBegun: 'not started',
  states: {
    complete: 'complete',
    running: 'running',
    incomplete: 'incomplete',
    unconfirmed: 'unconfirmed',
  },
  /** The states of jobs in the ledger; the ledger of a newer version may have others. */
  jobStates: {
    planned: 'planned',
    submitting: 'submitting',
    accepted: 'running',
    done: 'done',
    failed: 'failed',
    unconfirmed: 'unconfirmed',
    abandoned: 'abandoned',
  } as Readonly<Record<string, string>>,
  rows: 'rows',
  invalid: 'invalid',
  duplicates: 'duplicates',
  repaired: 'zeros restored',
  unique: 'unique',
  found: 'found',
  notFound: 'not found',
  skipped: 'skipped',
  failed: 'failed',
  pending: 'not answered yet',
  unconfirmed: 'unconfirmed',
  credits: 'credits',
  percentOfUnique: (percent: number) => s`${number(percent)}% of unique`,
  fromLedger: (reused: number) => s`${number(reused)} from the ledger`,
  charged: (charged: number) => s`${number(charged)} charged`,
  moreCredits: (open: number) => s`at most ${plural(open, 'more credit', 'more credits')}`,
  moreForAbandoned: (doubtful: number) => s`up to ${number(doubtful)} more for what was abandoned`,
  saved: (saved: number) => s`${number(saved)} saved`,
  job: 'job',
  batch: 'batch',
  created: 'created',
  kind: 'kind',
  identifiers: 'identifiers',
  resultFile: (path: string) => s`result: ${path}`,
  partialResult: ({ open, path }: { open: number; path: string }) =>
    s`partial result (${identifiers(open)} without an answer): ${path}`,
  decisions: 'decisions',
  valid: 'valid',
  ragged: 'ragged',
  paidFor: 'paid for',
  paidForBefore: 'paid for before',
  answered: 'answered',
  toSend: 'to send',
  running: 'running',
  file: 'file',
  state: 'state',
  unanswered: 'unanswered',
  chargedTitle: 'charged',
  exit: 'exit',
  total: 'total',
  creditsAtMost: 'credits at most',
  invalidReasons: (reasons: string) => s`invalid: ${reasons}`,
  creditsInAll: (charged: number) => s`${number(charged)} in all`,
  creditsLeft: (left: string) => s`${left} left`,
  savedByReuse: (saved: number) => s`${credits(saved)} saved`,
  /** The counts of the summary at the end of a batch. */
  counts: {
    found: (count: string) => s`${count} found`,
    notFound: (count: string) => s`${count} not found`,
    skipped: (count: string) => s`${count} skipped`,
    failed: (count: string) => s`${count} failed`,
    pending: (count: string) => s`${count} not answered yet`,
    unconfirmed: (count: string) => s`${count} unconfirmed`,
    invalid: (count: string) => plural(count, 'row invalid', 'rows invalid'),
  },
};
