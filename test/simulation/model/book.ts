import type { Endpoint } from './account.js';
import type { Sent } from './sent.js';

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
