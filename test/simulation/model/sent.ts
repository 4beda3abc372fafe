import type { Endpoint } from './account.js';

/** A request that may charge, as it left a command of the user. */
export interface Sent {
  readonly command: number;
  readonly kind: Endpoint;
  readonly items: number;
  /** The tick at which the ledger let it begin. */
  readonly begun: number;
  /** When it left: by the true time, and by the clock that its day is counted by. */
  readonly at: number;
  readonly clock: number;
  /** The tick, and the time, at which its command knew what became of it; Infinity while it does not. */
  ended: number;
  endedAt: number;
  /** Nobody knows what became of it. */
  isLost: boolean;
  /** Credits that the service took for it, and the records that it took them for. */
  taken: number;
  found: number;
}
