import { createLiveLine } from '../../output/terminal/live.js';
import type { Host, Presentation } from './options.js';

/** What is over sooner (ms) needs no display. */
const A_MOMENT = 1_000;

/** Runs `work`; in a terminal a line that moves shows what is being done, where it takes longer than a moment. */
export async function alive<T>(
  { context }: Pick<Host, 'context'>,
  wishes: Presentation,
  doing: string,
  work: () => Promise<T>,
): Promise<T> {
  const line = createLiveLine(context, wishes, A_MOMENT);
  line.show(doing);
  try {
    return await work();
  } finally {
    line.end();
  }
}
