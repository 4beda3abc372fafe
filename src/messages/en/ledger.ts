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
  unknownOutcomes: (unsettled: number) => plural(unsettled, 'request', 'requests'),
  doubtedLookup: (name: string, begunAt: string, command: string) =>
    s`${name}, sent at ${begunAt}: '${command}' checks whether it was charged; with --fresh you may pay twice`,
  none: (folder: string) =>
    s`There is no ledger yet. The first lookup or batch creates it in ${folder}.`,
  addsUp: (batches: number, records: number) =>
    s`Ledger check passed: ${n.batches(batches)} and ${n.records(records)}.`,
  damaged: (said: string) =>
    s`The ledger file is damaged (${said}). Stop every run, then restore it from a backup.`,
  mixedEvents: (counted: number, told: number) =>
    s`Event ${number(counted)} comes after the last one, ${number(told)}: parts of two ledgers are mixed. Restore one whole backup.`,
  inputLost: (batch: string, path: string) =>
    s`Batch ${batch}: its copy of the input is missing or changed, so its results cannot be written. Restore ${path} from a backup.`,
  ofBatch: (batch: string, of: string) =>
    s`Batch ${batch}: its stored data does not add up (${of}). Restore the ledger from a backup.`,
};
