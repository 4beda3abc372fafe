/**
 * What a copy of the whole ledger leaves in it. `here`: it was made by a copy and is in use; `copying`: a copy into it
 * has not ended; `moving`: a copy out of it has not ended; `moved`: all of it is elsewhere. Without a mark it is in
 * use, too.
 */
export type MarkState = 'here' | 'copying' | 'moving' | 'moved';

export interface Mark {
  readonly state: MarkState;
  /** Where the other ledger is, for people. */
  readonly place: string;
  /** The name of the copy, which both ledgers have. */
  readonly token: string;
}

/** A row of a table, in the order of its columns. */
export type RawRow = readonly (string | number | Uint8Array | null)[];

/** The tables of a ledger as they are, for a copy of all of it. */
export interface RawTables {
  readonly mark: () => Promise<Mark | undefined>;
  /**
   * Stops all work in this ledger, for a copy out of it. False if something was under way, or another copy had begun,
   * and nothing was changed.
   */
  readonly leave: (mark: Omit<Mark, 'state'>) => Promise<boolean>;
  /**
   * Empties this ledger for a copy into it; false if it may not be: one that has nothing may, one that an earlier copy
   * from the same place began to fill, and one that was moved to where the copy comes from (`origin`: the name of that
   * move).
   */
  readonly receive: (mark: Omit<Mark, 'state'>, origin: string | undefined) => Promise<boolean>;
  /** Changes the state of the copy of this name from one to another; false if it has another state or name. */
  readonly turn: (token: string, from: MarkState, to: MarkState | null) => Promise<boolean>;
  /** Rows after this key (the first columns), in the order of the key; from the first one without it. */
  readonly page: (table: string, after: RawRow | undefined, limit: number) => Promise<RawRow[]>;
  /** The largest key in this table. */
  readonly last: (table: string) => Promise<RawRow | undefined>;
  /** Adds rows, all or none of them, while a copy of this name into this ledger goes on. */
  readonly add: (token: string, table: string, rows: readonly RawRow[]) => Promise<void>;
  /** After the last row: numbers that the ledger gives itself go on from there. */
  readonly settleNumbers: () => Promise<void>;
}

/** What a copy of the whole ledger needs. */
export interface Moving {
  readonly raw: RawTables;
}
