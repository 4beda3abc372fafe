import { ColumnQuestion } from '../../input/index.js';
import {
  columnAnswerText,
  columnQuestionText,
  noCandidateText,
  whichColumnText,
} from '../../output/batches/column-question.js';
import { askLine, mayAsk } from '../shared/ask.js';
import type { Host } from '../shared/host.js';
import { listenForStop } from '../shared/stop-signal.js';
import type { BulkOptions } from './options.js';

/**
 * Runs `work`; where the file's column is in doubt, the person at the terminal is asked, and it runs again
 * as if the answer had been given with `--column`. `stop` ends the question where signals are listened to.
 * @throws ColumnQuestion where nobody can be asked, or answers
 */
export async function askingColumn<T>(
  host: Host,
  file: string,
  options: BulkOptions,
  work: (options: BulkOptions) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  try {
    return await work(options);
  } catch (error) {
    if (!(error instanceof ColumnQuestion) || file === '-' || !mayAsk(host, options)) throw error;
    const column = await askStoppably(host, error, stop);
    if (column === undefined) throw error;
    if (options.quiet !== true) host.context.stderr.write(columnAnswerText(column));
    return work({ ...options, column });
  }
}

async function askStoppably(host: Host, question: ColumnQuestion, stop: AbortSignal | undefined) {
  if (stop !== undefined) return askColumn(host, question, stop);
  const own = listenForStop(host, 'Stopped.');
  try {
    return await askColumn(host, question, own.stop);
  } finally {
    own.forget();
  }
}

/** What `--column` would say; undefined for an empty line and the end of the input. */
async function askColumn(
  host: Host,
  { candidates, told }: ColumnQuestion,
  stop: AbortSignal,
): Promise<string | undefined> {
  host.context.stderr.write(columnQuestionText(told, candidates));
  const options = candidates.map(({ option }) => option);
  for (;;) {
    const answer = await askLine(host, whichColumnText(options), stop);
    if (answer === '') return undefined;
    if (options.includes(answer)) return answer;
    host.context.stderr.write(noCandidateText(options));
  }
}
