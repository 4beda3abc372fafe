import type { SpendingReport } from '../../../money/spending/spending-report.js';
import type { Days, GroupKey, Sums } from '../../../money/spending/sums.js';
import { safeJson, visibleLines } from '../../../foreign-text.js';
import { toCell } from '../../../records/cell-text.js';
import type { NextSteps } from '../../next-step/next-steps.js';
import type { Look } from '../../terminal/terminal.js';

type SpendingPrinter = (report: SpendingReport) => string;

/** Prints what was spent in a format. `--json` and CSV name the sums alike. */
export async function spendingPrinter(
  format: 'table' | 'json' | 'jsonl' | 'csv',
  look: Look,
  next: NextSteps,
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
      const { spendingTable } = await import('./spending-table.js');
      const { agreementText } = await import('./agreement-text.js');
      const { fittingLines } = await import('../../terminal/streams.js');
      return (report) =>
        spendingTable(report, look) + fittingLines(agreementText(report, next), look);
    }
  }
}

async function csvPrinter({ isTerminal }: Look): Promise<SpendingPrinter> {
  const { csvLines } = await import('../../../records/csv-lines.js');
  return (report) => {
    const header = [...keyFields[report.by], ...sumFields(report)];
    const rows = rowsOf(report).map((row) => header.map((field) => toCell(field, row[field])));
    const text = csvLines([header, ...rows]);
    return isTerminal ? visibleLines(text) : text;
  };
}

function reportJson(report: SpendingReport) {
  const { by, days, total, assumedPrices, accounts } = report;
  return {
    by,
    ...dayNames(days),
    groups: rowsOf(report),
    total: pick(total, SUMS),
    assumedPrices,
    accounts: accounts.map(accountJson),
  };
}

function accountJson({
  owner,
  account,
  prices,
  span,
  fallen,
  ...agreement
}: SpendingReport['accounts'][number]) {
  return {
    ...{ ...owner, account, prices },
    from: span && iso(span.from),
    to: span && iso(span.to),
    ...agreement,
    fallen: fallen.map(({ from, at, ...fall }) => ({ from: iso(from), to: iso(at), ...fall })),
  };
}

const DAY = 86_400_000;

function iso(at: number): string {
  return new Date(at).toISOString();
}

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
  ...(['atRisk', 'possiblyCharged', 'others'] as const),
] as const;

/** What others spent belongs to no batch and to no kind. */
function sumFields({ by }: Pick<SpendingReport, 'by'>): readonly (keyof Sums)[] {
  return by === 'batch' || by === 'kind' ? SUMS.slice(0, -1) : SUMS;
}

type Row = Readonly<Record<string, unknown>>;

function rowsOf(report: SpendingReport): Row[] {
  const fields = sumFields(report);
  return report.groups.map(({ key, ...sums }) => ({ ...keyRow(key), ...pick(sums, fields) }));
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

function pick(sums: Sums, fields: readonly (keyof Sums)[]): Row {
  return Object.fromEntries(fields.map((field) => [field, sums[field]]));
}
