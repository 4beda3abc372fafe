import type {
  SpendingReport,
  AssumedPrice,
  Days,
  GroupKey,
  Sums,
  Grouping,
} from '../../money/spending.js';
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
    json: reportJson,
    jsonl: rowsOf,
    csv: (report) => {
      const header = [...keyFields[report.by], ...SUMS];
      const rows = rowsOf(report).map((row) => header.map((field) => toCell(field, row[field])));
      return [header, ...rows];
    },
    text: (report) => spendingTable(report, look) + fittingLines(spendingNotes(report), look),
  });
}

function reportJson(report: SpendingReport) {
  const { by, days, total, assumedPrices } = report;
  return {
    by,
    ...dayNames(days),
    groups: rowsOf(report),
    total: sumsRow(total),
    assumedPrices,
  };
}

const DAY = 86_400_000;

/** The first and the last day; null where there is no limit. */
function dayNames({ since, until }: Days) {
  const name = (at: number) =>
    Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : null;
  return { since: name(since), until: name(until - DAY) };
}

/** The fields of a row that say what it is. */
const keyFields = {
  month: ['month'],
  day: ['day'],
  kind: ['kind'],
  profile: ['profile', 'baseUrl'],
  batch: ['source', 'batch', 'file', 'createdAt'],
} as const;

const SUMS = [
  ...(['found', 'charged', 'assumed', 'saved'] as const),
  ...(['atRisk', 'possiblyCharged'] as const),
] as const;

type Row = Readonly<Record<string, unknown>>;

function rowsOf(report: SpendingReport): Row[] {
  return report.groups.map(({ key, ...sums }) => ({ ...keyRow(key), ...sumsRow(sums) }));
}

function keyRow(key: GroupKey): Row {
  switch (key.of) {
    case 'month':
    case 'day':
      return { [key.of]: key.name };
    case 'kind':
      return { kind: key.kind };
    case 'profile':
      return { profile: key.profile, baseUrl: key.baseUrl };
    case 'batch': {
      const { id, file, createdAt } = key.batch;
      return { source: 'batch', batch: id, file, createdAt: new Date(createdAt).toISOString() };
    }
    case 'lookups':
    case 'deleted':
      return { source: key.of, batch: null, file: null, createdAt: null };
  }
}

function sumsRow(sums: Sums): Row {
  return Object.fromEntries(SUMS.map((field) => [field, sums[field]]));
}

const LONG_BAR = 24;
const SHORT_BAR = 12;
/** A narrower terminal shows no bars. */
const NARROW = 60;

interface Shown extends Column {
  readonly cell: (sums: Sums) => string;
}

/** A line for each group, and their sum; in a terminal with a bar of the credits charged. Empty without a group. */
function spendingTable({ by, groups, total }: SpendingReport, look: Look): string {
  if (groups.length === 0) return '';
  const columns = shownColumns(total);
  const sums = (of: Sums) => columns.map(({ cell }) => cell(of));
  const hasChart = look.isTerminal && look.columns >= NARROW && groups.length > 1;
  const charged = groups.map((group) => group.charged);
  const bars = hasChart ? barsOf(by, charged, look) : [];
  const own = keyColumns(by);
  const rows = groups.map(({ key, ...of }, at) => [...keyCells(key), ...sums(of), bars[at] ?? '']);
  if (groups.length > 1) rows.push([t.spend.all, ...own.slice(1).map(() => ''), ...sums(total)]);
  const chart: Column[] = hasChart ? [{ title: '', ifNarrow: 'omit' }] : [];
  return rowsText([...own, ...columns, ...chart], rows, look);
}

function keyColumns(by: Grouping): Column[] {
  switch (by) {
    case 'month':
      return [{ title: t.spend.month }];
    case 'day':
      return [{ title: t.account.day }];
    case 'kind':
      return [{ title: t.table.kind }];
    case 'profile':
      return [{ title: t.config.fromProfile }, { title: t.spend.baseUrl, ifNarrow: 'cut' }];
    case 'batch':
      return [{ title: t.table.batch }, { title: t.table.file, ifNarrow: 'cut' }];
  }
}

function keyCells(key: GroupKey): string[] {
  switch (key.of) {
    case 'month': {
      const first = formatDay(Date.parse(key.name));
      return [t.language === 'pt-BR' ? first.slice(3) : first.slice(0, 7)];
    }
    case 'day':
      return [formatDay(Date.parse(key.name))];
    case 'kind':
      return [kindTitle(key.kind)];
    case 'profile':
      return [key.profile, key.baseUrl ?? t.spend.sandbox];
    case 'batch':
      return [key.batch.id, printable(key.batch.file)];
    case 'lookups':
      return [t.spend.singleLookups, ''];
    case 'deleted':
      return [t.spend.deletedBatches, ''];
  }
}

/** A column of which all is zero says nothing, but for what everybody looks for. */
function shownColumns({ atRisk, possiblyCharged }: Sums): Shown[] {
  const column = (title: string, cell: Shown['cell']) => ({ title, isNumber: true, cell });
  return [
    column(t.table.found, ({ found }) => formatNumber(found)),
    column(t.table.credits, creditsCell),
    column(t.spend.saved, ({ saved }) => formatNumber(saved)),
    ...(atRisk > 0 ? [column(t.spend.atRisk, (sums) => formatNumber(sums.atRisk))] : []),
    ...(possiblyCharged > 0
      ? [column(t.spend.possiblyCharged, (sums) => formatNumber(sums.possiblyCharged))]
      : []),
  ];
}

/** The text below the table says what `~` means. */
function creditsCell({ charged, assumed }: Sums): string {
  return `${assumed > 0 ? '~' : ''}${formatNumber(charged)}`;
}

/** A bar of the credits of each group; the longest is as long as the column. */
function barsOf(by: Grouping, charged: readonly number[], { paint }: Look): string[] {
  const room = by === 'batch' || by === 'profile' ? SHORT_BAR : LONG_BAR;
  const most = Math.max(...charged);
  return charged.map((credits) => {
    if (credits <= 0) return '';
    return paint.green('█'.repeat(Math.max(1, Math.round((credits / most) * room))));
  });
}

/** What a record of this kind is called. */
function kindTitle(kind: PriceKind): string {
  return kind === 'realtime' ? t.spend.realtimeCpf : kind.toUpperCase();
}

/** What the columns mean, below the table. */
function spendingNotes({ total, assumedPrices }: SpendingReport): string {
  const lines = [
    ...assumedPrices.map(assumedLine),
    ...(total.atRisk > 0 ? [t.spend.atRiskNote] : []),
    ...(total.possiblyCharged > 0 ? [t.spend.possiblyChargedNote] : []),
  ];
  return lines.length === 0 ? '' : `\n${lines.map((line) => `${line}\n`).join('')}`;
}

function assumedLine({ kind, price }: AssumedPrice): string {
  return t.spend.assumedPriceNote(price, kindTitle(kind), kind);
}
