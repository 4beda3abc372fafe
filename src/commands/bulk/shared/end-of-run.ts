import type { Summary } from '../../../batch/summary.js';
import { ConfereError } from '../../../errors.js';
import type { ExitCode } from '../../../exit-codes.js';
import { maskIdentifiers } from '../../../identifiers/index.js';
import { formatNumber, t } from '../../../messages/index.js';
import type { FileOutcome } from '../../../output/batches/files.js';
import { hasOneLine, isLive } from '../../../output/terminal/live.js';
import { printable } from '../../../output/terminal/text.js';
import type { Host, Presentation } from '../../shared/options.js';
import { appendSummary } from '../../shared/step-summary.js';
import { tellError } from '../../shared/tell-error.js';

/** What a command tells whoever does not watch it. */
export interface EndOptions {
  /** A command line of the platform's shell. */
  readonly notify?: string;
  readonly presentation: Presentation;
}

/** Whoever waits longer (ms) looks elsewhere. */
const LONG = 10_000;

/** Rings the bell of a terminal and names its window after a long run; not where nothing may move. */
export function ringAtEnd(
  { context, startedAt }: Pick<Host, 'context' | 'startedAt'>,
  presentation: Presentation,
  { file, state }: { readonly file: string; readonly state: Summary['state'] },
): void {
  const { stderr, clock, env } = context;
  if (clock.now() - startedAt <= LONG || !isLive(context, presentation)) return;
  const title = `${file.split(/[\\/]/).at(-1) ?? ''} ${t.table.states[state]}`;
  // An old console would print the title.
  const isOld = hasOneLine(context) || env['TERM'] === 'linux';
  const name = isOld ? '' : `\u001b]2;confere: ${maskIdentifiers(printable(title))}\u0007`;
  (stderr.bare ?? stderr).write(`${name}\u0007`);
}

/** Runs the user's command with the JSON summary on its standard input. Its failure is told, and changes no exit code. */
export async function notifyEnd(
  host: Pick<Host, 'context' | 'next'>,
  { notify, presentation }: EndOptions,
  json: string,
  code: ExitCode,
): Promise<void> {
  if (notify === undefined) return;
  const { runInShell } = await import('../../../shell.js');
  const reason = await runInShell(notify, json, withoutKey(host.context.env));
  if (reason === undefined) return;
  tellError(host, new ConfereError('notify_failed', { reason }), presentation.json, code);
}

/** The numbers of each file for the summary of a step of GitHub Actions. */
export async function summarizeStep(
  host: Pick<Host, 'context' | 'next'>,
  outcomes: readonly FileOutcome[],
): Promise<void> {
  const { file, rows, found, notFound, invalid, credits, exit } = t.table;
  const columns = [file, rows, found, notFound, invalid, credits, exit];
  const lines = outcomes.map(({ summary, ...one }) => {
    const { rows, found, notFound, invalid, credits } = summary ?? {};
    const counts = [rows, found, notFound, invalid, credits?.now];
    const numbers = counts.map((count) => (count === undefined ? '' : formatNumber(count)));
    return [one.file, ...numbers, String(one.exitCode)];
  });
  await appendSummary(host, columns, lines);
}

/** Windows writes the names of variables in any case. */
function withoutKey(env: Host['context']['env']): Host['context']['env'] {
  const kept = Object.entries(env).filter(([name]) => name.toUpperCase() !== 'CONFERE_API_KEY');
  return Object.fromEntries(kept);
}
