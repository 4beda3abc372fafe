import type { Deps } from '../../batch/dependencies.js';
import { runHeld } from '../../batch/work-on-batch.js';
import type { Summary } from '../../batch/summary.js';
import { parseDuration } from '../../config/duration.js';
import type { ConfereError } from '../../errors.js';
import { exitCodes, type ExitCode } from '../../exit-codes.js';
import type { Host } from '../shared/host.js';
import { exitOf, exportRequest, type BulkOptions } from './options.js';
import { prepareTarget } from './run-target.js';
import { openInput } from './submit.js';
import { askingLimits } from './spending.js';
import { withService } from './work.js';

/** How the run of one input ended. */
export interface Ended {
  readonly summary: Summary;
  readonly troubles: readonly ConfereError[];
  /** The exit code that the batch itself deserves. */
  readonly own: ExitCode;
  /** Identifiers that this process submitted. */
  readonly sent: number;
}

/** One input from its reading to its result; what goes wrong once it is a batch is told beside its numbers. */
export function runFile(host: Host, file: string, options: BulkOptions): Promise<Ended> {
  return withService(host, options, (deps) => runBatch(host, deps, file, options));
}

async function runBatch(
  host: Host,
  service: Deps,
  file: string,
  options: BulkOptions,
): Promise<Ended> {
  const { deps, sent } = counting(service);
  const { batch, release } = await openInput(host, deps, file, options);
  try {
    const target = await prepareTarget(host, batch, file, options);
    const interval = parseDuration(options.interval, '--interval');
    const limits = askingLimits(host, deps, options);
    const request = exportRequest(options, target);
    const { summary, trouble, unwritten } = await runHeld(deps, batch, limits, interval, request);
    // What is left without any trouble is what the balance did not cover.
    const forPending = trouble === undefined ? exitCodes.credits : exitCodes.ok;
    const own = exitOf(summary, options.strict === true, forPending);
    const troubles = [trouble, unwritten].filter((one) => one !== undefined);
    return { summary, troubles, own, sent: sent() };
  } finally {
    release();
  }
}

/** Counts the identifiers that are submitted. */
function counting(deps: Deps): { deps: Deps; sent: () => number } {
  let sent = 0;
  const emit: Deps['emit'] = (event) => {
    if (event.type === 'submitting') sent += event.items;
    deps.emit(event);
  };
  return { deps: { ...deps, emit }, sent: () => sent };
}
