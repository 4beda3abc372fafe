import { appendFile } from 'node:fs/promises';
import { t } from '../../messages/index.js';
import type { ConfereError } from '../../errors.js';
import { type ExitCode, exitCodeOf } from '../../exit-codes.js';
import { safeJson } from '../../foreign-text.js';
import { errorLine } from '../../output/errors.js';
import { markdownTable, stepSummary } from '../../output/github.js';
import { createLiveLine } from '../../output/terminal/live.js';
import type { Host } from './host.js';

export function say({ context, quiet }: Host, text: string): void {
  if (!quiet) context.stderr.write(text);
}

export function answer({ context, json }: Host, value: unknown, text: string): void {
  context.stdout.write(json ? `${safeJson(value)}\n` : text);
}

/** Reports an error that does not end the command; returns the exit code that it sets. */
export function tellError(
  { context, next, json }: Pick<Host, 'context' | 'next' | 'json'>,
  error: ConfereError,
  code = exitCodeOf(error.kind),
): ExitCode {
  context.stderr.write(errorLine(error, code, json, next));
  return code;
}

/** Ms. */
const A_MOMENT = 1_000;

/** A line that moves, in a terminal, where `work` takes longer than a moment. */
export async function alive<T>(host: Host, work: () => Promise<T>): Promise<T> {
  const line = createLiveLine(host.context, host, A_MOMENT);
  line.show(t.progress.workingOnLedger);
  try {
    return await work();
  } finally {
    line.end();
  }
}

/** What cannot be written changes nothing else. */
export async function appendSummary(
  { context, next }: Host,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  const path = stepSummary(context);
  if (path === undefined) return;
  const text = markdownTable(`confere ${next.of}`, columns, rows);
  await appendFile(path, text).catch(() => undefined);
}
