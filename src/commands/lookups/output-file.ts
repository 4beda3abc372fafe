import { createWriteStream } from 'node:fs';
import { extname, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Context } from '../../context.js';
import { ConfereError } from '../../errors.js';
import { refuseOverwrite, refuseUnwritable } from '../../export/targets/target.js';
import type { Host } from '../shared/command-host.js';

/** Where the records go. */
export interface OutputFile {
  /** Standard output where it is left out, or `-`. */
  readonly output?: string;
  readonly overwrite: boolean;
}

/** The format of a file by its name; undefined leaves the usual one. */
export function formatByName(output = ''): string | undefined {
  const extension = extname(output).toLowerCase();
  if (extension === '.csv') return 'csv';
  return ['.json', '.jsonl'].includes(extension) ? 'jsonl' : undefined;
}

/**
 * Runs `work` with a file (UTF-8, mode 0600) in place of stdout, which PowerShell reads in another code page. Records
 * are in it as they come. It is tried before anything is sent.
 *
 * @throws UsageError if it cannot be written, or exists; ConfereError `output_failed` if the disk is full
 */
export async function writingInto(
  host: Host,
  { output = '-', overwrite }: OutputFile,
  work: (host: Host) => Promise<void>,
): Promise<void> {
  if (output === '-') {
    await work(host);
    return;
  }
  const path = resolve(output);
  await refuseUnwritable(path);
  if (!overwrite) await refuseOverwrite(path, { outputs: {} });
  const stdout = createWriteStream(path, { mode: 0o600 });
  const failure: { error?: NodeJS.ErrnoException } = {};
  stdout.on('error', (error) => (failure.error ??= error));
  try {
    await work({ ...host, context: withStdout(host.context, stdout) });
  } finally {
    stdout.end();
    await finished(stdout).catch(() => undefined);
  }
  if (failure.error === undefined) return;
  const reason = failure.error.code ?? failure.error.message;
  throw new ConfereError('output_failed', { reason, path }, { cause: failure.error });
}

function withStdout(context: Context, stdout: Context['stdout']): Context {
  return new Proxy(context, {
    get: (target, name) =>
      name === 'stdout' ? stdout : (Reflect.get(target, name, target) as unknown),
  });
}
