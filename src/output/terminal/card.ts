import type { Look } from './terminal.js';
import { padTo, widthOf, wrap } from './text.js';

/** One line of a card: a label and its text; entries without text are left out. */
export interface Entry {
  readonly label: string;
  readonly text: string;
  /** Colours the text, each line separately. */
  readonly paint?: (text: string) => string;
}

const INDENT = 2;
const GAP = 2;
/** With less room, the text goes below its label. */
const NARROWEST = 20;

/** Formats entries as lines of label and text; long texts wrap at their own column. */
export function cardText(entries: readonly Entry[], { columns, paint }: Look): string {
  const shown = entries.filter(({ text }) => text !== '');
  const labels = Math.max(0, ...shown.map(({ label }) => widthOf(label)));
  const hang = INDENT + labels + GAP;
  const isNarrow = columns - hang < NARROWEST;
  const start = isNarrow ? INDENT * 2 : hang;
  return shown
    .map(({ label, text, paint: colour = (line: string) => line }) => {
      const lines = wrap(text, Math.max(columns - start, 1)).map(colour);
      const head = ' '.repeat(INDENT) + paint.dim(isNarrow ? label : padTo(label, labels + GAP));
      const below = `\n${' '.repeat(start)}`;
      return `${head}${isNarrow ? below : ''}${lines.join(below)}\n`;
    })
    .join('');
}
