import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCodes } from '../../../exit-codes.js';
import type { Host } from '../../shared/command-host.js';

/** Runs `work` with a private folder, which is removed afterwards, also if the user stops the command. */
export async function withPrivateFolder<T>(
  { context }: Host,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  const forget = context.onStopSignal((signal) => {
    remove();
    context.exit(signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted);
  });
  try {
    return await work(folder);
  } finally {
    forget();
    remove();
  }
}
