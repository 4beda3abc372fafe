import { createHash } from 'node:crypto';
import { ConfereError } from '../../errors.js';
import type { RawRow, RawTables } from '../operations/moving.js';
import { TABLES, type Table } from '../schema.js';

/** Rows in memory at a time; those with the identifiers of a job are long. */
const PAGE = 2000;
const LONG_PAGE = 16;

function pageOf({ sql }: Table): number {
  return sql.includes('bytea') ? LONG_PAGE : PAGE;
}

/**
 * Copies every row of a ledger that nobody changes into one that only this copy changes. Goes on after the last row
 * of an earlier attempt. `told`: how many rows of a table were copied so far.
 */
export async function copyTables(
  from: RawTables,
  to: RawTables,
  token: string,
  told: (table: string, rows: number) => void,
): Promise<void> {
  for (const table of TABLES) {
    const { name, key } = table;
    let after = await to.last(name);
    for (let copied = 0; ;) {
      const rows = inWholeMs(table, await from.page(name, after, pageOf(table)));
      if (rows.length === 0) break;
      await to.add(token, name, rows);
      after = rows.at(-1)?.slice(0, key.length);
      copied += rows.length;
      told(name, copied);
    }
  }
  await to.settleNumbers();
}

/**
 * Reads both ledgers and compares counts and checksums of every table.
 *
 * @throws ConfereError `ledger_differs`
 */
export async function compareTables(from: RawTables, to: RawTables): Promise<void> {
  for (const table of TABLES)
    if ((await sumOf(from, table)) !== (await sumOf(to, table)))
      throw new ConfereError('ledger_differs', { table: table.name });
}

async function sumOf(raw: RawTables, table: Table): Promise<string> {
  const sum = createHash('sha256');
  const page = pageOf(table);
  let count = 0;
  for (let after: RawRow | undefined; ;) {
    const rows = inWholeMs(table, await raw.page(table.name, after, page));
    for (const row of rows) sum.update(`${JSON.stringify(row.map(inText))}\n`);
    count += rows.length;
    after = rows.at(-1)?.slice(0, table.key.length);
    if (rows.length < page) return `${count} ${sum.digest('hex')}`;
  }
}

function inText(value: RawRow[number]): string | number | null {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

/** SQLite also keeps a part of a millisecond, which PostgreSQL's times do not have. */
function inWholeMs({ columns }: Table, rows: readonly RawRow[]): RawRow[] {
  const isTime = columns.map((column) => /(^|_)at$/.test(column));
  const whole = (value: RawRow[number], at: number) =>
    isTime[at] === true && typeof value === 'number' ? Math.floor(value) : value;
  return rows.map((row) => row.map(whole));
}
