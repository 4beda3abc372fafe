import { declinedBy } from '../../../batch/stop.js';
import { ColumnQuestion, type InputOptions } from '../../../input/index.js';
import {
  columnAnswerText,
  columnQuestionText,
  noCandidateText,
  whichColumnText,
} from '../../../output/batches/column-question.js';
import { askLine, mayAsk } from '../../shared/ask-user.js';
import type { Host } from '../../shared/command-host.js';
import type { Interaction, Presentation } from '../../shared/presentation.js';
import { listenForStop } from '../../shared/stop-signal.js';

/** Which file a command reads, how, and whether it may ask the user about it. */
export interface InputRequest {
  /** A path, or `-` for standard input. */
  readonly file: string;
  readonly input: InputOptions;
  readonly presentation: Presentation;
  readonly interaction: Interaction;
}

/**
 * Runs `work`. If the column of the file is uncertain, asks the user at the terminal, then runs `work`
 * again as if `--column` had been given. `stop` ends the question when signals are handled.
 *
 * @throws ColumnQuestion if the user cannot be asked or does not answer
 */
export async function askingColumn<T>(
  host: Host,
  { file, input, presentation, interaction }: InputRequest,
  work: (input: InputOptions) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
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
  if (stop !== undefined)
    return askColumn(host, question, stop).catch((error: unknown) => {
      throw stop.aborted ? declinedBy(stop, 'sent') : error;
    });
  const own = listenForStop(host, 'question');
  try {
    return await askColumn(host, question, own.stop);
  } finally {
    own.forget();
  }
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
