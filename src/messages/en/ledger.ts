import { agree, n, number, plural, s } from './phrases.js';

/** The ledger: its state, its check, its copy. */
export const ledger = {
  accepted: (batches: number, folder: string) =>
    s`${plural(batches, 'batch is', 'batches are')} not in this ledger: what ${agree(batches, 'it', 'they')} paid for, or still ${agree(batches, 'has', 'have')} running, may be charged again. The copies of ${agree(batches, 'its input', 'their inputs')} are now in ${folder}.`,
  copied: (batches: number, records: number, to: string) =>
    s`Moved ${n.batches(batches)} and ${n.records(records)} to ${to}, and verified them.`,
  oldPaysNothing: (from: string) =>
    s`The old ledger in ${from} is closed for lookups. On every machine, run:`,
  copyTakenBack: 'The copy was undone. This ledger works again.',
  noCopy: 'There is no copy to undo.',
  place: 'Location',
  schema: 'Schema',
  engine: 'Engine',
  size: 'Size',
  records: 'Records',
  batches: 'Batches',
  atWorkTitle: 'In use',
  inDoubt: 'Unconfirmed',
  postgres: 'PostgreSQL, shared',
  sqlite: 'SQLite, this machine',
  nobody: 'no',
  nothing: 'none',
  noBatches: 'none',
  sizes: (size: string, copies: string) => s`${size}, and ${copies} of inputs`,
  batch: (batch: string) => s`batch ${batch}`,
  worker: (what: string, host: string, since: string) => s`${what} on ${host} since ${since}`,
  unknownOutcomesWith: (unsettled: number, command: string) =>
    s`${plural(unsettled, 'request', 'requests')}; to see the batches: '${command}'`,
  unknownOutcomes: (unsettled: number) => s`${plural(unsettled, 'request', 'requests')}`,
  doubtedLookup: (name: string, begunAt: string, command: string) =>
    s`${name}, sent at ${begunAt}: '${command}' checks whether it was charged; with --fresh you may pay twice`,
  none: (folder: string) =>
    s`There is no ledger yet. The first lookup or batch creates it in ${folder}.`,
  counted: (batches: number, records: number) => s`${n.batches(batches)} and ${n.records(records)}`,
  addsUp: (counted: string) => s`Ledger check passed: ${counted}.`,
  damaged: (said: string) =>
    s`The ledger file is damaged (${said}). Stop every run, then restore it from a backup.`,
  orphanRows: (counted: number) =>
    s`${plural(counted, 'row belongs', 'rows belong')} to no batch. Restore the ledger from a backup.`,
  mixedEvents: (counted: number, told: number) =>
    s`Event ${number(counted)} comes after the last one, ${number(told)}: parts of two ledgers are mixed. Restore one whole backup.`,
  inputGone: (batch: string, path: string) =>
    s`Batch ${batch}: its copy of the input is missing, so its results cannot be written. Restore ${path} from a backup.`,
  inputChanged: (batch: string, path: string) =>
    s`Batch ${batch}: its copy of the input was changed, so its results cannot be written. Restore ${path} from a backup.`,
  rowsDiffer: (batch: string, told: number, counted: number) =>
    s`Batch ${batch}: ${n.rows(told)} recorded, ${number(counted)} found. Restore the ledger from a backup.`,
  jobDiffers: (batch: string, job: number, told: number, counted: number) =>
    s`Batch ${batch}: job ${job} has ${n.identifiers(told)} recorded, ${number(counted)} found. Restore the ledger from a backup.`,
  megabytes: (size: string) => s`${size} MB`,
  jobDamaged: (batch: string, job: number) =>
    s`Batch ${batch}: the stored data of job ${job} is damaged. Restore the ledger from a backup.`,
  identifiersTwice: (batch: string, counted: number) =>
    s`Batch ${batch}: ${plural(counted, 'identifier is', 'identifiers are')} stored twice and could be paid for twice. Restore the ledger from a backup.`,
  identifiersWithoutJob: (batch: string, counted: number) =>
    s`Batch ${batch}: ${plural(counted, 'identifier belongs', 'identifiers belong')} to no job and would never be sent. Restore the ledger from a backup.`,
  recordsGone: (batch: string, counted: number) =>
    s`Batch ${batch}: ${plural(counted, 'paid record is', 'paid records are')} missing. Restore the ledger from a backup.`,
};
