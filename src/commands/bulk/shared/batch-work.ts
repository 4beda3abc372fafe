import type { Deps, LocalDeps } from '../../../batch/dependencies.js';
import { finishRemovals } from '../../../batch/removal.js';
import { requireSettleTime } from '../../../config/base-url.js';
import type { StoppedWork } from '../../../errors/facts.js';
import { createReporter, type Reporter } from '../../../output/batches/reporter.js';
import type { Host } from '../../shared/host.js';
import { type OpenAccount, withAccount, withLedger } from '../../shared/with-account.js';
import { stoppable } from '../../shared/stop-signal.js';
import type { Waiting } from './options.js';

/** Runs `work` with only the ledger, then removes what an earlier command could not. A signal ends all, or `during` only. */
export function withStoredBatches<T>(
  host: Host,
  work: (deps: LocalDeps) => Promise<T>,
  during?: StoppedWork,
): Promise<T> {
  const withStop = (stop: AbortSignal) =>
    withLedger(host, (ledger) =>
      reporting(host, async (reporter) => {
        const made = { baseUrl: '', keyFingerprint: '', stop };
        const result = await work(localDeps(host, ledger, made, reporter));
        // What was asked for is done; where files may not be removed, a later command tries again.
        await finishRemovals(ledger).catch(() => undefined);
        return result;
      }),
    );
  return during === undefined
    ? withStop(new AbortController().signal)
    : stoppable(host, during, withStop);
}

/** Runs `work` with ledger and service. The first Ctrl-C stops between two requests, the second immediately. */
export function withBatchService<T>(
  host: Host<Waiting>,
  work: (deps: Deps, begin: Reporter['begin']) => Promise<T>,
  file?: string,
): Promise<T> {
  return withOpenService(host, (open) => onBatch(host, open, work, file));
}

export function withOpenService<T>(
  host: Host<Waiting>,
  work: (open: OpenAccount) => Promise<T>,
): Promise<T> {
  return withAccount(host, { stoppable: 'batch' }, (open) => {
    requireSettleTime(host.options.settle, open.baseUrl);
    return work(open);
  });
}

/** Runs `work` on one batch, with a deadline and a display of its own. `file`: its input, where it is known. */
export function onBatch<T>(
  host: Host<Waiting>,
  { ledger, client, stop, waits, heartbeat, keyFingerprint, ...service }: OpenAccount,
  work: (deps: Deps, begin: Reporter['begin']) => Promise<T>,
  file?: string,
): Promise<T> {
  const { settle, deadline: patience } = host.options;
  const deadline = host.context.clock.now() + patience;
  const baseUrl = host.account.isSandbox ? 'sandbox' : service.baseUrl;
  const { clock, told } = heartbeat;
  const report = (reporter: Reporter) => {
    waits.shown = reporter.waiting;
    const local = localDeps(host, ledger, { baseUrl, keyFingerprint, stop }, reporter);
    const deps = { ...local, client: client.within({ deadline }), deadline, settle, clock };
    return work(deps, reporter.begin);
  };
  return reporting(host, report, file, told);
}

export async function reporting<T>(
  host: Host,
  work: (reporter: Reporter) => Promise<T>,
  file = '',
  told?: () => void,
): Promise<T> {
  const { env, platform, stderr, clock } = host.context;
  const surroundings = { env, platform, stderr, clock, next: host.next, file, told };
  const reporter = createReporter(surroundings, host);
  try {
    return await work(reporter);
  } finally {
    reporter.stop();
  }
}

function localDeps(
  { context, account }: Host,
  ledger: LocalDeps['ledger'],
  madeBy: Pick<LocalDeps, 'baseUrl' | 'keyFingerprint' | 'stop'>,
  { emit }: Reporter,
): LocalDeps {
  return {
    ...{ ...madeBy, ledger, emit },
    clock: context.clock,
    newId: () => context.newId(),
    costs: account.costs,
    source: account.isSandbox ? 'sandbox' : 'api',
  };
}
