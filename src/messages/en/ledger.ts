import { agree, number, plural, s } from './words.js';

/** The ledger: its state, its check, its copy. */
export const ledger = {
  accepted: (batches: number, folder: string) =>
    s`${plural(batches, 'batch is', 'batches are')} unknown to this ledger: what ${agree(batches, 'it', 'they')} paid for, or what is still under way, may be charged again. The copies of ${agree(batches, 'its input', 'their inputs')} are in ${folder} now.`,
  copied: (batches: number, records: number, to: string) =>
    s`Moved ${plural(batches, 'batch', 'batches')} and ${plural(records, 'record', 'records')} to ${to}; both were compared.`,
  oldPaysNothing: (from: string) =>
    s`The old ledger in ${from} pays for nothing any more. Every machine now needs the new place:`,
  copyTakenBack: 'The copy was taken back; this ledger works again.',
  noCopy: 'There is no copy to take back.',
  place: 'Place',
  schema: 'Schema',
  engine: 'Engine',
  size: 'Size',
  records: 'Records',
  batches: 'Batches',
  atWorkTitle: 'At work',
  inDoubt: 'In doubt',
  postgres: 'PostgreSQL, shared',
  pooler: 'a pooler is in between',
  transactionPooler:
    'a pooler in transaction mode is in between, so statements are not prepared; session mode is faster',
  sqlite: 'SQLite, this machine',
  nobody: 'nobody',
  nothing: 'nothing',
  noBatches: 'none',
  sizes: (size: string, copies: string) => s`${size}, and ${copies} of inputs`,
  batch: (batch: string) => s`batch ${batch}`,
  worker: (what: string, host: string, since: string) => s`${what} on ${host} since ${since}`,
  unknownOutcomesWith: (unsettled: number, command: string) =>
    s`${plural(unsettled, 'outcome is', 'outcomes are')} unknown; '${command}' shows the batches`,
  unknownOutcomes: (unsettled: number) =>
    s`${plural(unsettled, 'outcome is', 'outcomes are')} unknown`,
  doubtedLookup: (name: string, begunAt: string, command: string) =>
    s`${name}, asked for at ${begunAt}: '${command}' sees whether it was charged; with --fresh you may pay twice`,
  none: (folder: string) =>
    s`There is no ledger yet; the first lookup or batch makes it in ${folder}.`,
  counted: (batches: number, records: number) =>
    s`${plural(batches, 'batch', 'batches')} and ${plural(records, 'record', 'records')}`,
  addsUp: (counted: string) => s`The ledger adds up: ${counted}.`,
  damaged: (said: string) =>
    s`The file of the ledger is damaged (${said}): stop every run and restore it from a backup.`,
  orphanRows: (counted: number) =>
    s`${plural(counted, 'row belongs', 'rows belong')} to no batch: restore the ledger from a backup.`,
  mixedEvents: (counted: number, told: number) =>
    s`Event ${number(counted)} is later than the last one, ${number(told)}: parts of two ledgers were mixed; restore one whole backup.`,
  inputGone: (batch: string, path: string) =>
    s`Batch ${batch}: its copy of the input is gone; restore ${path} from a backup, or its results cannot be written.`,
  inputChanged: (batch: string, path: string) =>
    s`Batch ${batch}: its copy of the input was changed; restore ${path} from a backup, or its results cannot be written.`,
  rowsDiffer: (batch: string, told: number, counted: number) =>
    s`Batch ${batch}: it says ${plural(told, 'row', 'rows')}, and ${plural(counted, 'row is', 'rows are')} accounted for; restore the ledger from a backup.`,
  jobDiffers: (batch: string, job: number, told: number, counted: number) =>
    s`Batch ${batch}: job ${job} says ${plural(told, 'identifier', 'identifiers')} and has ${plural(counted, 'identifier', 'identifiers')}; restore the ledger from a backup.`,
  megabytes: (size: string) => s`${size} MB`,
  jobDamaged: (batch: string, job: number) =>
    s`Batch ${batch}: what is stored of job ${job} is damaged; restore the ledger from a backup.`,
  identifiersTwice: (batch: string, counted: number) =>
    s`Batch ${batch}: ${plural(counted, 'identifier is', 'identifiers are')} in it twice and could be paid for twice; restore the ledger from a backup.`,
  identifiersWithoutJob: (batch: string, counted: number) =>
    s`Batch ${batch}: ${plural(counted, 'identifier belongs', 'identifiers belong')} to no job and would never be sent; restore the ledger from a backup.`,
  recordsGone: (batch: string, counted: number) =>
    s`Batch ${batch}: ${plural(counted, 'record', 'records')} that were paid for are gone; restore the ledger from a backup.`,
};
