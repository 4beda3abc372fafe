import { columnsOf, tableNamed } from './tables.js';

/** The columns of a table. `past_jobs` of SQLite has its number without a name. */
export function columnList(name: string, aliases: Readonly<Record<string, string>> = {}): string {
  return columnsOf(tableNamed(name))
    .map((column) => aliases[`${name}.${column}`] ?? column)
    .join(', ');
}

/** What is counted as something in a ledger. */
export const EMPTY_SQL = `SELECT NOT EXISTS (SELECT 1 FROM batches) AND NOT EXISTS (SELECT 1 FROM lookups)
  AND NOT EXISTS (SELECT 1 FROM records) AND NOT EXISTS (SELECT 1 FROM readings) AS empty`;

export const UNDER_WAY_SQL = `SELECT 1 AS one FROM jobs WHERE state = 'submitting'
  UNION ALL SELECT 1 FROM lookups WHERE state = 'asking' LIMIT 1`;
