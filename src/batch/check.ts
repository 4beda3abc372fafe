import type { IdentifierKind } from '../identifiers/index.js';
import { countRow, noRows } from './plan.js';
import { describeLayout, detectLayout, readRows, type InputOptions } from './input/index.js';
import type { Summary } from './summary.js';

/** Whether an identifier was paid for and would be answered by the ledger. */
export type IsPaid = (kind: IdentifierKind, id: string) => boolean;

/**
 * What a submit of the file at `path` would find and cost at most: no key, no network, nothing stored.
 * @throws UsageError for an unusable input
 */
export async function checkFile(
  path: string,
  name: string,
  input: InputOptions,
  isPaid: IsPaid = () => false,
): Promise<{ summary: Summary; description: string }> {
  const layout = await detectLayout(path, input);
  const counts = noRows();
  const seen = new Set<string>();
  const isFirst = (id: string) => seen.size < seen.add(id).size;
  for await (const row of readRows(path, layout)) countRow(counts, row, isFirst);
  const reused = Array.from(seen).filter((id) => isPaid(layout.kind, id)).length;
  const unique = counts.rows - counts.invalid - counts.duplicates;
  const summary: Summary = {
    batch: null,
    kind: layout.kind,
    file: name,
    state: unique === reused ? 'complete' : 'incomplete',
    ...counts,
    unique,
    reused,
    found: reused,
    notFound: 0,
    skipped: 0,
    failed: 0,
    pending: unique - reused,
    unconfirmed: 0,
    credits: { estimated: unique - reused, charged: 0, saved: reused },
    jobs: [],
    output: null,
  };
  return { summary, description: describeLayout(layout, name) };
}
