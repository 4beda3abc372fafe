import type { Command } from 'commander';
import { join } from 'node:path';
import { stateFolder } from '../config/folders.js';
import type { Context } from '../context.js';
import { ConfereError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';
import { makeFolder } from '../flush.js';
import { t } from '../messages/index.js';
import type { Sandbox, SandboxOptions } from '../sandbox/index.js';
import { badValue, nonNegative, positive } from './shared/option-values.js';
import { type GlobalOptions, type Host, shownBy } from './shared/options.js';

/** `confere sandbox`: runs the service on this machine until Ctrl-C. */
export function defineSandbox(command: Command, host: Host): void {
  command
    .option('--port <n>', t.options.port, nonNegative, 0)
    .option('--plan <name>', t.options.sandboxPlan, named)
    .option('--overage', t.options.overage)
    .option('--no-overage', t.options.noOverage)
    .option('--cost <kind=n...>', t.options.sandboxPrices, addCost)
    .option('--credits <n>', t.options.sandboxCredits, nonNegative)
    .option('--pending <n>', t.options.cnpjBatches, positive)
    .option('--rate <n>', t.options.sandboxRate, positive)
    .option('--realtime-rate <n>', t.options.sandboxRealtimeRate, positive)
    .option('--latency <ms>', t.options.latency, nonNegative)
    .option('--job-speed <n>', t.options.itemsPerSecond, positive)
    .option('--fault <rule...>', t.options.fault)
    .option('--key <key>', t.options.sandboxKey, named)
    .option('--seed <n>', t.options.seed, nonNegative)
    .option('--ephemeral', t.options.ephemeral)
    .action(() => sandbox(host, command.optsWithGlobals<SandboxCommandOptions & GlobalOptions>()));
}

const COST = /^(cpf|cnpj|realtime)=(\d{1,9}(?:\.\d{1,6})?)$/;

/** Adds `cpf=2` to the costs of the options before it. */
function addCost(text: string, before: SandboxCommandOptions['cost'] = {}): typeof before {
  const [, kind, credits] = COST.exec(text) ?? [];
  if (kind === undefined) throw badValue('cost');
  return { ...before, [kind]: Number(credits) };
}

function named(text: string): string {
  if (text.trim() === '') throw badValue('name');
  return text;
}

interface SandboxCommandOptions {
  readonly port: number;
  readonly plan?: string;
  readonly credits?: number;
  readonly overage?: boolean;
  readonly cost?: SandboxOptions['costs'];
  readonly pending?: number;
  readonly rate?: number;
  readonly realtimeRate?: number;
  readonly latency?: number;
  readonly jobSpeed?: number;
  readonly fault?: readonly string[];
  readonly seed?: number;
  readonly key?: string;
  readonly ephemeral?: boolean;
}

/** Serves until Ctrl-C or SIGTERM, the normal end of a server: exit 0. What is left out has the sandbox's default. */
async function sandbox(
  { context, finish }: Host,
  options: SandboxCommandOptions & GlobalOptions,
): Promise<void> {
  const { port, plan, credits, overage, rate, realtimeRate, latency, jobSpeed, seed } = options;
  const { cost: costs, pending: pendingBatches, fault: faults, key: apiKey, ephemeral } = options;
  const { quiet } = shownBy(options).presentation;
  const { stdout, stderr, clock } = context;
  const ended = stopSignal(context);
  const tell = (text: string) => {
    if (!quiet) stderr.write(text);
  };
  const service = await start(stateFolder(context), {
    ...{ port, plan, credits, overage, costs, pendingBatches },
    ...{ rate, realtimeRate, latency, jobSpeed, seed, faults, apiKey },
    clock,
    statePath: ephemeral === true ? ':memory:' : join(stateFolder(context), 'sandbox.db'),
    onAnew: () => {
      tell(`${t.servers.sandboxStateOutdated}\n`);
    },
    onRequest: ({ method, path, status, ms }) => {
      tell(`${method} ${path} ${status} ${Math.round(ms)} ms\n`);
    },
  });
  stdout.write(exportLines(service, context.platform));
  tell(`${t.servers.sandboxReady(service.plan, service.credits)}\n`);
  await ended;
  await service.close();
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
    const { startSandbox } = await import('../sandbox/index.js');
    return await startSandbox(options);
  } catch (error) {
    if (error instanceof ConfereError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfereError('state_unusable', { of: 'sandbox', folder, reason }, { cause: error });
  }
}

/** The `export` lines for a shell, on Windows as PowerShell sets variables; they come first. */
function exportLines(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  platform: string,
): string {
  return platform === 'win32'
    ? `$env:CONFERE_BASE_URL = '${baseUrl}'\n$env:CONFERE_API_KEY = '${apiKey}'\n`
    : `export CONFERE_BASE_URL=${baseUrl}\nexport CONFERE_API_KEY=${apiKey}\n`;
}
