import type { Clock } from '../base/clock.js';
import type { AccountTerms, Batch, Ledger } from '../ledger/index.js';
import type { ServiceClient } from '../service/index.js';
import type { Emit } from './events.js';

export interface LocalDeps {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly newId: () => string;
  readonly baseUrl: string;
  readonly keyFingerprint: string;
  readonly terms?: AccountTerms;
  readonly stop: AbortSignal;
}

export interface Deps extends LocalDeps {
  readonly client: ServiceClient;
  /** Epoch ms. */
  readonly deadline: number;
  /** Ms (contract, "Money", rule 2). */
  readonly settle: number;
}

export interface Work extends Deps {
  readonly batch: Batch;
}

/** `lookup_source` (money rule 5). Ask after the last answer has come. */
export async function answerSource({ ledger }: Pick<LocalDeps, 'ledger'>) {
  return (await ledger.isOfSandbox()) ? 'sandbox' : 'api';
}
