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

/** One charge, as the service wrote it down. */
export interface Charge {
  readonly at: number;
  readonly endpoint: Endpoint;
  readonly id: string;
  readonly credits: number;
  /** The job id, or the number of the request. */
  readonly by: string;
  /** The request of the user behind it. */
  readonly sent: Sent | undefined;
}

/** What the service charged, and for whom: the measure of everything. */
export class Book {
  readonly charges: Charge[] = [];

  write(charge: Charge): void {
    this.charges.push(charge);
    if (charge.sent === undefined) return;
    charge.sent.taken += charge.credits;
    charge.sent.found += 1;
  }

  /** The charges of each identifier; those of real-time lookups are counted by themselves. */
  byIdentifier(): Map<string, Charge[]> {
    const found = new Map<string, Charge[]>();
    for (const charge of this.charges) {
      const key = `${charge.endpoint === 'realtime' ? 'realtime ' : ''}${charge.id}`;
      found.set(key, [...(found.get(key) ?? []), charge]);
    }
    return found;
  }
}
