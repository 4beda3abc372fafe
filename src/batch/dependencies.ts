import type { Clock } from '../clock.js';
import type { Batch, Ledger, Prices } from '../ledger/index.js';
import type { ServiceClient } from '../service/index.js';
import type { Emit } from './events.js';

/** What every use case needs that works without the service. */
export interface LocalDeps {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly newId: () => string;
  readonly baseUrl: string;
  readonly keyFingerprint: string;
  /** Credits of a found record, as the user set them; the balance book shows the others. */
  readonly costs?: Partial<Prices>;
  /** `sandbox` for the sandbox inside this process; `answerSource` knows about others. */
  readonly source: 'api' | 'sandbox';
  /** Aborted when the user wants to stop: the current request is completed, the next is not sent. */
  readonly stop: AbortSignal;
}

export interface Deps extends LocalDeps {
  readonly client: ServiceClient;
  /** Epoch ms. */
  readonly deadline: number;
  /** Milliseconds that `usedCredits` must stay unchanged before an unconfirmed submission may be sent again. */
  readonly settle: number;
}

/** The work on a held batch. */
export interface Work extends Deps {
  readonly batch: Batch;
}

/** `lookup_source` (contract, "Money", rule 5): `sandbox` also for one in another process. Ask after the last answer has come. */
export async function answerSource({
  source,
  ledger,
}: Pick<LocalDeps, 'source' | 'ledger'>): Promise<LocalDeps['source']> {
  return (await ledger.isOfSandbox()) ? 'sandbox' : source;
}
