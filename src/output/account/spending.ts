import type { SpendingReport, Days, GroupKey, Sums } from '../../money/spending.js';
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
      ...dayNames(report.days),
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

/** The first and the last day; null where there is no limit. */
function dayNames({ since, until }: Days) {
  const name = (at: number) =>
    Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : null;
  return { since: name(since), until: name(until - DAY) };
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

function rowsOf({ groups }: SpendingReport): Row[] {
  return groups.map(({ key, ...sums }) => ({ ...namesOf(key).row, ...sumsRow(sums) }));
}

function sumsRow(sums: Sums): Row {
  return Object.fromEntries(SUMS.map((field) => [field, sums[field]]));
}

function namesOf(key: GroupKey): { readonly row: Row; readonly cells: readonly string[] } {
  switch (key.of) {
    case 'month': {
      const first = formatDay(Date.parse(key.name));
      const shown = t.language === 'pt-BR' ? first.slice(3) : first.slice(0, 7);
      return { row: { month: key.name }, cells: [shown] };
    }
    case 'day':
      return { row: { day: key.name }, cells: [formatDay(Date.parse(key.name))] };
    case 'kind':
      return { row: { kind: key.kind }, cells: [kindTitle(key.kind)] };
    case 'profile': {
      const { profile, baseUrl } = key;
      return { row: { profile, baseUrl }, cells: [profile, baseUrl ?? t.spend.sandbox] };
    }
    case 'batch': {
      const { id, file, createdAt } = key.batch;
      const created = new Date(createdAt).toISOString();
      const row = { source: 'batch', batch: id, file, createdAt: created };
      return { row, cells: [id, printable(file)] };
    }
    case 'lookups':
    case 'deleted': {
      const row = { source: key.of, batch: null, file: null, createdAt: null };
      return {
        row,
        cells: [key.of === 'lookups' ? t.spend.singleLookups : t.spend.deletedBatches],
      };
    }
  }
}

function spendingTable({ by, groups, total }: SpendingReport, look: Look): string {
  if (groups.length === 0) return '';
  const titles = {
    month: [t.spend.month],
    day: [t.account.day],
    kind: [t.table.kind],
    profile: [t.config.fromProfile, t.spend.baseUrl],
    batch: [t.table.batch, t.table.file],
  }[by];
  const own = titles.map((title, at): Column =>
    at === 0 ? { title } : { title, ifNarrow: 'end' },
  );
  const columns = sumColumns(total);
  const line = (cells: readonly string[], sums: Sums) => [
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
      t.spend.assumedPriceNote(price, kindTitle(kind), kind),
    ),
    ...(total.atRisk > 0 ? [t.spend.atRiskNote] : []),
    ...(total.possiblyCharged > 0 ? [t.spend.possiblyChargedNote] : []),
  ];
  return lines.length === 0 ? '' : `\n${lines.map((line) => `${line}\n`).join('')}`;
}
