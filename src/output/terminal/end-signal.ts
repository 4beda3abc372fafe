import type { Output } from '../../context.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import { hasOneLine, type Surroundings } from './live/marks.js';
import { isLive } from './live/region.js';
import { printable } from './text.js';
import type { ColorWish } from './terminal.js';

/** Whoever waits longer (ms) looks elsewhere. */
const LONG = 10_000;

/** Rings the bell of a terminal and names its window after a run of `took` ms; empty for a short one, and where nothing may move. */
export function endSignal(
  stderr: Output,
  surroundings: Surroundings,
  wishes: { readonly quiet: boolean; readonly progress: boolean; readonly color: ColorWish },
  { took, title }: { readonly took: number; readonly title: string },
): string {
  if (took <= LONG || !isLive(stderr, surroundings, wishes)) return '';
  // An old console would print the title.
  const isOld = hasOneLine(surroundings) || surroundings.env['TERM'] === 'linux';
  const name = maskIdentifiers(printable(title));
  return isOld ? '\u0007' : `\u001b]2;confere: ${name}\u0007\u0007`;
}
