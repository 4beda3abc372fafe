import { join } from 'node:path';
import type { JobTrouble } from '../../errors/facts.js';
import { readFileCell, type ColumnKind, type IdentifierKind } from '../../identifiers/index.js';
import { FirstRows } from '../plan/first-rows.js';
import {
  describeLayout,
  detectLayout,
  readRowChunks,
  Skipped,
  type InputLayout,
  type InputOptions,
  type InputOrigin,
  type InputRow,
  type Unpacking,
} from '../../input/index.js';
import { copyInput, isPlainText, unchanged, type Source } from '../../input/private-copy.js';
import { expectedCost } from '../../money/cost.js';
import { DEFAULT_PRICES } from '../../money/price.js';
import { added, idCounter, toAsk, type LedgerKnowledge } from './paid-ids.js';
import { countRow, noRows, refuseNoneValid, type RowCounts } from '../plan/plan.js';
import type { KnownIds } from '../../ledger/index.js';
import type { Summary } from '../summary.js';

export interface Checked {
  readonly path: string;
  readonly name: string;
  readonly input: InputOptions;
  readonly origin?: InputOrigin;
}

/** What is told of an input. */
export interface InputReport<Trouble = JobTrouble> {
  readonly layout: InputLayout;
  readonly summary: Summary<Trouble>;
  readonly paidBefore: number;
  readonly description: string;
  readonly findings: Findings;
  readonly skipped: readonly string[];
  /** What a run would send of the batch that it would continue. */
  readonly work?: RunWork;
}

export interface RunWork {
  readonly toSend: number;
  readonly running: number;
}

export async function checkFile(
  { path, name, input, origin }: Checked,
  known?: LedgerKnowledge,
  told?: (rows: number) => void,
): Promise<InputReport<never>> {
  const layout = await detectLayout(path, input, name, origin);
  const counts = noRows();
  const findings: Findings = {
    ...{ reasons: {}, repaired: noneFound(), duplicates: noneFound() },
    ...{ ragged: noneFound(), otherKind: noneFound() },
  };
  const firsts = new FirstRows(false);
  const ids = idCounter(known?.countKnown);
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
  const summary = toSummary(name, layout.kind, counts, counted, known);
  const { paid: paidBefore } = toAsk(added(counted.cpf, counted.cnpj));
  const description = describeLayout(layout, name);
  return { layout, summary, paidBefore, findings, description, skipped: skipped.inWords() };
}

function toSummary(
  file: string,
  kind: ColumnKind,
  counts: RowCounts,
  ids: Readonly<Record<IdentifierKind, KnownIds>>,
  { prices = DEFAULT_PRICES, rates }: LedgerKnowledge = {},
): Summary<never> {
  const all = unsent(added(ids.cpf, ids.cnpj));
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
    jobs: [],
    output: null,
  };
}

function unsent({ ids: unique, answered: reused }: KnownIds) {
  const none = { notFound: 0, skipped: 0, failed: 0, unconfirmed: 0 };
  return { unique, reused, found: reused, ...none, pending: unique - reused };
}

export interface FoundRows {
  count: number;
  readonly first: number[];
}

export interface Findings {
  readonly reasons: Record<string, FoundRows>;
  readonly repaired: FoundRows;
  readonly duplicates: FoundRows;
  readonly ragged: FoundRows;
  /** Invalid rows whose cell is a valid identifier of the other kind. */
  readonly otherKind: FoundRows;
}

const LISTED = 5;

function findIn(
  findings: Findings,
  { sheetRow, cells, reading }: InputRow,
  layout: InputLayout,
  isFirst: boolean,
): void {
  const { kind, width, origin } = layout;
  // A row of a sheet ends at its last filled cell, so its width may vary.
  const isRagged = width !== undefined && origin?.sheet === undefined && cells.length !== width;
  if (isRagged) addRow(findings.ragged, sheetRow);
  if (reading.valid) {
    if (reading.repaired) addRow(findings.repaired, sheetRow);
    if (!isFirst) addRow(findings.duplicates, sheetRow);
    return;
  }
  addRow((findings.reasons[reading.reason] ??= noneFound()), sheetRow);
  // Eight digits read as a CPF that lost its zeros have the right check digits by chance.
  if (reading.reason === 'cnpj_root' || kind === 'both' || layout.parts !== undefined) return;
  const other = kind === 'cpf' ? 'cnpj' : 'cpf';
  if (readFileCell(cells[layout.column] ?? '', other).valid) addRow(findings.otherKind, sheetRow);
}

function noneFound(): FoundRows {
  return { count: 0, first: [] };
}

function addRow(rows: FoundRows, number: number): void {
  rows.count += 1;
  if (rows.first.length < LISTED) rows.first.push(number);
}

export type InFolder = <T>(work: (folder: string) => Promise<T>) => Promise<T>;

/** A text file in place, else a private copy. @throws UsageError, also where it changes */
export async function withText<T>(
  source: Source,
  name: string,
  input: InputOptions,
  inFolder: InFolder,
  work: (checked: Checked) => Promise<T>,
  how?: Omit<Unpacking, 'limit'>,
): Promise<T> {
  if ('path' in source && input.sheet === undefined && (await isPlainText(source.path))) {
    const { path } = source;
    return unchanged(path, name, () => work({ path, name, input }));
  }
  return inFolder(async (folder) => {
    const path = join(folder, 'input');
    const { origin } = await copyInput(source, path, input, name, how);
    return work({ path, name, input, origin });
  });
}
