import type { Clock } from '../clock.js';
import type { Ledger } from '../ledger/index.js';
import type { ServiceClient } from '../service/index.js';
import type { Emit } from './events.js';

/** What every use case needs of the world without the service. */
export interface LocalDeps {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly newId: () => string;
  readonly baseUrl: string;
  readonly keyFingerprint: string;
  /** What `lookup_source` says of answers that came from the service. */
  readonly source: 'api' | 'sandbox';
}

export interface Deps extends LocalDeps {
  readonly client: ServiceClient;
  /** Aborted when the user wants to stop: the request under way is finished, the next is not begun. */
  readonly stop: AbortSignal;
  /** Epoch ms. */
  readonly deadline: number;
  /** Milliseconds that `usedCredits` must stand still before an unknown submission may be repeated. */
  readonly settle: number;
}
