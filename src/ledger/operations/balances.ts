import type { UptimeMark } from '../types.js';

/** What a found record may be priced by: each kind may have its own price (spec, "Costs"). */
export type PriceKind = 'cpf' | 'cnpj' | 'realtime';

/** A number for each kind: records, or credits of one record. */
export type Prices = Readonly<Record<PriceKind, number>>;

/** One credit for each record, for counting records. */
export const ONE_EACH: Prices = { cpf: 1, cnpj: 1, realtime: 1 };

/** One answer of `GET /quota`, as it is stored. */
export interface NewReading {
  /** The `userId` of the answer: all keys of an account share its balance (spec, "Quota record"). */
  readonly account: string;
  readonly keyFingerprint: string;
  /** The tick before the request was sent. */
  readonly before: number;
  /** Epoch ms. */
  readonly at: number;
  readonly plan: string;
  readonly used: number;
  readonly remaining: number;
}

/**
 * One stored answer of `GET /quota`. `before` and `after` are ticks: numbers that the ledger counts up, so
 * that the order of events does not depend on any clock.
 */
export interface BalanceReading {
  /** The tick before the request was sent. */
  readonly before: number;
  /** The tick after the answer came; greater than `before`. */
  readonly after: number;
  /** Epoch ms. */
  readonly at: number;
  readonly plan: string;
  readonly used: number;
  readonly remaining: number;
}

/**
 * One request of ours that may have been charged: a job or a single lookup. The service may charge it between
 * the ticks `begun` and `ended`.
 */
export interface ChargeableRequest {
  readonly kind: PriceKind;
  /** The tick before the request was sent. */
  readonly begun: number;
  /** The tick after its last answer was stored; null while it may still be charged. */
  readonly ended: number | null;
  /** Records that it is known to have found; while it has not ended, more may come. */
  readonly found: number;
  /** Identifiers that it asked for. */
  readonly items: number;
  /** Whether its outcome is unknown, or it was given up without one. */
  readonly isDoubtful: boolean;
}

/** The account's readings in the order of their ticks, and our requests to the account. */
export interface BalanceBook {
  readonly readings: readonly BalanceReading[];
  readonly requests: readonly ChargeableRequest[];
}

/** The book, and what the service may still be doing for this account. */
export interface StoredBook extends BalanceBook {
  /** The ids of the batches that have running jobs, the oldest submission first. */
  readonly liveBatches: readonly string[];
  /** The end of the last job: its tick, and the uptime of the machine that noted it. Null if none has ended. */
  readonly lastEnd: { readonly tick: number; readonly mark: UptimeMark | null } | null;
}

/** A budget of a day or a month. */
export interface PeriodBudget {
  readonly of: 'day' | 'month';
  /** When the period began (epoch ms). */
  readonly since: number;
  /** Credits that may be spent in it. */
  readonly limit: number;
}

/** The balance book (money rule 2 of the contract): every reading of the balance, and what we asked for. */
export interface Balances {
  /** Counts the ledger's ticks up and returns the new one. Call it before the balance is requested. */
  tick(): Promise<number>;
  /** Stores a reading under a new tick. Lookups of sessions that died are doubtful from then on. */
  keepReading(reading: NewReading): Promise<void>;
  /**
   * Credits that requests which began at or after `since` (epoch ms) were charged, or may still be, at these
   * prices; of every key in this ledger.
   */
  spentSince(since: number, prices: Prices): Promise<number>;
  /** The last reading of each UTC day since `since` (epoch ms), the oldest first. */
  dailyReadings(account: string, since: number): Promise<readonly BalanceReading[]>;
  /** The account whose balance was last read with this key. */
  accountOf(keyFingerprint: string): Promise<string | undefined>;
  /**
   * The readings of an account, and every request that was made with its keys since they are kept, read at
   * one moment. Both oldest first.
   */
  balanceBook(account: string): Promise<StoredBook>;
}
