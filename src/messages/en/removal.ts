import { plural, s } from './words.js';

/** What is removed, and what stays. */
export const removal = {
  inputCopyHeldOpen: (id: string) =>
    s`Batch ${id} is removed; another program has its copy of the input open, which the next command removes.`,
  batchRemoved: (id: string) => s`Batch ${id} is removed.`,
  removesBatch: (id: string, file: string, rows: number) =>
    s`This removes batch ${id} (${file}, ${plural(rows, 'row', 'rows')}) with its results.`,
  removesOld: (batches: number) =>
    s`This removes ${plural(batches, 'batch', 'batches')}, inputs and results included, and single records of that age.`,
  takesRecords: (records: number, credits: number) =>
    s`It takes along ${plural(records, 'record', 'records')} that cost ${plural(credits, 'credit', 'credits')}; to look up the same again is charged again.`,
  dryRun: (told: string) => s`${told} Nothing was changed; this was a dry run.`,
  removedOld: (batches: number, records: number, credits: number) =>
    s`Removed ${plural(batches, 'batch', 'batches')} and ${plural(records, 'record', 'records')} (${plural(credits, 'credit', 'credits')}).`,
  removesPeople: (whom: string, rows: number, batches: number) =>
    s`This removes everything that is stored about ${whom}, in ${plural(rows, 'row', 'rows')} of ${plural(batches, 'batch', 'batches')}.`,
  removedPeople: ({
    whom,
    rows,
    batches,
    records,
    credits,
  }: {
    whom: string;
    rows: number;
    batches: number;
    records: number;
    credits: number;
  }) =>
    s`Nothing is stored about ${whom} any more: ${plural(rows, 'row', 'rows')} of ${plural(batches, 'batch', 'batches')} and ${plural(records, 'record', 'records')} (${plural(credits, 'credit', 'credits')}) are gone. Your own files are as they were.`,
  otherMachines:
    'Other machines that share this ledger have copies of these inputs until they export them or run the same command.',
  nothingStored: (whom: string) => s`Nothing is stored about ${whom}.`,
  people: (count: number) => s`${plural(count, 'person or company', 'people and companies')}`,
  nothingOld: 'Nothing is that old; nothing was removed.',
  kept: (kept: string) => s`Still under way, kept: ${kept}.`,
};
