import { createInterface } from 'node:readline/promises';
import { declinedBy } from '../../batch/stop.js';
import { type ErrorFacts, UsageError } from '../../errors.js';
import { t } from '../../messages/index.js';
import { columnsOf } from '../../output/terminal/terminal.js';
import { wrap } from '../../output/terminal/text.js';
import type { Host } from './host.js';

export function canAsk({ context, mayAsk }: Pick<Host, 'context' | 'mayAsk'>): boolean {
  return mayAsk && context.stdin.isTTY === true && context.stderr.isTTY === true;
}

export function isAsked(host: Host, maxCredits: number | undefined): boolean {
  return !host.yes && maxCredits === undefined && canAsk({ ...host, mayAsk: true });
}

/** `nothing`: what a no leaves undone. @throws UsageError `needs_yes`; ConfereError `declined` */
export async function confirmed(
  host: Host,
  question: string,
  stop: AbortSignal,
  nothing: ErrorFacts['declined']['nothing'] = 'changed',
): Promise<void> {
  if (host.yes) return;
  if (!canAsk(host)) throw new UsageError('needs_yes', { question, nothing });
  if (!(await askYesOrNo(host, question, stop))) throw declinedBy(stop, nothing);
}

/** Yes in English or in the language of the question; an empty line, the end of the input and a signal mean no. */
export async function askYesOrNo(
  host: Pick<Host, 'context'>,
  question: string,
  stop: AbortSignal,
): Promise<boolean> {
  const answer = await askLine(host, t.usage.question(question), stop).catch((error: unknown) => {
    if (stop.aborted) return '';
    throw error;
  });
  return [...t.usage.yesWords.split(' '), 'y', 'yes'].includes(answer.toLowerCase());
}

/** Reads a typed line, trimmed; empty at the end of the input; a signal ends the question. */
export async function askLine(
  { context: { stdin: input, stderr } }: Pick<Host, 'context'>,
  question: string,
  stop: AbortSignal,
): Promise<string> {
  const { bare: output = stderr } = stderr;
  // After the end of the input, readline would wait for ever.
  if (input.readableEnded) return '';
  const lines = createInterface({ input, output, terminal: false });
  const ended = new Promise<undefined>((resolve) =>
    lines.once('close', () => {
      resolve(undefined);
    }),
  );
  try {
    const whole = wrap(question.trimEnd(), columnsOf(output) - 1).join('\n');
    const asked = lines.question(`${whole} `, { signal: stop });
    const answer = await Promise.race([asked, ended]);
    // Only Enter moves the cursor to the next line.
    if (answer === undefined) output.write('\n');
    return answer?.trim() ?? '';
  } catch (error) {
    throw stop.aborted ? stop.reason : error;
  } finally {
    lines.close();
  }
}
