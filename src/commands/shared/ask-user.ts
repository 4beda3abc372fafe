import { createInterface } from 'node:readline/promises';
import { declinedBy } from '../../batch/stop.js';
import { type ErrorFacts, UsageError } from '../../errors.js';
import { t } from '../../messages/index.js';
import { columnsOf } from '../../output/terminal/terminal.js';
import { wrap } from '../../output/terminal/text.js';
import type { Host, Interaction } from './options.js';

/** Whether somebody sits there: both streams must be terminals (contract, "Streams"). */
function isAttended({ context }: Pick<Host, 'context'>): boolean {
  return context.stdin.isTTY === true && context.stderr.isTTY === true;
}

/** Whether questions are possible. */
export function mayAsk(
  host: Pick<Host, 'context'>,
  interaction: Pick<Interaction, 'mayAsk'>,
): boolean {
  return interaction.mayAsk && isAttended(host);
}

/** Whether what charges is asked about: somebody sits there, and neither `--yes` nor a limit has answered. */
export function isAsked(
  host: Pick<Host, 'context'>,
  interaction: Interaction,
  maxCredits: number | undefined,
): boolean {
  return !interaction.yes && maxCredits === undefined && isAttended(host);
}

/**
 * Asks a question that needs a yes; `--yes` answers it. `nothing`: what a no leaves undone.
 *
 * @throws UsageError naming `--yes` if the user cannot be asked; ConfereError `declined` after a no
 */
export async function confirmed(
  host: Host,
  interaction: Interaction,
  question: string,
  stop: AbortSignal,
  nothing: ErrorFacts['declined']['nothing'] = 'changed',
): Promise<void> {
  if (interaction.yes) return;
  if (!mayAsk(host, interaction)) throw new UsageError('needs_yes', { question, nothing });
  if (!(await askYesOrNo(host, question, stop))) throw declinedBy(stop, nothing);
}

/** Accepts yes in English and in the language of the question. */
function isYes(answer: string): boolean {
  return [...t.usage.yesWords.split(' '), 'y', 'yes'].includes(answer.toLowerCase());
}

/** An empty line, the end of the input and a signal mean no. */
export async function askYesOrNo(
  host: Host,
  question: string,
  stop: AbortSignal,
): Promise<boolean> {
  const answer = await askLine(host, t.usage.question(question), stop).catch((error: unknown) => {
    if (stop.aborted) return '';
    throw error;
  });
  return isYes(answer);
}

/** Reads a typed line, trimmed; empty at the end of the input; a signal ends the question. */
export async function askLine(
  { context }: Host,
  question: string,
  stop: AbortSignal,
): Promise<string> {
  const { stdin: input, stderr } = context;
  const { bare: output = stderr } = stderr;
  // After the end of the input, readline would wait for ever.
  if (input.readableEnded) return '';
  // Without raw mode, Ctrl-C stays a signal.
  const lines = createInterface({ input, output, terminal: false });
  const ended = new Promise<undefined>((resolve) =>
    lines.once('close', () => {
      resolve(undefined);
    }),
  );
  try {
    const asked = lines.question(onOwnLines(question, columnsOf(output)), { signal: stop });
    const answer = await Promise.race([asked, ended]);
    // Only Enter moves the cursor to the next line.
    if (answer === undefined) output.write('\n');
    return answer?.trim() ?? '';
  } catch (error) {
    // readline has moved the cursor to the next line.
    throw stop.aborted ? stop.reason : error;
  } finally {
    lines.close();
  }
}

/** No word of a question is broken at the edge; the blank before the answer stays. */
function onOwnLines(question: string, columns: number): string {
  return `${wrap(question.trimEnd(), columns - 1).join('\n')} `;
}
