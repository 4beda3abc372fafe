import { countRow, noRows } from './plan.js';
import { describeLayout, detectLayout, readRows, type InputOptions } from './input/index.js';
import type { Summary } from './summary.js';

/**
 * What a submit of the file at `path` would find and cost at most: no key, no network, nothing stored.
 * @throws UsageError for an unusable input
 */
export async function checkFile(
  path: string,
  name: string,
  input: InputOptions,
): Promise<{ summary: Summary; description: string }> {
  const layout = await detectLayout(path, input);
  const counts = noRows();
  const seen = new Set<string>();
  const isFirst = (id: string) => seen.size < seen.add(id).size;
  for await (const row of readRows(path, layout)) countRow(counts, row, isFirst);
  const unique = counts.rows - counts.invalid - counts.duplicates;
  const summary: Summary = {
    batch: null,
    kind: layout.kind,
    file: name,
    state: unique === 0 ? 'complete' : 'incomplete',
    ...counts,
    unique,
    reused: 0,
    found: 0,
    notFound: 0,
    skipped: 0,
    failed: 0,
    pending: unique,
    unconfirmed: 0,
    credits: { estimated: unique, charged: 0, saved: 0 },
    jobs: [],
    output: null,
  };
  return { summary, description: describeLayout(layout, name) };
}
