import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../../config/folders.js';
import { ConfereError, UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { anewLine, exportLines, readyLine, servedLine } from '../../output/sandbox-lines.js';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.js';
import type { Host } from '../shared/host.js';
import type { SandboxFlags } from './sandbox-flags.js';
import { say } from '../../text/index.js';

/** Serves until Ctrl-C or SIGTERM, which is how a server ends: exit 0. */
export async function serveSandbox({ context, finish }: Host, flags: SandboxFlags): Promise<void> {
  const { stdout, stderr, clock } = context;
  const ended = new Promise<void>((resolve) => {
    const forget = context.onStopSignal(() => {
      forget();
      resolve();
    });
  });
  const tell = (text: string) => {
    if (flags.quiet !== true) stderr.write(text);
  };
  const sandbox = await start(stateFolder(context), {
    ...flags,
    faults: flags.fault,
    clock,
    statePath: flags.ephemeral === true ? ':memory:' : join(stateFolder(context), 'sandbox.db'),
    onAnew: () => {
      tell(anewLine());
    },
    onRequest: (line) => {
      tell(servedLine(line));
    },
  });
  stdout.write(exportLines(sandbox));
  tell(readyLine(sandbox));
  await ended;
  await sandbox.close();
  finish(exitCodes.ok);
}

/** What is wrong with the folder or the file in it is told as such. */
async function start(folder: string, options: SandboxOptions): Promise<Sandbox> {
  try {
    if (options.statePath !== ':memory:') mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await startSandbox(options);
  } catch (error) {
    if (error instanceof ConfereError) throw error;
    const told = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      'state_unusable',
      say`The sandbox cannot keep its state in ${folder}: ${told}. Set CONFERE_HOME to another folder, or add --ephemeral.`,
      { cause: error },
    );
  }
}
