import type { BatchReading } from './operations/reading.js';
import type { createAnswers } from './postgres/tables/answers.js';
import type { Tables } from './tables/index.js';
import { figuresOf } from './operations/reading.js';

/** One state of a ledger, which is kept until `end` is called. */
interface KeptState {
  readonly tables: Tables;
  readonly answers: ReturnType<typeof createAnswers>;
  readonly end: () => Promise<void>;
}

/** Opens a batch in this state, which its reading ends. */
export async function readBatch(
  { tables, answers, end }: KeptState,
  num: number,
): Promise<BatchReading | undefined> {
  try {
    const [figures] = await figuresOf(tables, num);
    if (figures !== undefined)
      return {
        figures,
        lastAnswerAt: await answers.lastAt(num),
        answers: () => answers.of(num),
        outcomes: () => answers.outcomes(num),
        close: end,
      };
  } catch (error) {
    await end();
    throw error;
  }
  await end();
  return undefined;
}
