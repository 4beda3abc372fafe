/** Somebody who works on the ledger: a run that holds a batch, or a session of single lookups. */
export type Worker = (
  | { readonly of: 'batch'; readonly batch: string }
  | { readonly of: 'lookups' }
) & {
  /** The machine, and since when (epoch ms); null where the ledger is this machine's, which does not write it down. */
  readonly host: string | null;
  readonly since: number | null;
};

/** How much is in the ledger, and what has no outcome. */
export interface LedgerCounts {
  /** Records that were paid for. */
  readonly records: number;
  /** Bytes of the private copies of inputs. */
  readonly copyBytes: number;
  /** Submissions and single lookups that are under way. */
  readonly underWay: number;
  /** Submissions and single lookups whose outcome nobody knows yet. */
  readonly unsettled: number;
}

/** What stands between and shares sessions of the server, and for how long a connection has one. */
export type Pooler = 'none' | 'session' | 'transaction';

/** What the ledger is, and who is at work. */
export interface LedgerFacts extends LedgerCounts {
  readonly engine: 'sqlite' | 'postgres';
  /** The folder, or the address of the database without a password. */
  readonly place: string;
  /** The schema in the database; null for a folder. */
  readonly schema: string | null;
  readonly pooler: Pooler;
  /** Bytes of its tables. */
  readonly bytes: number;
  readonly workers: readonly Worker[];
}

/** What the ledger says, and what was counted. */
type Differing = { readonly told: number; readonly counted: number };

/** Something in the ledger that does not add up. `batch`: an id. */
export type Flaw =
  /** `rows = invalid + duplicates + unique` does not hold. */
  | ({ readonly of: 'rows'; readonly batch: string } & Differing)
  /** A job has another number of identifiers than it says. */
  | ({ readonly of: 'job'; readonly batch: string; readonly job: number } & Differing)
  /** Identifiers without an answer that belong to no job. */
  | { readonly of: 'jobless'; readonly batch: string; readonly counted: number }
  /** The stored identifiers of a job have values of other lengths or counts than they say; its number is below 1 for those that the ledger answered. */
  | { readonly of: 'values'; readonly batch: string; readonly job: number }
  /** Identifiers that a batch has twice. */
  | { readonly of: 'twice'; readonly batch: string; readonly counted: number }
  /** Identifiers that were found, and their records are gone. */
  | { readonly of: 'records'; readonly batch: string; readonly counted: number }
  /** Rows of batches that do not exist. */
  | { readonly of: 'orphans'; readonly counted: number }
  /** Events are later than the newest tick. */
  | ({ readonly of: 'ticks' } & Differing)
  /** The database file is damaged. `said`: by SQLite. */
  | { readonly of: 'file'; readonly said: string };

export interface Inspection {
  /** What the ledger is, and who is at work. Changes nothing. */
  ledgerFacts(): Promise<LedgerFacts>;
  /** What does not add up; none in a sound ledger. Reads all of it. */
  flaws(): Promise<Flaw[]>;
  /** Those of these batch ids that it neither has nor saw removed; none while all of it moves to another place. */
  unknownAmong(ids: readonly string[]): Promise<string[]>;
}
