import type { AssumedPrice, SpendingReport } from '../../../money/spending/spending-report.js';
import type { GroupKey, Grouping, Sums } from '../../../money/spending/sums.js';
import { formatNumber, t } from '../../../messages/index.js';
import { printable } from '../../terminal/printable.js';
import { rowsText, type Column } from '../../terminal/rows.js';
import type { Look } from '../../terminal/terminal.js';
import type { PriceKind } from '../../../ledger/index.js';

const LONG_BAR = 24;
const SHORT_BAR = 12;
/** A narrower terminal shows no bars. */
const NARROW = 60;

interface Shown extends Column {
  readonly cell: (sums: Sums) => string;
}

/** A line for each group, and their sum; in a terminal with a bar of the credits charged. Empty without a group. */
export function spendingTable({ by, groups, total }: SpendingReport, look: Look): string {
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
    case 'month':
    case 'day':
      return [key.name];
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
export function spendingNotes({ total, assumedPrices }: SpendingReport): string {
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
