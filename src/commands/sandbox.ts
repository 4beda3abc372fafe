import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { stateFolder } from '../config/folders.js';
import { exitCodes } from '../exit-codes.js';
import type { GlobalOptions, Host } from './host.js';
import { nonNegative } from './numbers.js';

interface SandboxFlags extends GlobalOptions {
  readonly port: number;
  readonly plan?: string;
  readonly credits?: number;
  readonly rate?: number;
  readonly latency?: number;
  readonly jobSpeed?: number;
  readonly seed?: number;
  readonly ephemeral?: boolean;
}

/** `confere sandbox`: the service on this machine, until Ctrl-C. */
export function defineSandbox(program: Command, host: Host): void {
  program
    .command('sandbox')
    .description('serve the whole service on 127.0.0.1, with invented records')
    .option('--port <n>', 'port, 0 for a free one', nonNegative, 0)
    .option('--plan <name>', 'plan of the account')
    .option('--credits <n>', 'credits of the account', nonNegative)
    .option('--rate <n>', 'simple lookups a minute', nonNegative)
    .option('--latency <ms>', 'milliseconds before each answer', nonNegative)
    .option('--job-speed <n>', 'batch items a second', nonNegative)
    .option('--seed <n>', 'seed of the invented records', nonNegative)
    .option('--ephemeral', 'keep no state')
    .action(async (_: unknown, command: Command) => {
      await serve(host, command.optsWithGlobals<SandboxFlags>());
    });
}

async function serve({ context, finish }: Host, flags: SandboxFlags): Promise<void> {
  const { startSandbox } = await import('../sandbox/index.js');
  const { port, plan, credits, rate, latency, jobSpeed, seed } = flags;
  const given = Object.entries({ port, plan, credits, rate, latency, jobSpeed, seed });
  const chosen = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  const folder = stateFolder(context);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const statePath = flags.ephemeral === true ? ':memory:' : join(folder, 'sandbox.db');
  const sandbox = await startSandbox({ ...chosen, clock: context.clock, statePath });
  context.stdout.write(
    `export CONFERE_BASE_URL=${sandbox.baseUrl}\nexport CONFERE_API_KEY=${sandbox.apiKey}\n`,
  );
  await new Promise<void>((resolve) => {
    const forget = context.onStopSignal(() => {
      forget();
      resolve();
    });
  });
  await sandbox.close();
  finish(exitCodes.ok);
}
