import type { IdentifierKind } from '../identifiers/index.js';
import { findIn, noFindings, type Findings } from './findings.js';
import { IdSet } from './id-set.js';
import {
  describeLayout,
  detectLayout,
  readRowChunks,
  Skipped,
  type InputLayout,
  type InputOptions,
  type InputOrigin,
} from './input/index.js';
import { countRow, noRows, type RowCounts } from './plan.js';
import type { Summary } from './summary.js';

/** Whether an identifier was paid for and would be answered by the ledger. */
export type IsPaid = (kind: IdentifierKind, id: string) => boolean;

/** A file of text to look at. */
export interface Checked {
  readonly path: string;
  /** What people call it. */
  readonly name: string;
  readonly input: InputOptions;
  readonly origin?: InputOrigin;
}

export interface CheckReport {
  readonly layout: InputLayout;
  readonly summary: Summary;
  /** How the file was understood. */
  readonly description: string;
  readonly findings: Findings;
  /** Sentences about the lines that are no rows. */
  readonly skipped: readonly string[];
}

/**
 * What a submit of a file would find and cost at most: no key, no network, nothing stored.
 * @throws UsageError for an unusable input
 */
export async function checkFile(
  { path, name, input, origin }: Checked,
  isPaid: IsPaid = () => false,
): Promise<CheckReport> {
  const layout = await detectLayout(path, input, name, origin);
  const counts = noRows();
  const findings = noFindings();
  const seen = new IdSet();
  let reused = 0;
  const skipped = new Skipped();
  let isFirst = false;
  const first = (id: string) => {
    isFirst = seen.add(id);
    if (isFirst && isPaid(layout.kind, id)) reused += 1;
    return isFirst;
  };
  for await (const rows of readRowChunks(path, layout, name, skipped)) {
    for (const row of rows) {
      isFirst = false;
      countRow(counts, row, first);
      findIn(findings, row, layout, isFirst);
    }
  }
  const summary = toSummary(name, layout.kind, counts, reused);
  const description = describeLayout(layout, name);
  return { layout, summary, findings, description, skipped: skipped.inWords() };
}

function toSummary(file: string, kind: IdentifierKind, counts: RowCounts, reused: number): Summary {
  const unique = counts.rows - counts.invalid - counts.duplicates;
  const rest = unique - reused;
  return {
    batch: null,
    kind,
    file,
    state: rest === 0 ? 'complete' : 'incomplete',
    ...counts,
    unique,
    reused,
    found: reused,
    notFound: 0,
    skipped: 0,
    failed: 0,
    pending: rest,
    unconfirmed: 0,
    credits: { estimated: rest, charged: 0, saved: reused },
    jobs: [],
    output: null,
  };
}
