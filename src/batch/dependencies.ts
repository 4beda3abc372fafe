import type { Clock } from '../base/clock.js';
import type { Requester } from '../base/requester.js';
import type { AccountTerms, Batch, Ledger } from '../ledger/index.js';
import type { ServiceClient } from '../service/index.js';
import type { Emit } from './events.js';

/** The dependencies of a use case that asks the service nothing. */
export interface LocalDeps {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly newId: () => string;
  readonly baseUrl: string;
  readonly keyFingerprint: string;
  readonly terms?: AccountTerms;
  readonly requester: Requester;
  readonly stop: AbortSignal;
}

/** The dependencies of a use case that asks the service. */
export interface Deps extends LocalDeps {
  readonly client: ServiceClient;
  /** Epoch ms after which nothing is waited for. */
  readonly deadline: number;
  /** The settle time of a job in ms (contract, "Money" 2). */
  readonly settleTime: number;
}

/** The dependencies of work on one batch that this process holds, with that batch. */
export interface Work extends Deps {
  readonly batch: Batch;
}

/**
 * Returns the value of the column `lookup_source` (contract, "Money" 5). The ledger learns from the answers
 * whether they come from a sandbox, so the source is read after the last answer.
 */
export async function readAnswerSource({ ledger }: Pick<LocalDeps, 'ledger'>) {
  return (await ledger.isOfSandbox()) ? 'sandbox' : 'api';
}
