import type { Endpoint } from './account.js';

/** A request that may charge, as it left a command of the user. */
export interface Sent {
  readonly command: number;
  readonly kind: Endpoint;
  readonly items: number;
  /** When the ledger let it begin: by the true time, and by the clock that its day is counted by. */
  readonly begun: number;
  readonly clock: number;
  /** When its command knew what became of it; Infinity while it does not. */
  ended: number;
  /** Nobody knows what became of it. */
  isLost: boolean;
  /** Credits that the service took for it, and the records that it took them for. */
  taken: number;
  found: number;
}
