import type { SpendingReport, GroupKey, Sums } from '../../money/spending.js';
import { answerPrinter, type Format, type Print } from '../answer-printer.js';
import { toCell } from '../../records/cells.js';
import { fittingLines } from '../terminal/streams.js';
import type { Look } from '../terminal/terminal.js';
import { formatDay, formatNumber, t } from '../../messages/index.js';
import { printable } from '../terminal/text.js';
import { rowsText, type Column } from '../terminal/table.js';
import type { PriceKind } from '../../ledger/index.js';

/** Prints what was spent in a format. `--json` and CSV name the sums alike. */
export function spendingPrinter(format: Format, look: Look): Promise<Print<SpendingReport>> {
  return answerPrinter(format, look, {
    json: (report) => ({
      by: report.by,
      since: dayOf(report.days.since),
      until: dayOf(report.days.until - DAY),
      groups: rowsOf(report),
      total: sumsRow(report.total),
      assumedPrices: report.assumedPrices,
    }),
    jsonl: rowsOf,
    csv: (report) => {
      const header = [...FIELDS[report.by], ...SUMS];
      const rows = rowsOf(report).map((row) => header.map((field) => toCell(field, row[field])));
      return [header, ...rows];
    },
    text: (report) => spendingTable(report, look) + fittingLines(spendingNotes(report), look),
  });
}

const DAY = 86_400_000;

/** Null where there is no limit. */
function dayOf(at: number): string | null {
  return Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : null;
}

const FIELDS = {
  month: ['month'],
  day: ['day'],
  kind: ['kind'],
  profile: ['profile', 'baseUrl'],
  batch: ['source', 'batch', 'file', 'createdAt'],
} as const;

const SUMS = ['found', 'charged', 'assumed', 'saved', 'atRisk', 'possiblyCharged'] as const;

type Row = Readonly<Record<string, unknown>>;

function rowsOf({ by, groups }: SpendingReport): Row[] {
  return groups.map(({ key, ...sums }) => {
    const { values } = namesOf(key);
    const own = FIELDS[by].map((field, at) => [field, values[at] ?? null] as const);
    return { ...Object.fromEntries(own), ...sumsRow(sums) };
  });
}

function sumsRow(sums: Sums): Row {
  return Object.fromEntries(SUMS.map((field) => [field, sums[field]]));
}

/** `values`: those of the fields; `cells`: as people see them. */
function namesOf(key: GroupKey): Readonly<Record<'values' | 'cells', readonly (string | null)[]>> {
  switch (key.of) {
    case 'month':
    case 'day': {
      const day = formatDay(Date.parse(key.name));
      const month = t.language === 'pt-BR' ? day.slice(3) : day.slice(0, 7);
      return { values: [key.name], cells: [key.of === 'day' ? day : month] };
    }
    case 'kind':
      return { values: [key.kind], cells: [kindTitle(key.kind)] };
    case 'profile': {
      const { profile, baseUrl } = key;
      return { values: [profile, baseUrl], cells: [profile, baseUrl ?? t.spend.sandbox] };
    }
    case 'batch': {
      const { id, file, createdAt } = key.batch;
      const created = new Date(createdAt).toISOString();
      return { values: ['batch', id, file, created], cells: [id, printable(file)] };
    }
    case 'lookups':
      return { values: [key.of], cells: [t.spend.singleLookups] };
    case 'deleted':
      return { values: [key.of], cells: [t.spend.deletedBatches] };
  }
}

function spendingTable({ by, groups, total }: SpendingReport, look: Look): string {
  if (groups.length === 0) return '';
  const [first, second] = {
    month: [t.spend.month],
    day: [t.account.day],
    kind: [t.table.kind],
    profile: [t.config.fromProfile, t.spend.baseUrl],
    batch: [t.table.batch, t.table.file],
  }[by];
  const own: Column[] = [
    { title: first ?? '' },
    ...(second === undefined ? [] : [{ title: second, ifNarrow: 'end' as const }]),
  ];
  const columns = sumColumns(total);
  const line = (cells: readonly (string | null)[], sums: Sums) => [
    ...own.map((_, at) => cells[at] ?? ''),
    ...columns.map(({ cell }) => cell(sums)),
  ];
  const rows = groups.map(({ key, ...sums }) => line(namesOf(key).cells, sums));
  if (groups.length > 1) rows.push(line([t.spend.all], total));
  return rowsText([...own, ...columns], rows, look);
}

/** A column of which all is zero says nothing, but for what everybody looks for. */
function sumColumns({ atRisk, possiblyCharged }: Sums) {
  const column = (title: string, cell: (sums: Sums) => string) => ({ title, isNumber: true, cell });
  const risk = column(t.spend.atRisk, (sums) => formatNumber(sums.atRisk));
  const possibly = column(t.spend.possiblyCharged, (sums) => formatNumber(sums.possiblyCharged));
  return [
    column(t.table.found, ({ found }) => formatNumber(found)),
    // The text below the table says what `~` means.
    column(t.table.credits, (sums) => (sums.assumed > 0 ? '~' : '') + formatNumber(sums.charged)),
    column(t.spend.saved, ({ saved }) => formatNumber(saved)),
    ...(atRisk > 0 ? [risk] : []),
    ...(possiblyCharged > 0 ? [possibly] : []),
  ];
}

function kindTitle(kind: PriceKind): string {
  return kind === 'realtime' ? t.spend.realtimeCpf : kind.toUpperCase();
}

function spendingNotes({ total, assumedPrices }: SpendingReport): string {
  const lines = [
    ...assumedPrices.map(({ kind, price }) =>
      t.spend.assumedPriceNote({ price, title: kindTitle(kind), kind }),
    ),
    ...(total.atRisk > 0 ? [t.spend.atRiskNote] : []),
    ...(total.possiblyCharged > 0 ? [t.spend.possiblyChargedNote] : []),
  ];
  return lines.length === 0 ? '' : `\n${lines.map((line) => `${line}\n`).join('')}`;
}
