import type { IdentifierKind } from '../../identifiers/index.js';
import type { BalanceReading, ChargeableRequest, PriceKind } from './balances.js';
import { DAY } from '../tables/claims.js';
import type { Engine } from '../db/engine.js';

/** What was charged or saved: jobs of a stored batch, of deleted batches, or single lookups. */
export type SpendingSource = 'batch' | 'deleted' | 'lookups';

/** The batch that spent something. */
export interface SpendingBatch {
  readonly id: string;
  readonly file: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** What one source spent on one kind with one key in one UTC day; in records, not in credits. */
export interface DailySpending {
  /** When the day began (epoch ms). A request counts where it began, a saving where it was planned. */
  readonly day: number;
  readonly kind: PriceKind;
  readonly keyFingerprint: string;
  readonly source: SpendingSource;
  /** Null for what is not one stored batch. */
  readonly batch: SpendingBatch | null;
  /** Records that were charged. */
  readonly found: number;
  /** Records that may have been charged besides, or may still be, in requests about which nothing is decided. */
  readonly atRisk: number;
  /** Records that may have been charged in requests that the user gave up, or had sent again. */
  readonly givenUp: number;
  /** Records of the ledger that answered instead of the service. */
  readonly saved: number;
}

/** A request as the balance book has it, with what it takes to compare it with the whole course. */
export interface DatedRequest extends Pick<
  ChargeableRequest,
  'kind' | 'begun' | 'ended' | 'found'
> {
  /** When it was sent (epoch ms). */
  readonly at: number;
  /** Records that may have been charged besides those found, or may still be. */
  readonly atRisk: number;
}

/** All that the ledger knows of what an account was charged. Both are in the order of ticks. */
export interface AccountCourse {
  /** The readings at which the balance had changed or a day had begun. */
  readonly readings: readonly BalanceReading[];
  readonly requests: readonly DatedRequest[];
}

/** How many identifiers of lists were answered by ended jobs, and how many of those were found. */
export interface HitRate {
  readonly answered: number;
  readonly found: number;
}

/** Of each kind. */
export type HitRates = Readonly<Record<IdentifierKind, HitRate>>;

/** A paid record that answered a single lookup. */
export interface ReusedRecord {
  readonly kind: PriceKind;
  readonly keyFingerprint: string;
  /** Epoch ms. */
  readonly at: number;
}

/** What was spent and saved, over all batches and single lookups that were ever made. */
export interface Spending {
  /** Of every job of this ledger that has ended, whatever key sent it; those of deleted batches, too. */
  hitRates(): Promise<HitRates>;
  dailySpending(): Promise<readonly DailySpending[]>;
  /** The accounts whose balance was read, each with the keys that it was read with. */
  accounts(): Promise<readonly { readonly account: string; readonly keys: readonly string[] }[]>;
  accountCourse(account: string): Promise<AccountCourse>;
  /**
   * Counts a record that answered a single lookup. It is written a little later, at the latest by `close`, and a
   * failure to write it is no error: no money depends on it.
   */
  noteReused(reused: ReusedRecord): Promise<void>;
}

/** Reused records are written together after this time (ms), or when the ledger is closed. */
const WRITTEN_AFTER = 60_000;

export function spendingOperations(engine: Engine) {
  const { read } = engine;
  const reused = collectReused(engine);
  return {
    hitRates: read(({ spending }) => spending.hitRates()),
    dailySpending: read(async function ({ spending }) {
      return await spending.daily(await spending.spendingBatches());
    }),
    accounts: read(({ spending }) => spending.accounts()),
    accountCourse: read(async function ({ spending }, account: string) {
      return {
        readings: await spending.readingsOf(account),
        requests: await spending.datedRequests(account),
      };
    }),
    noteReused: reused.add,
    writeReused: reused.write,
  };
}

interface Collected {
  readonly day: number;
  readonly kind: PriceKind;
  readonly keyFingerprint: string;
  records: number;
}

/** A transaction for each answer would take longer than the answer itself. */
function collectReused(engine: Engine) {
  let collected = new Map<string, Collected>();
  let since: number | undefined;
  const store = engine.write(async function ({ spending }, all: readonly Collected[]) {
    for (const { day, kind, keyFingerprint, records } of all)
      await spending.saved(day, kind, keyFingerprint, records);
  });
  const write = async (): Promise<void> => {
    const all = [...collected.values()];
    collected = new Map();
    since = undefined;
    if (all.length === 0) return;
    try {
      await store(all);
    } catch {
      // No money depends on the count, and the answers were given.
    }
  };
  const add = async ({ kind, keyFingerprint, at }: ReusedRecord): Promise<void> => {
    const day = Math.floor(at / DAY);
    const key = `${day} ${kind} ${keyFingerprint}`;
    const known = collected.get(key) ?? { day, kind, keyFingerprint, records: 0 };
    known.records += 1;
    collected.set(key, known);
    since ??= at;
    if (Math.abs(at - since) >= WRITTEN_AFTER) await write();
  };
  return { add, write };
}
