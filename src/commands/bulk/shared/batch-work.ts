import type { Deps, LocalDeps } from '../../../batch/dependencies.js';
import { fingerprint } from '../../../config/api-key.js';
import { createReporter } from '../../../output/batches/batch-event-lines.js';
import type { Host } from '../../shared/command-host.js';
import type { OnAccount } from '../../shared/open-service.js';
import { withAccount, withLedger } from '../../shared/with-account.js';
import type { WaitingRequest } from '../options/waiting-options.js';
import { advised } from './way-to-batch.js';

/** A request about stored batches: no key, no network. */
export type StoredBatchRequest = OnAccount;

/** A request that asks the service about a batch. */
export interface BatchWorkRequest extends OnAccount {
  readonly waiting: WaitingRequest;
}

/** Runs `work` with only the ledger. */
export function withStoredBatches<T>(
  host: Host,
  request: StoredBatchRequest,
  work: (deps: LocalDeps) => Promise<T>,
): Promise<T> {
  return withLedger(host, request, (ledger) =>
    advised(host, request.account, () =>
      work(localDeps(host, request, ledger, { baseUrl: '', keyFingerprint: '' })),
    ),
  );
}

/**
 * Runs `work` with ledger and service. The first Ctrl-C stops between two requests, the second stops
 * immediately.
 */
export function withBatchService<T>(
  host: Host,
  request: BatchWorkRequest,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const deadline = host.context.clock.now() + request.waiting.deadline;
  return withAccount(host, request, { deadline, stoppable: 'batch' }, (open) => {
    const { ledger, client, stop } = open;
    const baseUrl = request.account.isSandbox ? 'sandbox' : open.baseUrl;
    const made = { baseUrl, keyFingerprint: fingerprint(open.apiKey) };
    const local = localDeps(host, request, ledger, made);
    const deps = { ...local, client, stop, deadline, settle: request.waiting.settle };
    return advised(host, request.account, () => work(deps));
  });
}

function localDeps(
  { context, next }: Host,
  { account, presentation }: OnAccount,
  ledger: LocalDeps['ledger'],
  madeBy: Pick<LocalDeps, 'baseUrl' | 'keyFingerprint'>,
): LocalDeps {
  return {
    ...madeBy,
    ledger,
    clock: context.clock,
    newId: () => context.newId(),
    emit: createReporter(
      { env: context.env, stderr: context.stderr, clock: context.clock, next },
      presentation,
    ),
    costs: account.costs ?? {},
    source: account.isSandbox ? 'sandbox' : 'api',
  };
}
