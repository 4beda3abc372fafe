import type { Style } from './style.js';
import { padTo, measureWidth, wrapCuttingWords, wrapKeepingCommands } from './text.js';

/** A label with its text in a card. */
export interface Entry {
  readonly label: string;
  readonly text: string;
  readonly paint?: (text: string) => string;
  /** Keeps commands, and long words such as paths, on one line, because a line break would change them. */
  readonly keepsCommands?: boolean;
}

/** The columns between a label and its text. */
const GAP = 2;
/** The fewest columns for a text beside its label; with fewer, a text that does not fit there goes below the label. */
const NARROWEST_TEXT = 20;

/** Returns a card of one entry per line, in at most `columns` columns; entries without text are left out. */
export function formatCard(
  entries: readonly Entry[],
  { columns, paint }: Pick<Style, 'columns' | 'paint'>,
  indent = 2,
): string {
  const shown = entries.filter(({ text }) => text !== '');
  const labelWidth = Math.max(0, ...shown.map(({ label }) => measureWidth(label)));
  const textColumn = indent + labelWidth + GAP;
  const roomBeside = columns - textColumn;
  const isNarrow =
    roomBeside < NARROWEST_TEXT && shown.some(({ text }) => measureWidth(text) > roomBeside);
  const textStart = isNarrow ? indent + GAP : textColumn;
  const lineBreak = `\n${' '.repeat(textStart)}`;
  const formatEntry = ({
    label,
    text,
    keepsCommands,
    paint: paintText = (part: string) => part,
  }: Entry) => {
    const room = Math.max(columns - textStart, 1);
    const lines =
      keepsCommands === true ? wrapKeepingCommands(text, room) : wrapCuttingWords(text, room);
    const labelText =
      ' '.repeat(indent) + paint.dim(isNarrow ? label : padTo(label, labelWidth + GAP));
    return `${labelText}${isNarrow ? lineBreak : ''}${lines.map(paintText).join(lineBreak)}\n`;
  };
  return shown.map(formatEntry).join('');
}
