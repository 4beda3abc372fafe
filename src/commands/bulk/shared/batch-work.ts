import type { Deps, LocalDeps } from '../../../batch/dependencies.js';
import { finishRemovals } from '../../../batch/removal.js';
import { fingerprint } from '../../../config/api-key.js';
import { requireSettleTime } from '../../../config/base-url.js';
import { createReporter, type Reporter } from '../../../output/batches/reporter.js';
import type { Host } from '../../shared/command-host.js';
import type { OnAccount } from '../../shared/open-service.js';
import { withAccount, withLedger, type OpenAccount } from '../../shared/with-account.js';
import type { WaitingRequest } from './options.js';
import { OtherKeyError, NoSuchBatchError } from '../../../batch/find-batch.js';
import { storedKey } from '../../../config/account.js';
import type { Context } from '../../../context.js';
import type { AccountRequest } from '../../shared/account-request.js';
import { wayToBatch } from './other-ledgers.js';

/** A request about stored batches: no key, no network. */
export type StoredBatchRequest = OnAccount;

/** A request that asks the service about a batch. */
export interface BatchWorkRequest extends OnAccount {
  readonly waiting: WaitingRequest;
}

/** Runs `work` with only the ledger, then removes what an earlier command could not. Without `stop`, a signal ends all. */
export function withStoredBatches<T>(
  host: Host,
  request: StoredBatchRequest,
  work: (deps: LocalDeps) => Promise<T>,
  stop = new AbortController().signal,
): Promise<T> {
  const made = { baseUrl: '', keyFingerprint: '', stop };
  return withLedger(host, request, (ledger) =>
    reporting(host, request, (reporter) =>
      advised(host, request.account, async () => {
        const result = await work(localDeps(host, request, ledger, made, reporter));
        // What was asked for is done; where files may not be removed, a later command tries again.
        await finishRemovals(ledger).catch(() => undefined);
        return result;
      }),
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
  work: (deps: Deps, begin: Reporter['begin']) => Promise<T>,
): Promise<T> {
  return withOpenService(host, request, (open) => onBatch(host, request, open, work));
}

/** Opens the service for work on any number of batches, each `onBatch`. */
export function withOpenService<T>(
  host: Host,
  request: BatchWorkRequest,
  work: (open: OpenAccount) => Promise<T>,
): Promise<T> {
  return withAccount(host, request, { stoppable: 'batch' }, (open) => {
    requireSettleTime(request.waiting.settle, open.baseUrl);
    return work(open);
  });
}

/** Runs `work` on one batch, with a deadline and a display of its own. */
export function onBatch<T>(
  host: Host,
  request: BatchWorkRequest,
  { ledger, client: whole, stop, waits, heartbeat, ...service }: OpenAccount,
  work: (deps: Deps, begin: Reporter['begin']) => Promise<T>,
): Promise<T> {
  const { deadline: patience, settle } = request.waiting;
  const deadline = host.context.clock.now() + patience;
  const client = whole.within({ deadline });
  const baseUrl = request.account.isSandbox ? 'sandbox' : service.baseUrl;
  const made = { baseUrl, keyFingerprint: fingerprint(service.apiKey), stop };
  const seen = { ...request, told: heartbeat.told };
  return reporting(host, seen, (reporter) => {
    waits.shown = reporter.waiting;
    const local = localDeps(host, request, ledger, made, reporter);
    const deps = { ...local, client, deadline, settle, clock: heartbeat.clock };
    return advised(host, request.account, () => work(deps, reporter.begin));
  });
}

interface Seen {
  readonly file?: string;
  /** Called after each line. */
  readonly told?: () => void;
}

/** Shows what happens during `work`; whatever it says afterwards stands below. */
export async function reporting<T>(
  { context, next }: Host,
  { presentation, file = '', told }: Pick<OnAccount, 'presentation'> & Seen,
  work: (reporter: Reporter) => Promise<T>,
): Promise<T> {
  const { env, platform, release, stderr, clock } = context;
  const surroundings = { env, platform, release, stderr, clock, next, file, told };
  const reporter = createReporter(surroundings, presentation);
  try {
    return await work(reporter);
  } finally {
    reporter.stop();
  }
}

function localDeps(
  { context }: Host,
  { account }: OnAccount,
  ledger: LocalDeps['ledger'],
  madeBy: Pick<LocalDeps, 'baseUrl' | 'keyFingerprint' | 'stop'>,
  reporter: Reporter,
): LocalDeps {
  return {
    ...{ ...madeBy, ledger },
    clock: context.clock,
    newId: () => context.newId(),
    emit: reporter.emit,
    costs: account.costs,
    source: account.isSandbox ? 'sandbox' : 'api',
  };
}

/**
 * Runs `work`. If the batch belongs to another profile, base URL or key, the error says how to select
 * it.
 */
async function advised<T>(
  { context }: Host,
  account: AccountRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoSuchBatchError) throw await withWay(context, account, error);
    if (error instanceof OtherKeyError) throw await withStoredKey(context, account, error);
    throw error;
  }
}

async function withWay(context: Context, account: AccountRequest, error: NoSuchBatchError) {
  const way = await wayToBatch(context, account, error.prefix);
  return way === undefined ? error : new NoSuchBatchError(error.prefix, way);
}

/** The stored key, which an option or the environment overrides, may be the one that made the batch. */
async function withStoredKey(context: Context, account: AccountRequest, error: OtherKeyError) {
  const { profile, apiKeyFile } = account;
  const stored = await storedKey(context, profile);
  const isIt = stored !== undefined && fingerprint(stored.apiKey) === error.batch.keyFingerprint;
  if (!isIt) return error;
  const variable = context.env['CONFERE_API_KEY'] ? 'CONFERE_API_KEY' : 'CONFERE_API_KEY_FILE';
  const hiddenBy = apiKeyFile === undefined ? variable : 'option';
  return new OtherKeyError(error.batch, error.inUse, error.left, { profile, hiddenBy });
}
