import type { Format } from '../output/answer-printer.js';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { readTyped } from '../identifiers/index.js';
import { checkPrinter } from '../output/lookups/check-printer.js';
import { nextSteps, type Run } from '../output/next-step.js';
import { lookOf } from '../output/terminal/terminal.js';
import { version } from '../version.js';
import { formatOf, type GlobalOptions, type Host, shownBy } from './shared/options.js';
import { inputsOf, refuseStdinTwice } from './shared/typed.js';

/** `confere check`: checks CPFs and CNPJs on this machine; no key, no network. */
export function defineCheck(command: Command, host: Host): void {
  command.action((ids: string[]) => check(host, ids, command.optsWithGlobals<GlobalOptions>()));
}

/** `confere check <id...>` without options, as the whole command line would run it. */
export async function checkAlone(
  context: Context,
  {
    finish,
    begin,
  }: { readonly finish: (code: ExitCode) => void; readonly begin?: (run: Run) => void },
  ids: readonly string[],
): Promise<void> {
  const run: Run = { platform: context.platform, command: 'check', args: ids, options: [] };
  begin?.(run);
  const startedAt = context.clock.now();
  const host = { context, finish, version: version(), startedAt, next: nextSteps(() => run) };
  await check(host, ids, { color: 'auto', progress: true, input: true });
}

/**
 * Reads each identifier as either kind and prints the result, in the given order. `ids`: `-` stands for the lines of
 * standard input.
 *
 * @throws UsageError for a second `-` and for an unknown format
 */
async function check(host: Host, ids: readonly string[], options: GlobalOptions): Promise<void> {
  refuseStdinTwice(ids);
  const { stdout } = host.context;
  const format = formatOf(options);
  const { presentation } = shownBy(options);
  const print = await checkPrinter(format, lookOf(stdout, host.context, presentation));
  let invalid = 0;
  const reader = { isGone: false };
  stdout.once('error', () => (reader.isGone = true));
  for await (const { text: input, line: place } of inputsOf(host, ids, presentation)) {
    if (reader.isGone) break;
    const checked = readTyped(input);
    if (!checked.valid) invalid += 1;
    stdout.write(print({ input, checked, place }));
  }
  host.finish(invalid === 0 ? exitCodes.ok : exitCodes.partly);
  if (invalid > 0 && !reader.isGone) await tellInvalid(host, invalid, format);
}

/** Every exit code but 0 comes with a sentence (contract, "Streams"); loaded only when it is needed. */
async function tellInvalid(host: Host, count: number, format: Format): Promise<void> {
  const { errorLine } = await import('../output/errors/index.js');
  const { ConfereError } = await import('../errors.js');
  const error = new ConfereError('some_invalid', { count, of: 'identifiers' });
  host.context.stderr.write(errorLine(error, exitCodes.partly, format === 'json', host.next));
}
