import { given, m, some } from '../sentence.js';
import { agree, count, n, num, number, plural, s } from './phrases.js';

/** What a batch says while it is read, sent and waited for. */
export const batch = {
  heading: (id: string) => s`Batch ${id}`,
  rowsRead: (rows: number) => s`${n.rows(rows)} read`,
  jobAccepted: m`Job ${'seq'}: ${n.identifiers('items')} sent`,
  jobsSoFar: m`${n.jobs('sent')} sent, ${num('ended')} done`,
  waitingForOthersCheck: m`Waiting for ${'host'}, which is checking an unconfirmed charge; nothing is sent until it is done`,
  waitingForBatches: (batches: string) => s`Waiting for running jobs of other batches: ${batches}`,
  waitingForDatabase: 'Cannot reach the database of the ledger; waiting for it to come back',
  jobNotCharged: (seq: number) => s`Job ${seq}: not charged; it may be sent again`,
  jobUndecidable: m`Job ${'seq'}: still unconfirmed, the balance does not show whether it was charged`,
  jobRejected: m`Job ${'seq'}: the service rejected its identifiers as invalid; nothing was charged`,
  priceProbe: (items: number) => s`Sending ${n.identifiers(items)} first to learn the price`,
  sentOnceMore: (items: number) => s`Sending ${n.identifiers(items)} without an answer once more`,
  jobState: m`Job ${'seq'}: ${'word'}${given('error', m` (${'error'})`)}`,

  continuing: (id: string, createdAt: string) => s`Continuing batch ${id} of ${createdAt}`,
  alreadyComplete: (at: string) => s`Complete since ${at}, nothing sent.`,
  alreadyCompleteTooOld: m`Complete since ${'at'}, nothing sent. These answers are older than --reuse and --fresh accept; to look them up again, at most ${n.credits('worstCase')}: --again.`,
  followingOtherRun: m`Following batch ${'id'}, which another run is working on; this view changes nothing`,
  invalidRows: (invalid: string) => s`${invalid} invalid`,
  duplicates: (duplicates: number) => s`${plural(duplicates, 'duplicate', 'duplicates')}`,
  zerosRestored: (repaired: string) => s`${repaired} with zeros restored`,
  expectedCost: m`about ${num('expected')}, as with ${n.identifiers('expectedFrom')} before`,
  answeredNextPoll: m`${'answered'} of ${'unique'} answered; checking again in ${'seconds'} s`,
  reportWritten: (file: string) => s`Report: ${file}`,
  resultWritten: (path: string, rows: number) => s`Result: ${path} (${n.rows(rows)}).`,
  charactersReplaced: m`${count('replaced', 'character', 'characters')} not in this file's encoding ${agree('replaced', 'was', 'were')} replaced; -o with .json or .jsonl keeps ${agree('replaced', 'it', 'them')}.`,
  cellsCut: m`${count('cut', 'cell was', 'cells were')} too long for a workbook and cut; -o with .csv keeps ${agree('cut', 'it', 'them')} whole, --partners writes one row per partner.`,
  priceDiffers: (
    facts: Record<'kind' | 'key' | 'command', string> & Record<'shown' | 'set', number>,
  ) =>
    s`A found ${facts.kind} costs ${n.credits(facts.shown)} by the balance, but limits count ${number(facts.set)} (${facts.key}). To correct it: '${facts.command}'.`,
  priceAssumed: m`Price per ${'name'} not known yet; assuming ${n.credits('price')}. To set it: confere config set cost-${'kind'} <credits>.`,
  waitingForPrice: 'Waiting for the balance to show the price of a record',
  balanceNothingSent: (balance: string) => s`Balance: ${balance}. Nothing was sent.`,
  paidForBefore: (count: number) => s`You have paid for ${number(count)} of these before.`,
  givenUpAskedAgain: m`${n.identifiers('count')} abandoned earlier may have been charged already; ${agree('count', 'it is', 'they are')} sent again.`,
  erasedAskedAgain: m`${count('rows', 'row of an earlier', 'rows of an earlier')} ${'file'} ${agree('rows', 'was', 'were')} erased with purge; ${agree('rows', 'if it is still in this one, it is', 'those still in this one are')} looked up, charged and stored again.`,
  none: 'There are no batches yet.',
  noneMatches: 'No batch matches.',
  olderOnes: m`${count('count', 'older batch', 'older batches')} not shown; --limit shows more.`,
  foundErased: m`The jobs found ${count('erased', 'more record', 'more records')}, erased since.`,
  nextNothing: 'next: nothing; the result is written',
  olderResult: (path: string) => s`result (older than the last answers): ${path}`,
  notSent: '(not sent)',
  noAnswer: '(no answer)',
  next: (command: string) => s`next: ${command}`,
  cnpjRoots: m`${count('count', 'row has', 'rows have')} only the first 8 characters of a CNPJ (${'roots'}): invalid; where the rest is in other columns, --column 1+2+3 joins the parts.`,
  otherKind: (count: number, other: string, own: string, rows: string) =>
    s`${plural(count, 'row holds', 'rows hold')} a valid ${other} in this ${own} column (${rows}): invalid here; --type both looks up both kinds.`,
  rejectedRows: (path: string, rows: number) => s`Rejected rows: ${path} (${n.rows(rows)}).`,
  rowList: (count: number, all: string) => s`${agree(count, 'row', 'rows')} ${all}`,
  resultHeldOpen: m`${'held'} is open in another program (Excel?); the result is in ${'path'}.`,
  askToSendFiles: m`Send ${n.identifiers('toSend')} of ${count('files', 'file', 'files')} for at most ${n.credits('most')}, with a balance of ${num('balance')}?`,
  plan: m`${n.rows('rows')}${some('parts', m`: ${'parts'}`)}; ${'toSend'}.`,
  free: (credits: number) => plural(credits, 'free credit', 'free credits'),
  setAside: m`${num('credits')} set aside for requests without an answer`,
  inLedger: (reused: string) => s`${reused} already paid for`,
  nothingToSend: 'nothing to send',
  toSend: (count: string) => s`${count} to send`,
  toSendByKind: (count: string, cpf: number, cnpj: number) =>
    s`${count} to send (${plural(cpf, 'CPF', 'CPFs')}, ${plural(cnpj, 'CNPJ', 'CNPJs')})`,
  atMost: (credits: number) => s`at most ${n.credits(credits)}`,
  atMostOf: m`at most ${num('credits')} of ${n.credits('balance')}`,
  about: (expected: string) => s`about ${expected} expected`,
  assumingEach: (price: number) => s`assuming ${number(price)} each`,
  assuming: (price: number, kind: string) => s`assuming ${n.credits(price)} per ${kind}`,
  askToSend: (toSend: number, cost: string) => s`Send ${number(toSend)}, ${cost}?`,
};

/** What has no answer and may have been charged, and the ways to decide it. */
export const doubt = {
  onlyNewBatchAsks: m`Only a new batch looks up the rest, which may be charged once more: ${'command'}.`,
  alreadyDecided: 'Already decided.',
  paidTwice: 'If the service took it the first time, you pay twice.',
  askResubmit: (waiting: number, cost: number) =>
    s`This sends ${n.identifiers(waiting)} again for at most ${n.credits(cost)}; if the service took ${agree(waiting, 'it', 'them')} the first time, you pay twice.`,
  askAbandon: (waiting: number, cost: number) =>
    s`This abandons ${n.identifiers(waiting)}. If the service took ${agree(waiting, 'it', 'them')}, up to ${plural(cost, 'credit was', 'credits were')} charged and the ${agree(waiting, 'result', 'results')} will not come.`,
  nextYourDecision: 'next: your decision.',
  asOf: (askedAt: string) => s`As of ${askedAt}, the last check at the service.`,
  jobLine: (at: string, job: number, told: string) => s`  ${at}  job ${job}: ${told}`,
  chargedBetween: m`Between ${'since'} and ${'until'} the account was charged ${n.credits('charged')}`,
  chargedUntil: m`Until ${'until'} the account was charged ${n.credits('charged')}`,
  chargedForOthers: m`${'told'}, ${num('own')} of them for other requests from here.`,
  jobCosts: (most: number) => s`This job would cost at most ${n.credits(most)}.`,
  cannotTell: (because: string) => s`Whether it was charged cannot be told: ${because}.`,
  notChargedResent: 'So it was not charged, and it was sent again.',
  youAdopted: (jobId: string) => s`you adopted the service's job ${jobId}.`,
  youResubmitted: (job: number) => s`you had it sent again, as job ${job}.`,
  youGaveUp: 'you abandoned it.',
};

/** What is removed, and what stays. */
export const removal = {
  inputCopyHeldOpen: m`Removed batch ${'id'}, except its copy of the input, which another program has open. The next command removes it.`,
  batchRemoved: m`Removed batch ${'id'}.`,
  removesBatch: m`This removes batch ${'id'} (${'file'}, ${n.rows('rows')}) and its results.`,
  removesOld: m`This removes ${n.batches('batches')} with inputs and results, and single records of that age.`,
  takesRecords: m`That includes ${n.records('records')} that cost ${n.credits('credits')}; looking ${agree('records', 'it', 'them')} up again is charged again.`,
  dryRun: (told: string) => s`${told} Nothing was changed (dry run).`,
  removedOld: m`Removed ${n.batches('batches')} and ${n.records('records')} (${n.credits('credits')}).`,
  removesPeople: m`This removes everything stored about ${'whom'}, in ${n.rows('rows')} of ${n.batches('batches')}.`,
  removedPeople: (
    facts: { whom: string } & Record<'rows' | 'batches' | 'records' | 'credits', number>,
  ) =>
    s`Removed everything stored about ${facts.whom}: ${n.rows(facts.rows)} of ${n.batches(facts.batches)} and ${n.records(facts.records)} (${n.credits(facts.credits)}). Your own files are unchanged.`,
  otherMachines: `Other machines that share this ledger keep copies of these inputs until they export them or run the same command.`,
  nothingStored: (whom: string) => s`Nothing is stored about ${whom}.`,
  people: (count: number) => s`${plural(count, 'person or company', 'people and companies')}`,
  nothingOld: 'Nothing was removed: nothing is that old.',
  kept: (kept: string) => s`Kept, because they are still running or unconfirmed: ${kept}.`,
};
