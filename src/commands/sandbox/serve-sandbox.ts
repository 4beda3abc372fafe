import { makeFolder } from '../../flush.js';
import { join } from 'node:path';
import { stateFolder } from '../../config/folders.js';
import type { Context } from '../../context.js';
import { ConfereError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { anewLine, exportLines, readyLine, servedLine } from '../../output/server-lines.js';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.js';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import { toPresentation, type Presentation } from '../shared/presentation.js';

export interface SandboxCommandOptions extends GlobalOptions {
  readonly port: number;
  readonly plan?: string;
  readonly credits?: number;
  readonly overage?: boolean;
  readonly cost?: SandboxOptions['costs'];
  readonly pending?: number;
  readonly latency?: number;
  readonly jobSpeed?: number;
  readonly fault?: readonly string[];
  readonly seed?: number;
  readonly key?: string;
  readonly ephemeral?: boolean;
}

/** Options of the service; what is left out has the sandbox's default. */
export interface SandboxRequest {
  readonly presentation: Presentation;
  readonly ephemeral: boolean;
  readonly service: Omit<SandboxOptions, 'clock' | 'statePath' | 'onAnew' | 'onRequest'>;
}

export function toSandboxRequest(options: SandboxCommandOptions): SandboxRequest {
  const { port, plan, credits, overage, rate, realtimeRate, latency, jobSpeed, seed } = options;
  const { cost: costs, pending: pendingBatches, fault: faults, key: apiKey } = options;
  return {
    presentation: toPresentation(options),
    ephemeral: options.ephemeral === true,
    service: {
      ...{ port, plan, credits, overage, costs, pendingBatches },
      ...{ rate, realtimeRate, latency, jobSpeed, seed, faults, apiKey },
    },
  };
}

/** Serves until Ctrl-C or SIGTERM, the normal end of a server: exit 0. */
export async function serveSandbox(
  { context, finish }: Host,
  { presentation, ephemeral, service }: SandboxRequest,
): Promise<void> {
  const { stdout, stderr, clock } = context;
  const ended = stopSignal(context);
  const tell = (text: string) => {
    if (!presentation.quiet) stderr.write(text);
  };
  const sandbox = await start(stateFolder(context), {
    ...service,
    clock,
    statePath: ephemeral ? ':memory:' : join(stateFolder(context), 'sandbox.db'),
    onAnew: () => {
      tell(anewLine());
    },
    onRequest: (line) => {
      tell(servedLine(line));
    },
  });
  stdout.write(exportLines(sandbox, context.platform));
  tell(readyLine(sandbox));
  await ended;
  await sandbox.close();
  finish(exitCodes.ok);
}

/** Resolves on Ctrl-C or SIGTERM. */
function stopSignal(context: Context): Promise<void> {
  return new Promise((resolve) => {
    const forget = context.onStopSignal(() => {
      forget();
      resolve();
    });
  });
}

/** Reports problems with the folder or its file as `state_unusable`. */
async function start(folder: string, options: SandboxOptions): Promise<Sandbox> {
  try {
    if (options.statePath !== ':memory:') makeFolder(folder);
    return await startSandbox(options);
  } catch (error) {
    if (error instanceof ConfereError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfereError('state_unusable', { of: 'sandbox', folder, reason }, { cause: error });
  }
}
