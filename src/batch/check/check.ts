import type { ColumnKind, IdentifierKind } from '../../identifiers/index.js';
import { findIn, noFindings, type Findings } from './findings.js';
import { FirstRows } from '../plan/first-rows.js';
import {
  describeLayout,
  detectLayout,
  readRowChunks,
  Skipped,
  type InputLayout,
  type InputOptions,
  type InputOrigin,
} from '../../input/index.js';
import { expectedCost } from '../../money/expected-cost.js';
import { DEFAULT_PRICES } from '../../money/price.js';
import { added, CountedIds, toAsk, type LedgerKnowledge } from './paid-ids.js';
import { countRow, noRows, refuseNoneValid, type RowCounts } from '../plan/plan.js';
import type { KnownIds } from '../../ledger/index.js';
import type { Summary } from '../summary.js';

/** A text file to check. */
export interface Checked {
  readonly path: string;
  /** The name shown to users. */
  readonly name: string;
  readonly input: InputOptions;
  readonly origin?: InputOrigin;
}

export interface CheckReport {
  readonly layout: InputLayout;
  readonly summary: Summary<never>;
  /** Identifiers that would be asked for although they were paid for before. */
  readonly paidBefore: number;
  /** How the file was understood. */
  readonly description: string;
  readonly findings: Findings;
  /** Sentences about lines that are not rows. */
  readonly skipped: readonly string[];
}

/**
 * What submitting a file would find and its maximum cost. Needs no key and no network, and stores
 * nothing. `told` gets the rows read so far.
 *
 * @throws UsageError for an unusable input
 */
export async function checkFile(
  { path, name, input, origin }: Checked,
  known?: LedgerKnowledge,
  told?: (rows: number) => void,
): Promise<CheckReport> {
  const layout = await detectLayout(path, input, name, origin);
  const counts = noRows();
  const findings = noFindings();
  const firsts = new FirstRows(false);
  const ids = new CountedIds(known?.countKnown);
  const skipped = new Skipped();
  let isFirst = false;
  const first = (id: string, kind: IdentifierKind) => {
    isFirst = firsts.add(kind, id, counts.rows) === counts.rows;
    if (isFirst) ids.add(kind, id);
    return isFirst;
  };
  for await (const rows of readRowChunks(path, layout, name, skipped)) {
    for (const row of rows) {
      isFirst = false;
      countRow(counts, row, first);
      findIn(findings, row, layout, isFirst);
    }
    await ids.askIfFull();
    told?.(counts.rows);
  }
  refuseNoneValid(counts, layout, name);
  const counted = await ids.finish();
  const summary = toSummary(name, layout.kind, { counts, ids: counted }, known);
  const { paid: paidBefore } = toAsk(added(counted.cpf, counted.cnpj));
  const description = describeLayout(layout, name);
  return { layout, summary, paidBefore, findings, description, skipped: skipped.inWords() };
}

interface Counted {
  readonly counts: RowCounts;
  readonly ids: Readonly<Record<IdentifierKind, KnownIds>>;
}

function toSummary(
  file: string,
  kind: ColumnKind,
  { counts, ids }: Counted,
  { prices = DEFAULT_PRICES, rates }: LedgerKnowledge = {},
): Summary<never> {
  const all = unsent(added(ids.cpf, ids.cnpj));
  const part = (own: IdentifierKind) => ({ kind: own, ...unsent(ids[own]) });
  const sum = (of: (known: KnownIds) => number) =>
    of(ids.cpf) * prices.cpf + of(ids.cnpj) * prices.cnpj;
  const asked = { cpf: toAsk(ids.cpf), cnpj: toAsk(ids.cnpj) };
  const expected = rates === undefined ? null : expectedCost(rates, asked, prices);
  return {
    batch: null,
    kind,
    file,
    state: all.pending === 0 ? 'complete' : 'incomplete',
    ...counts,
    ...all,
    credits: {
      estimated: sum((known) => known.ids - known.answered),
      charged: 0,
      saved: sum(({ answered }) => answered),
      now: 0,
      ...(expected && { expected: expected.credits, expectedFrom: expected.answered }),
    },
    parts: kind === 'both' ? [part('cpf'), part('cnpj')] : undefined,
    jobs: [],
    output: null,
  };
}

function unsent({ ids: unique, answered: reused }: KnownIds) {
  const none = { notFound: 0, skipped: 0, failed: 0, unconfirmed: 0 };
  return { unique, reused, found: reused, ...none, pending: unique - reused };
}
