import type { Deps, LocalDeps } from '../../../batch/dependencies.js';
import { finishRemovals } from '../../../batch/removal.js';
import { requireSettleTime } from '../../../config/addresses.js';
import type { StoppedWork } from '../../../base/facts.js';
import { createReporter, type Reporter } from './reporter.js';
import type { Host } from '../../shared/command.js';
import { stoppable } from '../../shared/user.js';
import { type OpenAccount, withAccount, withLedger } from '../../shared/with-account.js';
import type { Waiting } from './options.js';

/** Runs `work` with only the ledger, then removes what an earlier command could not. A signal ends all, or `during` only. */
export function withStoredBatches<T>(
  host: Host,
  work: (deps: LocalDeps) => Promise<T>,
  during?: StoppedWork,
): Promise<T> {
  const withStop = (stop: AbortSignal) =>
    withLedger(host, (ledger) =>
      reporting(host, async ({ emit }) => {
        const made = { baseUrl: '', keyFingerprint: '' };
        const result = await work({ ...made, ...localDeps(host), ledger, emit, stop });
        // What was asked for is done; where files may not be removed, a later command tries again.
        await finishRemovals(ledger).catch(() => undefined);
        return result;
      }),
    );
  if (during !== undefined) return stoppable(host, during, withStop);
  return withStop(new AbortController().signal);
}

type BatchWork<T> = (deps: Deps, begin: Reporter['begin']) => Promise<T>;

/** Runs `work` with ledger and service. The first Ctrl-C stops between two requests, the second immediately. */
export function withBatchService<T>(
  host: Host<Waiting>,
  work: BatchWork<T>,
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
  work: BatchWork<T>,
  file?: string,
): Promise<T> {
  const { settle, deadline: patience } = host.options;
  const deadline = host.context.clock.now() + patience;
  const baseUrl = host.account.isSandbox ? 'sandbox' : service.baseUrl;
  const { clock, told } = heartbeat;
  const times = { clock, deadline, settle, stop };
  const own = { ...localDeps(host), ledger, baseUrl, keyFingerprint, ...times };
  const report = ({ waiting, emit, begin }: Reporter) => {
    waits.shown = waiting;
    return work({ ...own, client: client.within({ deadline }), emit }, begin);
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

function localDeps({ context, account: { terms } }: Host) {
  return { clock: context.clock, newId: () => context.newId(), terms };
}
