import { kindOf, type IdentifierKind } from '../../identifiers/index.js';
import type { Db, Row } from '../db/db.js';
import type { ItemCounts } from '../types.js';
import { ofBatch } from './notes.js';

/** A batch without identifiers. */
export const NO_ITEMS: ItemCounts = {
  reused: 0,
  found: 0,
  notFound: 0,
  rejected: 0,
  skipped: 0,
  failed: 0,
  abandoned: 0,
  pending: 0,
  unconfirmed: 0,
};

/** The counts of a batch, and those of each kind that it has. */
export type CountsByKind = Readonly<Record<'all' | IdentifierKind, ItemCounts>>;

/** Counts the identifiers of batches by outcome. */
export function createItemCounts(db: Db) {
  return {
    /** Of every batch that has identifiers, or of one, by its number. */
    async counts(batch?: number): Promise<ReadonlyMap<number, CountsByKind>> {
      const { which, given } = ofBatch(batch);
      const rows = await db.all(
        `SELECT i.batch, i.width, j.state, (j.skipped > 0)::integer AS has_skipped, sum(i.waiting) AS waiting,
           sum(i.found) AS found, sum(i.not_found) AS not_found,
           sum(i.rejected + i.refused) AS rejected, sum(i.reused) AS reused
         FROM (SELECT * FROM items WHERE ${which}) i LEFT JOIN jobs j ON j.batch = i.batch AND j.seq = i.seq
         GROUP BY 1, 2, 3, 4`,
        ...given,
      );
      const all = new Map<number, CountsByKind>();
      for (const row of rows) {
        const num = Number(row['batch']);
        const kind = kindOf({ length: Number(row['width']) });
        const known = all.get(num) ?? { all: NO_ITEMS, cpf: NO_ITEMS, cnpj: NO_ITEMS };
        const more = toCounts(row);
        all.set(num, { ...known, all: sum(known.all, more), [kind]: sum(known[kind], more) });
      }
      return all;
    },
    /** When the last answer of a batch was stored (epoch ms); null before the first. */
    async lastAnswerAt(batch: number): Promise<number | null> {
      const sql = 'SELECT max(answered_at) AS at FROM items WHERE batch = $1';
      return ((await db.first(sql, batch))?.['at'] ?? null) as number | null;
    },
  };
}

function toCounts(row: Row): ItemCounts {
  const count = (name: string) => Number(row[name]);
  return {
    ...NO_ITEMS,
    reused: count('reused'),
    found: count('found') + count('reused'),
    notFound: count('not_found'),
    rejected: count('rejected'),
    ...withoutAnswer(row, count('waiting')),
  };
}

/** What became of those without an answer, by the state of their job, which may be none. */
function withoutAnswer(
  { state, has_skipped: hasSkipped }: Row,
  waiting: number,
): Partial<ItemCounts> {
  switch (String(state)) {
    case 'unconfirmed':
    case 'submitting':
      return { unconfirmed: waiting };
    case 'abandoned':
      return { failed: waiting, abandoned: waiting };
    case 'failed':
      return { failed: waiting };
    case 'done':
      return hasSkipped === 1 ? { skipped: waiting } : { failed: waiting };
    default:
      return { pending: waiting };
  }
}

function sum(one: ItemCounts, other: ItemCounts): ItemCounts {
  const names = Object.keys(one) as (keyof ItemCounts)[];
  return Object.fromEntries(
    names.map((name) => [name, one[name] + other[name]]),
  ) as unknown as ItemCounts;
}
