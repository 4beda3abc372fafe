import { agree, number, plural, s } from './words.js';

/** What a batch says while it is read, sent and waited for. */
export const batch = {
  heading: (id: string) => s`Batch ${id}`,
  rowsRead: (rows: number) => s`${plural(rows, 'row', 'rows')} read`,
  sendingJob: (seq: number, items: number) =>
    s`Job ${seq}: sending ${plural(items, 'identifier', 'identifiers')}`,
  jobAccepted: (seq: number, jobId: string) => s`Job ${seq}: accepted as ${jobId}`,
  jobPartlyAccepted: (seq: number, sent: number, counted: number, invalid: number) =>
    s`Job ${seq}: ${plural(sent, 'identifier', 'identifiers')} sent; the service accepted ${number(counted)} and rejected ${number(invalid)} as invalid.`,
  waitingForOthersCheck: (host: string) =>
    s`${host} is finding out whether a request was charged, and nothing else is sent meanwhile; waiting for it`,
  waitingForBatches: (batches: string) => s`Waiting for other batches, whose jobs run: ${batches}`,
  waitingForDatabase:
    'The database of the ledger cannot be reached; waiting for it, and then going on',
  jobUnconfirmed: (seq: number, trouble: string) => s`Job ${seq}: unconfirmed (${trouble})`,
  jobWaitsForBalance: (seq: number, seconds: number) =>
    s`Job ${seq}: waiting ${seconds} s to see whether an earlier submission was charged`,
  jobNotCharged: (seq: number) =>
    s`Job ${seq}: the balance did not move, nothing was charged; it may be sent again`,
  jobUndecidable: (seq: number) => s`Job ${seq}: the balance proves nothing, it stays unconfirmed`,
  jobAllInvalid: (seq: number, items: number) =>
    s`Job ${seq}: the service considers none of its ${plural(items, 'identifier', 'identifiers')} valid; ${agree(items, 'it counts', 'they count')} as invalid and ${agree(items, 'costs', 'cost')} nothing`,
  priceProbe: (items: number) =>
    s`${plural(items, 'identifier goes', 'identifiers go')} first: what ${agree(items, 'it costs', 'they cost')} shows the price`,
  sentOnceMore: (items: number) =>
    s`${plural(items, 'identifier is', 'identifiers are')} left without an answer; ${agree(items, 'it is', 'they are')} sent once more`,
  jobFailed: (seq: number, resume: string) =>
    s`Job ${seq}: failed and will not be resent automatically; to resend: ${resume}`,
  jobFailedWhy: (seq: number, error: string, resume: string) =>
    s`Job ${seq}: failed (${error}) and will not be resent automatically; to resend: ${resume}`,
  jobState: (seq: number, word: string) => s`Job ${seq}: ${word}`,
  jobStateWhy: (seq: number, word: string, error: string) => s`Job ${seq}: ${word} (${error})`,
  continuing: (id: string, createdAt: string) =>
    s`This file is batch ${id} of ${createdAt}; continuing it (--again starts a new one when it has ended)`,
  alreadyComplete: (id: string, at: string, worstCase: number) =>
    s`This file is batch ${id}, complete since ${at}; nothing was sent. --again --fresh asks for all of it again, for at most ${plural(worstCase, 'credit', 'credits')}.`,
  alreadyCompleteTooOld: (id: string, at: string, worstCase: number) =>
    s`This file is batch ${id}, complete since ${at}; nothing was sent. Its answers are older than --reuse and --fresh accept: --again asks for all of them again, for at most ${plural(worstCase, 'credit', 'credits')}.`,
  followingOtherRun: (id: string) =>
    s`Another run works on batch ${id}; this view follows it and changes nothing`,
  rows: (rows: number) => s`${plural(rows, 'row', 'rows')}`,
  invalidRows: (invalid: string) => s`${invalid} invalid`,
  duplicates: (duplicates: number) => s`${plural(duplicates, 'duplicate', 'duplicates')}`,
  zerosRestored: (repaired: string) => s`${repaired} with zeros restored`,
  inLedger: (reused: string) => s`${reused} already in the ledger`,
  costsAtMost: (worstCase: number) => s`Costs at most ${plural(worstCase, 'credit', 'credits')}`,
  expectedCost: (expected: number, expectedFrom: number) =>
    s`about ${number(expected)}, as with ${plural(expectedFrom, 'identifier', 'identifiers')} before`,
  mostAndExpected: (most: string, expected: number, expectedFrom: number) =>
    s`${most} (about ${number(expected)}, as with ${plural(expectedFrom, 'identifier', 'identifiers')} before)`,
  plan: (parts: string, cost: string, balance: string) => s`${parts}. ${cost}; balance ${balance}.`,
  givenUpAskedAgain: (count: number) =>
    s`${plural(count, 'identifier to send was', 'identifiers to send were')} given up with --abandon and may have been charged already; ${agree(count, 'it is', 'they are')} asked for again.`,
  erasedAskedAgain: (rows: number, file: string) =>
    s`${plural(rows, 'row was', 'rows were')} erased with purge from an earlier ${file}; what this one still has of that is looked up, charged and stored again.`,
  toSendByKind: (count: string, cpf: number, cnpj: number) =>
    s`${count} to send (${plural(cpf, 'CPF', 'CPFs')}, ${plural(cnpj, 'CNPJ', 'CNPJs')})`,
  toSend: (count: string) => s`${count} to send`,
  answeredNextPoll: (answered: string, unique: string, seconds: number) =>
    s`${answered} of ${unique} answered; next look in ${seconds} s`,
  answered: (answered: string, unique: string) => s`${answered} of ${unique} answered`,
  resultWritten: (path: string, rows: number) =>
    s`Result: ${path} (${plural(rows, 'row', 'rows')}).`,
  charactersReplaced: (replaced: number) =>
    s`${plural(replaced, 'character does', 'characters do')} not exist in this file's encoding and ${agree(replaced, 'was', 'were')} replaced; -o with .json or .jsonl keeps ${agree(replaced, 'it', 'them')}.`,
  cellsCut: (cut: number) =>
    s`${plural(cut, 'cell was', 'cells were')} longer than a workbook holds and ${agree(cut, 'ends', 'end')} in …; -o with .csv keeps ${agree(cut, 'it', 'them')} whole, --partners writes partners row by row.`,
  priceDiffers: ({
    shown,
    kind,
    key,
    set,
    command,
  }: {
    shown: number;
    kind: string;
    key: string;
    set: number;
    command: string;
  }) =>
    s`The balance shows ${plural(shown, 'credit', 'credits')} for a found ${kind}; ${key} says ${number(set)}, and limits count that. '${command}' sets it right.`,
  priceAssumed: (name: string, price: number, kind: string) =>
    s`Nothing shows yet what a found ${name} costs on this account: ${plural(price, 'credit is', 'credits are')} assumed (cost-${kind} sets it).`,
  waitingForPrice: 'Waiting until the balance shows what a record costs',
  balanceNothingSent: (free: number) =>
    s`Balance: ${plural(free, 'credit', 'credits')}. Nothing was sent.`,
  balanceTextNothingSent: (balance: string) => s`Balance: ${balance}. Nothing was sent.`,
  balanceSetAside: (free: string, balance: string, setAside: string) =>
    s`${free} free (${balance}, less ${setAside} set aside for what has no answer yet)`,
  paidForBefore: (count: number) => s`You have paid for ${number(count)} of these before.`,
  priceUnknownWarning: (commands: string) =>
    s`The balance may prove nothing in the end, because nothing shows yet what a record costs on this account. If you know, stop and say so first: ${commands}.`,
  accountUsedElsewhere:
    'Something else uses this account: if it is charged meanwhile, the balance proves nothing, and you decide.',
  none: 'There are no batches yet.',
  foundErased: (erased: number) =>
    s`The jobs found ${plural(erased, 'record', 'records')} more, erased since.`,
  nextNothing: 'next: nothing; the result is written',
  notAccepted: '(not accepted)',
  next: (command: string) => s`next: ${command}`,
  rowsAreLines: 'Row numbers are the lines of the text.',
  rowsAreSheetRowsWithHeader: 'Row numbers are those of a spreadsheet: the header counts.',
  rowsAreSheetRows: 'Row numbers are those of a spreadsheet.',
  cnpjRoots: (count: number, roots: string) =>
    s`${plural(count, 'row has', 'rows have')} only the first 8 characters of a CNPJ (${roots}): invalid; where the rest is in other columns, --column 1+2+3 joins them.`,
  otherKind: (count: number, other: string, own: string, rows: string) =>
    s`${plural(count, 'row holds', 'rows hold')} a valid ${other} in this ${own} column (${rows}): invalid here; --type both looks up both kinds.`,
  rejectedRows: (path: string, rows: number) =>
    s`Rejected rows: ${path} (${plural(rows, 'row', 'rows')}).`,
  rowWithHeader: (row: number) => s`row ${row} (header counted)`,
  rowList: (count: number, all: string) => s`${agree(count, 'row', 'rows')} ${all}`,
  resultHeldOpen: (held: string, path: string) =>
    s`${held} is open in another program, Excel perhaps; the result is in ${path}.`,
  takenOverOrRemoved: 'Another run has just given this batch up or removed it; run it again.',
  takenOverOrRemovedRerun: (again: string) =>
    s`Another run has just given this batch up or removed it; run ${again} again.`,
  askToSendFiles: (toSend: number, files: number, most: number, balance: number) =>
    s`Send ${plural(toSend, 'identifier', 'identifiers')} of ${plural(files, 'file', 'files')} for at most ${plural(most, 'credit', 'credits')}, with a balance of ${number(balance)}?`,
  askToSend: (toSend: number, worstCase: number) =>
    s`Send ${plural(toSend, 'identifier', 'identifiers')} for at most ${plural(worstCase, 'credit', 'credits')}?`,
};
