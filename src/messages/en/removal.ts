import { agree, plural, s } from './words.js';

/** What is removed, and what stays. */
export const removal = {
  inputCopyHeldOpen: (id: string) =>
    s`Removed batch ${id}, except its copy of the input, which another program has open. The next command removes it.`,
  batchRemoved: (id: string) => s`Removed batch ${id}.`,
  removesBatch: (id: string, file: string, rows: number) =>
    s`This removes batch ${id} (${file}, ${plural(rows, 'row', 'rows')}) and its results.`,
  removesOld: (batches: number) =>
    s`This removes ${plural(batches, 'batch', 'batches')} with inputs and results, and single records of that age.`,
  takesRecords: (records: number, credits: number) =>
    s`That includes ${plural(records, 'record', 'records')} that cost ${plural(credits, 'credit', 'credits')}; looking ${agree(records, 'it', 'them')} up again is charged again.`,
  dryRun: (told: string) => s`${told} Nothing was changed (dry run).`,
  removedOld: (batches: number, records: number, credits: number) =>
    s`Removed ${plural(batches, 'batch', 'batches')} and ${plural(records, 'record', 'records')} (${plural(credits, 'credit', 'credits')}).`,
  removesPeople: (whom: string, rows: number, batches: number) =>
    s`This removes everything stored about ${whom}, in ${plural(rows, 'row', 'rows')} of ${plural(batches, 'batch', 'batches')}.`,
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
    s`Removed everything stored about ${whom}: ${plural(rows, 'row', 'rows')} of ${plural(batches, 'batch', 'batches')} and ${plural(records, 'record', 'records')} (${plural(credits, 'credit', 'credits')}). Your own files are unchanged.`,
  otherMachines:
    'Other machines that share this ledger keep copies of these inputs until they export them or run the same command.',
  nothingStored: (whom: string) => s`Nothing is stored about ${whom}.`,
  people: (count: number) => s`${plural(count, 'person or company', 'people and companies')}`,
  nothingOld: 'Nothing was removed: nothing is that old.',
  kept: (kept: string) => s`Kept, because they are still running or unconfirmed: ${kept}.`,
};
