import type { ColumnKind, IdentifierKind } from '../../identifiers/index.js';
import { findIn, noFindings, type Findings } from './findings.js';
import { KindSets } from '../plan/id-set.js';
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
import { noIds, PaidIds, type Ids, type LedgerKnowledge } from './paid-ids.js';
import { countRow, noRows, refuseAllEmpty, type RowCounts } from '../plan/plan.js';
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
  const seen = new KindSets();
  const unique = noIds();
  const paid = new PaidIds(known?.countPaid);
  const skipped = new Skipped();
  let isFirst = false;
  const first = (id: string, kind: IdentifierKind) => {
    isFirst = seen.add(kind, id);
    unique[kind] += Number(isFirst);
    if (isFirst) paid.add(kind, id);
    return isFirst;
  };
  for await (const rows of readRowChunks(path, layout, name, skipped)) {
    for (const row of rows) {
      isFirst = false;
      countRow(counts, row, first);
      findIn(findings, row, layout, isFirst);
    }
    await paid.askIfFull();
    told?.(counts.rows);
  }
  refuseAllEmpty(counts, layout, name);
  const numbers = { counts, unique, reused: await paid.finish() };
  const summary = toSummary(name, layout.kind, numbers, known);
  const description = describeLayout(layout, name);
  return { layout, summary, findings, description, skipped: skipped.inWords() };
}

interface Counted {
  readonly counts: RowCounts;
  readonly unique: Ids;
  readonly reused: Ids;
}

function toSummary(
  file: string,
  kind: ColumnKind,
  { counts, unique, reused }: Counted,
  { prices = DEFAULT_PRICES, rates }: LedgerKnowledge = {},
): Summary<never> {
  const all = unsent(unique.cpf + unique.cnpj, reused.cpf + reused.cnpj);
  const part = (own: IdentifierKind) => ({ kind: own, ...unsent(unique[own], reused[own]) });
  const cost = (ids: Ids) => ids.cpf * prices.cpf + ids.cnpj * prices.cnpj;
  const toSend = { cpf: unique.cpf - reused.cpf, cnpj: unique.cnpj - reused.cnpj };
  const expected = rates === undefined ? null : expectedCost(rates, toSend, prices);
  return {
    batch: null,
    kind,
    file,
    state: all.pending === 0 ? 'complete' : 'incomplete',
    ...counts,
    ...all,
    credits: {
      ...{ estimated: cost(unique) - cost(reused), charged: 0, saved: cost(reused), now: 0 },
      ...(expected && { expected: expected.credits, expectedFrom: expected.answered }),
    },
    ...(kind === 'both' ? { parts: [part('cpf'), part('cnpj')] } : {}),
    jobs: [],
    output: null,
  };
}

function unsent(unique: number, reused: number) {
  const none = { notFound: 0, skipped: 0, failed: 0, unconfirmed: 0 };
  return { unique, reused, found: reused, ...none, pending: unique - reused };
}
