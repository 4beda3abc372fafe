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
  if (context.stderr.isTTY !== true) return work();
  const { createRegion, isLive, spinnerOf } = await import('../../output/terminal/live.js');
  if (!isLive(context, wishes)) return work();
  const { wrap } = await import('../../output/terminal/text.js');
  const region = createRegion(context, (canvas) =>
    wrap(`${spinnerOf(canvas)} ${doing}`, canvas.columns - 1).slice(0, 1),
  );
  region.show(A_MOMENT);
  try {
    return await work();
  } finally {
    region.hide();
  }
}
