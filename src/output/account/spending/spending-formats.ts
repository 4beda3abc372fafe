import type { SpendingReport } from '../../../money/spending/spending-report.js';
import type { Days, GroupKey, Sums } from '../../../money/spending/sums.js';
import { safeJson, visibleLines } from '../../../foreign-text.js';
import { toCell } from '../../../records/cells.js';
import type { Look } from '../../terminal/terminal.js';

type SpendingPrinter = (report: SpendingReport) => string;

/** Prints what was spent in a format. `--json` and CSV name the sums alike. */
export async function spendingPrinter(
  format: 'table' | 'json' | 'jsonl' | 'csv',
  look: Look,
): Promise<SpendingPrinter> {
  switch (format) {
    case 'json':
      return (report) => `${safeJson(reportJson(report), look.isTerminal ? 2 : undefined)}\n`;
    case 'jsonl':
      return (report) =>
        rowsOf(report)
          .map((row) => `${safeJson(row)}\n`)
          .join('');
    case 'csv':
      return csvPrinter(look);
    case 'table': {
      const { spendingNotes, spendingTable } = await import('./spending-table.js');
      const { fittingLines } = await import('../../terminal/streams.js');
      return (report) => spendingTable(report, look) + fittingLines(spendingNotes(report), look);
    }
  }
}

async function csvPrinter({ isTerminal }: Look): Promise<SpendingPrinter> {
  const { csvLines } = await import('../../../records/csv-lines.js');
  return (report) => {
    const header = [...keyFields[report.by], ...SUMS];
    const rows = rowsOf(report).map((row) => header.map((field) => toCell(field, row[field])));
    const text = csvLines([header, ...rows]);
    return isTerminal ? visibleLines(text) : text;
  };
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
