import type { Deps } from '../../../batch/dependencies.js';
import type { PlanNumbers } from '../../../batch/events.js';
import type { SpendingLimits } from '../../../batch/send/spending.js';
import { declinedBy } from '../../../batch/stop.js';
import { ColumnQuestion, type InputOptions } from '../../../input/index.js';
import { sendQuestion } from '../../../output/batches/event-lines.js';
import {
  columnAnswerText,
  columnQuestionText,
  noCandidateText,
  whichColumnText,
} from '../../../output/batches/input.js';
import { type InputChoice, inputOf, spendingLimits, type SpendingOptions } from './options.js';
import { askLine, confirmed, isAsked, mayAsk } from '../../shared/ask-user.js';
import type { Host, Interaction, Shown } from '../../shared/options.js';
import { stoppable } from '../../shared/stop-signal.js';

/** What a command may spend, and whether it may ask the user. */
export interface Spending extends SpendingOptions {
  readonly interaction: Interaction;
  /** Credits that the user has agreed to already. */
  readonly agreed?: number;
}

/**
 * The limits of the options. In a terminal the user agrees before anything is sent, unless an option has answered;
 * elsewhere the user has agreed by calling it.
 */
export function askingLimits(
  host: Host,
  deps: Pick<Deps, 'clock' | 'stop'>,
  options: Spending,
): SpendingLimits {
  const { interaction, maxCredits, agreed = -1 } = options;
  const limits = spendingLimits(options, deps.clock.now());
  if (!isAsked(host, interaction, maxCredits)) return limits;
  const confirm = async (numbers: PlanNumbers) => {
    const question = sendQuestion(numbers);
    if (numbers.worstCase > agreed) await confirmed(host, interaction, question, deps.stop, 'sent');
    return true;
  };
  return { ...limits, confirm };
}

/** Which file a command reads, how, and whether it may ask the user about it. */
export interface FileOptions extends InputChoice, Shown {
  /** A path, or `-` for standard input. */
  readonly file: string;
}

/**
 * Runs `work`. If the column of the file is uncertain, asks the user at the terminal, then runs `work`
 * again as if `--column` had been given. `stop` ends the question when signals are handled.
 *
 * @throws ColumnQuestion if the user cannot be asked or does not answer
 */
export async function askingColumn<T>(
  host: Host,
  { file, presentation, interaction, ...options }: FileOptions,
  work: (input: InputOptions) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  const input = inputOf(options);
  try {
    return await work(input);
  } catch (error) {
    if (!(error instanceof ColumnQuestion) || file === '-' || !mayAsk(host, interaction))
      throw error;
    const column = await askStoppably(host, error, stop);
    if (column === undefined) throw error;
    if (!presentation.quiet) host.context.stderr.write(columnAnswerText(column));
    return work({ ...input, column });
  }
}

async function askStoppably(host: Host, question: ColumnQuestion, stop: AbortSignal | undefined) {
  if (stop === undefined)
    return stoppable(host, 'question', (own) => askColumn(host, question, own));
  return askColumn(host, question, stop).catch((error: unknown) => {
    throw stop.aborted ? declinedBy(stop, 'sent') : error;
  });
}

/** The value for `--column`; undefined for an empty line and at the end of the input. */
async function askColumn(
  host: Host,
  question: ColumnQuestion,
  stop: AbortSignal,
): Promise<string | undefined> {
  host.context.stderr.write(columnQuestionText(question));
  const options = question.facts.candidates.map(({ option }) => option);
  for (;;) {
    const answer = await askLine(host, whichColumnText(options), stop);
    if (answer === '') return undefined;
    if (options.includes(answer)) return answer;
    host.context.stderr.write(noCandidateText(options));
  }
}
