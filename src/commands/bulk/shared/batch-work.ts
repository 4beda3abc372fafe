import type { Deps, LocalDeps } from '../../../batch/dependencies.js';
import { finishRemovals } from '../../../batch/removal.js';
import type { StoppedWork } from '../../../base/facts.js';
import { isPiped } from '../../../base/piped.js';
import { createReporter, type Reporter } from './reporter.js';
import type { CommandContext } from '../../shared/command.js';
import { findRequester } from '../../shared/requester.js';
import { withStopSignal } from '../../shared/user.js';
import { openSession, type Session, withLedger } from '../../shared/session.js';
import type { WaitOptions } from './options.js';

/**
 * Runs `work` with only the ledger, then removes files that an earlier command could not remove. A signal ends the
 * process or, with `during`, only the work.
 */
export function withStoredBatches<T>(
  command: CommandContext,
  work: (deps: LocalDeps) => Promise<T>,
  during?: StoppedWork,
): Promise<T> {
  const workUntilStop = (stop: AbortSignal) =>
    withLedger(command, (ledger) =>
      withReporter(command, async ({ emit }) => {
        // Address and key are empty, because this work never asks the service.
        const account = { baseUrl: '', keyFingerprint: '' };
        const result = await work({ ...account, ...buildLocalDeps(command), ledger, emit, stop });
        // An error of the removal is ignored, because the user's request is done and a later command tries again.
        await finishRemovals(ledger).catch(() => undefined);
        return result;
      }),
    );
  if (during !== undefined) return withStopSignal(command, during, workUntilStop);
  return workUntilStop(new AbortController().signal);
}

type BatchWork<T> = (deps: Deps, begin: Reporter['begin']) => Promise<T>;

/**
 * Opens ledger and service, which the caller closes. The first Ctrl-C stops between two requests, the second at once.
 */
export function openBatchSession(command: CommandContext<WaitOptions>): Promise<Session> {
  return openSession(command, { during: 'batch', settle: command.options.settle });
}

/** Runs `work` on one batch, with ledger and service. `file`: the input of the batch, if it is known. */
export async function withBatchService<T>(
  command: CommandContext<WaitOptions>,
  work: BatchWork<T>,
  file?: string,
): Promise<T> {
  const session = await openBatchSession(command);
  try {
    return await withBatch(command, session, work, file);
  } finally {
    await session.close();
  }
}

/** Runs `work` on a batch that `beginBatch` begins, and ends it afterwards. */
export async function withBatch<T>(
  command: CommandContext<WaitOptions>,
  session: Session,
  work: BatchWork<T>,
  file?: string,
): Promise<T> {
  const { deps, begin, end } = beginBatch(command, session, file);
  try {
    return await work(deps, begin);
  } finally {
    end();
  }
}

/**
 * Creates the deadline and the display for the work on one batch of a session; `end` ends the display. `file`: the input of
 * the batch, if it is known.
 */
export function beginBatch(
  command: CommandContext<WaitOptions>,
  { ledger, client, stop, waitDisplay, stillWaitingNotice, keyFingerprint, ...service }: Session,
  file?: string,
) {
  const { settle, deadline: longestTime } = command.options;
  const deadline = command.context.clock.now() + longestTime;
  const { clock, restart } = stillWaitingNotice;
  const { showWait, emit, begin, stop: end } = createBatchReporter(command, file, restart);
  waitDisplay.show = showWait;
  const deps: Deps = {
    ...buildLocalDeps(command),
    ledger,
    baseUrl: command.account.isSandbox ? 'sandbox' : service.baseUrl,
    keyFingerprint,
    client: client.withBounds({ deadline }),
    clock,
    deadline,
    settleTime: settle,
    stop,
    emit,
  };
  return { deps, begin, end };
}

/** Runs `work` with a reporter that shows what happens to a batch. */
export async function withReporter<T>(
  command: CommandContext,
  work: (reporter: Reporter) => Promise<T>,
  file?: string,
): Promise<T> {
  const reporter = createBatchReporter(command, file);
  try {
    return await work(reporter);
  } finally {
    reporter.stop();
  }
}

function createBatchReporter(command: CommandContext, file = '', onLine?: () => void): Reporter {
  const { env, platform, stderr, clock } = command.context;
  const ignoreKeys = () => command.context.ignoreKeys?.(isPiped(file)) ?? (() => undefined);
  const { creditPrice } = command.options;
  return createReporter(
    { env, platform, stderr, clock, ignoreKeys, next: command.next, file, onLine, creditPrice },
    command,
  );
}

function buildLocalDeps(command: CommandContext) {
  const { context, account } = command;
  const { clock } = context;
  return {
    clock,
    newId: () => context.newId(),
    terms: account.terms,
    requester: findRequester(command),
  };
}
