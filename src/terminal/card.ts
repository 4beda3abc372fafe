import type { Style } from './style.js';
import { padTo, measureWidth, wrap, wrapKeepingCommands } from './text.js';

export interface Entry {
  readonly label: string;
  readonly text: string;
  readonly paint?: (text: string) => string;
  /** For a path or a command, which a line break would change. */
  readonly isWhole?: boolean;
}

const GAP = 2;
/** Columns. With less room, the text goes below its label. */
const NARROWEST = 20;

export function cardText(
  entries: readonly Entry[],
  { columns, paint }: Pick<Style, 'columns' | 'paint'>,
  indent = 2,
): string {
  const shown = entries.filter(({ text }) => text !== '');
  const labelWidth = Math.max(0, ...shown.map(({ label }) => measureWidth(label)));
  const textColumn = indent + labelWidth + GAP;
  const isNarrow = columns - textColumn < NARROWEST;
  const start = isNarrow ? indent + GAP : textColumn;
  const below = `\n${' '.repeat(start)}`;
  const line = ({ label, text, isWhole, paint: colour = (part: string) => part }: Entry) => {
    const room = Math.max(columns - start, 1);
    const lines = isWhole === true ? wrapKeepingCommands(text, room) : wrap(text, room);
    const head = ' '.repeat(indent) + paint.dim(isNarrow ? label : padTo(label, labelWidth + GAP));
    return `${head}${isNarrow ? below : ''}${lines.map(colour).join(below)}\n`;
  };
  return shown.map(line).join('');
}
