import { createInterface } from 'node:readline/promises';
import { UsageError } from '../../errors.js';
import type { Host } from './host.js';
import type { Interaction } from './presentation.js';
import { say } from '../../text/index.js';

/** Questions go to people only: both ends must be terminals (contract, "Streams"). */
export function mayAsk(
  { context }: Pick<Host, 'context'>,
  interaction: Pick<Interaction, 'mayAsk'>,
): boolean {
  return interaction.mayAsk && context.stdin.isTTY === true && context.stderr.isTTY === true;
}

/**
 * A question that must be answered with yes. `--yes` answers it.
 * @throws UsageError naming `--yes` where nobody can be asked
 */
export async function confirmed(
  host: Host,
  interaction: Interaction,
  question: string,
  stop: AbortSignal,
): Promise<boolean> {
  if (interaction.yes) return true;
  if (mayAsk(host, interaction)) return askYesOrNo(host, question, stop);
  throw new UsageError('needs_yes', say`${question} Add --yes to say so; nothing was changed.`);
}

/** Yes is understood in English, and in the language that the question was asked in. */
function isYes(answer: string): boolean {
  return [...say`y yes`.split(' '), 'y', 'yes'].includes(answer.toLowerCase());
}

/** No is the answer to an empty line and to the end of the input; a signal ends the question. */
export async function askYesOrNo(
  host: Host,
  question: string,
  stop: AbortSignal,
): Promise<boolean> {
  const answer = await askLine(host, say`${question} [y/N] `, stop);
  return isYes(answer);
}

/** The line a person types, trimmed; empty at the end of the input; a signal ends the question. */
export async function askLine(
  { context }: Host,
  question: string,
  stop: AbortSignal,
): Promise<string> {
  const { stdin: input, stderr: output } = context;
  // Whoever has ended their input answers nothing more; readline would wait for ever.
  if (input.readableEnded) return '';
  // Cooked mode: Ctrl-C stays a signal.
  const lines = createInterface({ input, output, terminal: false });
  const ended = new Promise<string>((resolve) =>
    lines.once('close', () => {
      resolve('');
    }),
  );
  try {
    const answer = await Promise.race([lines.question(question, { signal: stop }), ended]);
    return answer.trim();
  } catch (error) {
    throw stop.aborted ? stop.reason : error;
  } finally {
    lines.close();
  }
}
