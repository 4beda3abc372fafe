import type { BatchReading } from './operations/reading.js';
import type { Tables } from './tables/index.js';
import { figures as figuresOf } from './operations/reading.js';

/** One state of a ledger, which is kept until `end` is called. */
interface KeptState {
  readonly tables: Tables;
  readonly end: () => Promise<void>;
}

/** Opens a batch in this state, which its reading ends. */
export async function readBatch(
  { tables, end }: KeptState,
  num: number,
): Promise<BatchReading | undefined> {
  try {
    const [figures] = await figuresOf(tables, num);
    if (figures !== undefined)
      return {
        figures,
        lastAnswerAt: await tables.itemCounts.lastAnswerAt(num),
        answers: () => tables.answers.answers(num),
        outcomes: () => tables.answers.outcomes(num),
        close: end,
      };
  } catch (error) {
    await end();
    throw error;
  }
  await end();
  return undefined;
}
