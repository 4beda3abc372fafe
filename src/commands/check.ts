import type { Context } from '../context.js';
import { exitCodes } from '../exit-codes.js';
import { readTyped } from '../identifiers/index.js';
import { checkPrinter } from '../output/lookups/check-printer.js';
import { nextSteps, type Run } from '../output/next-step.js';
import { lookOf } from '../output/terminal/terminal.js';
import type { Outcome } from '../program.js';
import type { Host } from './shared/host.js';
import { inputsOf, refuseStdinTwice } from './shared/typed.js';

type CheckHost = Pick<Host, 'context' | 'finish' | 'next' | 'look' | 'quiet' | 'format'>;

/** `confere check`: checks CPFs and CNPJs on this machine; no key, no network. */
export const check = { options: () => ({}), run: checkAll };

export async function checkAlone(
  context: Context,
  { finish, begin }: Outcome,
  ids: readonly string[],
): Promise<void> {
  const run: Run = { platform: context.platform, command: 'check', args: ids, options: [] };
  begin?.(run);
  const look = lookOf(context.stdout, context, { color: 'auto' });
  const shown = { format: 'table', look, quiet: false } as const;
  await checkAll({ context, finish, next: nextSteps(() => run), ...shown }, ids);
}

/** @throws UsageError `stdin_twice` */
async function checkAll(host: CheckHost, ids: readonly string[]): Promise<void> {
  refuseStdinTwice(ids);
  const { context, format } = host;
  const { stdout, stderr } = context;
  const print = await checkPrinter(format, host.look);
  let count = 0;
  const reader = { isGone: false };
  stdout.once('error', () => (reader.isGone = true));
  for await (const { text: input, line: place } of inputsOf(host, ids)) {
    if (reader.isGone) break;
    const checked = readTyped(input);
    if (!checked.valid) count += 1;
    stdout.write(print({ input, checked, place }));
  }
  if (count === 0) return;
  host.finish(exitCodes.partly);
  if (reader.isGone) return;
  // Every exit code but 0 comes with a sentence (contract, "Streams"); loaded only when it is needed.
  const { errorLine } = await import('../output/errors.js');
  const { ConfereError } = await import('../errors.js');
  const error = new ConfereError('some_invalid', { count, of: 'identifiers' });
  stderr.write(errorLine(error, exitCodes.partly, format === 'json', host.next));
}
