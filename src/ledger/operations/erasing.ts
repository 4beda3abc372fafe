import { type IdentifierKind, kindOf } from '../../identifiers/index.js';
import type { Db, Row } from '../db/db.js';
import type { Engine } from '../db/engine.js';
import { ANSWER, divided, isOfJob, placeOf, tallyOf } from '../job-items.js';
import type { Claim } from './balances.js';
import { FOUND_BY_JOB, summed, toClaim } from '../tables/charges.js';
import type { Tables } from '../tables/index.js';
import type { Items } from '../tables/items.js';
import type { Batch } from '../types.js';

/** An identifier about which a single lookup is under way, or left in doubt. */
export interface OpenIdentifier {
  readonly kind: IdentifierKind;
  readonly id: string;
}

/** What a ledger has of some identifiers; nothing was changed. */
export interface StoredAbout {
  /** Batches that have any of them; `state`: what the service may still do for their jobs. */
  readonly batches: readonly {
    readonly num: number;
    readonly id: string;
    readonly state: 'ended' | 'running' | 'unconfirmed';
  }[];
  readonly records: readonly Claim[];
  readonly open: readonly OpenIdentifier[];
}

/** Identifiers that go from a batch, and the private copy without them, which is on disk already. */
export interface ErasedRows {
  readonly batch: number;
  readonly ids: readonly string[];
  /** The rows (1-based) that had one. */
  readonly rows: readonly number[];
  /** How many of these had lost zeros. */
  readonly repaired: number;
  /** The layout of the copy as JSON. */
  readonly layout: string;
  readonly hash: string;
  readonly size: number;
}

/** Forgets single people and companies. What they were charged stays countable. */
export function erasingOperations({ erase, read }: Engine) {
  return {
    storedAbout: read(async function ({ erasing }, ids: readonly string[]): Promise<StoredAbout> {
      return {
        batches: await erasing.batchesWith(ids),
        records: await erasing.recordsOf(ids),
        open: await erasing.openLookups(ids),
      };
    }),
    /**
     * Deletes identifiers from a batch and overwrites them on disk. Their rows count as invalid, for the reason `erased`. The
     * batch is no longer known by its content, which the same file has still. Returns `running` or `unconfirmed`, and changes
     * nothing, while the service may be processing a job of one of them.
     */
    eraseFromBatch: erase(eraseFromBatch),
    /**
     * Deletes the records of identifiers, shown or not, and overwrites them on disk; returns how many. Deletes none while a
     * batch has one of them (`in_use`), or a single lookup of one is not over.
     */
    eraseRecords: erase(eraseRecords),
  };
}

async function eraseFromBatch(
  tables: Tables,
  erased: ErasedRows,
): Promise<'erased' | 'running' | 'unconfirmed'> {
  const { batches, erasing, jobs, spending } = tables;
  const { batch: num, ids } = erased;
  const own = (await erasing.batchesWith(ids)).find((one) => one.num === num);
  if (own !== undefined && own.state !== 'ended') return own.state;
  const [batch] = await batches.find({ num });
  if (batch === undefined) return 'erased';
  const gone = await erasing.takeItems(num, ids);
  for (const kind of ['cpf', 'cnpj'] as const)
    await spending.keepSavingsIn(num, kind, gone.reused[kind]);
  await jobs.recount(num);
  await erasing.keepErased(num, without(batch, erased, gone));
  return 'erased';
}

/** The numbers of a batch whose erased rows are invalid. */
function without(
  batch: Batch,
  { rows, repaired, ...copy }: ErasedRows,
  gone: TakenItems,
): KeptErased {
  // Every identifier had a row, also where the copy shows none.
  const count = Math.max(rows.length, gone.items);
  const { paid } = batch.erased;
  return {
    invalid: batch.invalid + count,
    duplicates: batch.duplicates - (count - gone.items),
    repaired: batch.repaired - repaired,
    reasons: { ...batch.reasons, ...erasedRows(batch, count) },
    erased: {
      rows: [...batch.erased.rows, ...rows],
      paid: { cpf: paid.cpf + gone.paid.cpf, cnpj: paid.cnpj + gone.paid.cnpj },
    },
    layout: copy.layout,
    hash: copy.hash,
    size: copy.size,
  };
}

function erasedRows({ reasons }: Batch, count: number): Readonly<Record<string, number>> {
  return count === 0 ? {} : { erased: (reasons['erased'] ?? 0) + count };
}

async function eraseRecords(
  { erasing, holders }: Tables,
  ids: readonly string[],
): Promise<number | 'in_use' | OpenIdentifier> {
  const [open] = await erasing.openLookups(ids);
  if (open !== undefined) return open;
  // Whoever paid for a record is about to show it, also to those who wait for it instead of paying.
  for (const { kind, id, holder } of await erasing.unshownOf(ids))
    if (await holders.lives(holder)) return { kind, id };
  if ((await erasing.batchesWith(ids)).length > 0) return 'in_use';
  return await erasing.forget(ids);
}

/** How many identifiers went from a batch, and how many records of each kind its jobs had paid for. */
export interface TakenItems {
  readonly items: number;
  readonly paid: Readonly<Record<IdentifierKind, number>>;
  /** How many records of each kind answered that were paid for before. */
  readonly reused: Readonly<Record<IdentifierKind, number>>;
}

/** What a batch is without them. */
export interface KeptErased extends Pick<
  Batch,
  'invalid' | 'duplicates' | 'repaired' | 'reasons' | 'erased'
> {
  readonly layout: string;
  readonly hash: string;
  readonly size: number;
}

/** A record that nobody has been shown, and the session that paid for it. */
export interface HeldUnshown extends OpenIdentifier {
  readonly holder: string;
}

const KINDS = "kind IN ('cpf', 'cnpj')";

/** What there is of single identifiers, and how it goes. */
export function createErasing(db: Db, items: Pick<Items, 'of' | 'store'>) {
  const rowsWith = finder(db, items);
  return { ...createFindStored(db, rowsWith), ...createErase(db, items, rowsWith) };
}

type RowsWith = ReturnType<typeof finder>;

/** Finds the rows that have any of these identifiers, and their places in it. */
function finder(db: Db, own: Pick<Items, 'of'>) {
  return async function* (ids: readonly string[], batch: number | null = null) {
    const rows = await db.all(
      `SELECT b.num, b.id, i.seq, j.state, j.price FROM items i JOIN batches b ON b.num = i.batch
         LEFT JOIN jobs j ON j.batch = i.batch AND j.seq = i.seq
       WHERE ($2::bigint IS NULL OR i.batch = $2) AND EXISTS (
         SELECT 1 FROM unnest($1::text[]) AS wanted (id) WHERE strpos(i.ids, wanted.id) > 0)
       ORDER BY b.num, i.seq`,
      ...[ids, batch],
    );
    for (const row of rows) {
      const items = await own.of(Number(row['num']), Number(row['seq']));
      const places = ids.map((id) => placeOf(items, id)).filter((at) => at >= 0);
      if (places.length > 0) yield { row, places, items };
    }
  };
}

function createFindStored(db: Db, rowsWith: RowsWith) {
  return {
    async batchesWith(ids: readonly string[]): Promise<StoredAbout['batches']> {
      const all = new Map<number, StoredAbout['batches'][number]>();
      for await (const { row, places, items } of rowsWith(ids)) {
        const num = row['num'] as number;
        const isOurs = places.some((at) => isOfJob(items.answers[at] ?? 0));
        const known = all.get(num) ?? { num, id: row['id'] as string, state: 'ended' };
        all.set(num, isOurs ? { ...known, state: later(known.state, stateOf(row)) } : known);
      }
      return [...all.values()];
    },
    /** By what they cost. */
    async recordsOf(ids: readonly string[]): Promise<Claim[]> {
      const prices = new Map<number, Row[string]>();
      for await (const { row, places, items } of rowsWith(ids))
        for (const at of places)
          if (items.answers[at] === ANSWER.found)
            prices.set(items.records[at] ?? 0, row['price'] ?? null);
      const sql = `SELECT num, kind FROM records WHERE ${KINDS} AND id = ANY ($1::text[])`;
      const rows = await db.all(sql, ids);
      return summed(
        rows.map(({ num, kind }) => {
          return toClaim({ kind: kind ?? null, price: prices.get(Number(num)) ?? null, n: 1 });
        }),
      );
    },
    async openLookups(ids: readonly string[]): Promise<OpenIdentifier[]> {
      const sql = `SELECT kind, id FROM lookups
        WHERE state IN ('asking', 'doubtful') AND ${KINDS} AND id = ANY ($1::text[])`;
      return (await db.all(sql, ids)) as unknown as OpenIdentifier[];
    },
    /** Records that nobody has been shown, with the session that paid. */
    async unshownOf(ids: readonly string[]): Promise<HeldUnshown[]> {
      const sql = `SELECT kind, id, holder FROM unshown
        WHERE ${KINDS} AND id = ANY ($1::text[]) AND shown_at IS NULL`;
      return (await db.all(sql, ids)) as unknown as HeldUnshown[];
    },
  };
}

function createErase(db: Db, own: Pick<Items, 'store'>, rowsWith: RowsWith) {
  return {
    /** What the jobs of these identifiers found stays counted in them. */
    async takeItems(batch: number, ids: readonly string[]): Promise<TakenItems> {
      const taken = { items: 0, paid: { cpf: 0, cnpj: 0 }, reused: { cpf: 0, cnpj: 0 } };
      const keepFound = `UPDATE jobs AS j SET found = ${FOUND_BY_JOB}
        WHERE j.batch = $1 AND j.seq = $2 AND j.state <> 'planned'`;
      for await (const { row, places, items } of rowsWith(ids, batch)) {
        const seq = row['seq'] as number;
        await db.run(keepFound, batch, seq);
        const those = new Set(places);
        const [gone, kept] = divided(items, (at) => those.has(at));
        await own.store(batch, seq, kept);
        const { found, reused } = tallyOf(gone);
        const kind = kindOf({ length: items.width });
        taken.items += gone.rows.length;
        taken.paid[kind] += found;
        taken.reused[kind] += reused;
      }
      return taken;
    },
    /** The copy without the rows takes the place of the one that it was made of. */
    async keepErased(num: number, kept: KeptErased): Promise<void> {
      await db.run(
        `UPDATE batches SET invalid = $1, duplicates = $2, repaired = $3, reasons = $4, erased = $5, layout = $6,
           input_hash = $7, input_size = $8, match_key = 'erased ' || id, generation = 1 WHERE num = $9`,
        ...[kept.invalid, kept.duplicates, kept.repaired, JSON.stringify(kept.reasons)],
        ...[JSON.stringify(kept.erased), kept.layout, kept.hash, kept.size, num],
      );
      if (db.engine === 'sqlite') return;
      await db.run('DELETE FROM copies WHERE batch = $1 AND number < $2', num, NEXT_COPY);
      await db.run(
        'UPDATE copies SET number = number - $2::integer WHERE batch = $1',
        ...[num, NEXT_COPY],
      );
    },
    /** Returns how many records went. */
    async forget(ids: readonly string[]): Promise<number> {
      const those = `WHERE ${KINDS} AND id = ANY ($1::text[])`;
      await db.run(`DELETE FROM unshown ${those}`, ids);
      return db.run(`DELETE FROM records ${those}`, ids);
    },
  };
}

/** The pieces of a private copy that is to take the place of another one have numbers from here on, until it does. */
export const NEXT_COPY = 1_000_000;

type State = StoredAbout['batches'][number]['state'];

/** What may still happen to the identifiers of a job, which may be none. */
function stateOf({ state }: Row): State {
  if (state === 'unconfirmed') return 'unconfirmed';
  return state === 'submitting' || state === 'accepted' ? 'running' : 'ended';
}

const STATES: readonly State[] = ['ended', 'running', 'unconfirmed'];

function later(one: State, other: State): State {
  return STATES[Math.max(STATES.indexOf(one), STATES.indexOf(other))] ?? other;
}
