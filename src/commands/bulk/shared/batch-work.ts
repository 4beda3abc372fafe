import type { Deps, LocalDeps } from '../../../batch/dependencies.js';
import { finishRemovals } from '../../../batch/removal.js';
import { requireSettleTime } from '../../../config/addresses.js';
import type { StoppedWork } from '../../../base/facts.js';
import { createReporter, type Reporter } from './reporter.js';
import type { CommandContext } from '../../shared/command.js';
import { stoppable } from '../../shared/user.js';
import { type OpenAccount, withAccount, withLedger } from '../../shared/with-account.js';
import type { Waiting } from './options.js';

/** Runs `work` with only the ledger, then removes what an earlier command could not. A signal ends all, or `during` only. */
export function withStoredBatches<T>(
  command: CommandContext,
  work: (deps: LocalDeps) => Promise<T>,
  during?: StoppedWork,
): Promise<T> {
  const withStop = (stop: AbortSignal) =>
    withLedger(command, (ledger) =>
      reporting(command, async ({ emit }) => {
        const made = { baseUrl: '', keyFingerprint: '' };
        const result = await work({ ...made, ...localDeps(command), ledger, emit, stop });
        // What was asked for is done; where files may not be removed, a later command tries again.
        await finishRemovals(ledger).catch(() => undefined);
        return result;
      }),
    );
  if (during !== undefined) return stoppable(command, during, withStop);
  return withStop(new AbortController().signal);
}

type BatchWork<T> = (deps: Deps, begin: Reporter['begin']) => Promise<T>;

/** Runs `work` with ledger and service. The first Ctrl-C stops between two requests, the second immediately. */
export function withBatchService<T>(
  command: CommandContext<Waiting>,
  work: BatchWork<T>,
  file?: string,
): Promise<T> {
  return withOpenService(command, (open) => onBatch(command, open, work, file));
}

export function withOpenService<T>(
  command: CommandContext<Waiting>,
  work: (open: OpenAccount) => Promise<T>,
): Promise<T> {
  return withAccount(command, { stoppable: 'batch' }, (open) => {
    requireSettleTime(command.options.settle, open.baseUrl);
    return work(open);
  });
}

/** Runs `work` on one batch, with a deadline and a display of its own. `file`: its input, where it is known. */
export function onBatch<T>(
  command: CommandContext<Waiting>,
  { ledger, client, stop, waits, heartbeat, keyFingerprint, ...service }: OpenAccount,
  work: BatchWork<T>,
  file?: string,
): Promise<T> {
  const { settle, deadline: patience } = command.options;
  const deadline = command.context.clock.now() + patience;
  const baseUrl = command.account.isSandbox ? 'sandbox' : service.baseUrl;
  const { clock, told } = heartbeat;
  const times = { clock, deadline, settle, stop };
  const own = { ...localDeps(command), ledger, baseUrl, keyFingerprint, ...times };
  const report = ({ waiting, emit, begin }: Reporter) => {
    waits.shown = waiting;
    return work({ ...own, client: client.within({ deadline }), emit }, begin);
  };
  return reporting(command, report, file, told);
}

export async function reporting<T>(
  command: CommandContext,
  work: (reporter: Reporter) => Promise<T>,
  file = '',
  told?: () => void,
): Promise<T> {
  const { env, platform, stderr, clock } = command.context;
  const surroundings = { env, platform, stderr, clock, next: command.next, file, told };
  const reporter = createReporter(surroundings, command);
  try {
    return await work(reporter);
  } finally {
    reporter.stop();
  }
}

function localDeps({ context, account: { terms } }: CommandContext) {
  return { clock: context.clock, newId: () => context.newId(), terms };
}
