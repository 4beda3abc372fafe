import { formatTime, t } from '../../../messages/index.js';
import { widthOf } from '../text.js';
import type { Paint } from '../terminal.js';
import type { Marks } from './marks.js';
import type { WaitEvent } from '../../../service/index.js';

/** What a frame is drawn on. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  readonly marks: Marks;
  readonly paint: Paint;
}

/** A part of a line that is never broken; its width is that of `text`, its colours are in `shown`. */
export interface Piece {
  readonly text: string;
  readonly shown?: string;
  /** What stands before it, unless it begins a line; two blanks when left out. */
  readonly before?: string;
}

/** Lines of pieces, each at most `room` columns wide; lines after the first are indented. */
export function packed(pieces: readonly Piece[], room: number, indent = 2): string[] {
  const lines: { text: string; width: number }[] = [];
  for (const { text, shown = text, before = '  ' } of pieces) {
    const last = lines.at(-1);
    const width = widthOf(before) + widthOf(text);
    if (last !== undefined && last.width + width <= room) {
      last.text += before + shown;
      last.width += width;
    } else {
      const left = last === undefined ? 0 : indent;
      lines.push({ text: ' '.repeat(left) + shown, width: left + widthOf(text) });
    }
  }
  return lines.map(({ text }) => text);
}

/** A sentence that may be broken between its words; a number keeps its unit. `before`: what stands before it. */
export function wordsOf(text: string, before = '  '): Piece[] {
  return text
    .split(/ (?!(?:s|min|h)\b)/)
    .map((word, at) => ({ text: word, before: at === 0 ? before : ' ' }));
}

/** The columns that pieces take on one line. */
export function spanOf(pieces: readonly Piece[]): number {
  return pieces.reduce(
    (sum, { text, before = '  ' }, at) => sum + widthOf(text) + (at === 0 ? 0 : widthOf(before)),
    0,
  );
}

/** A bar of `width` columns, of which `share` (0 to 1) is full. */
export function bar(share: number, width: number, { marks, paint }: Canvas): Piece {
  const full = Math.max(0, Math.min(width, Math.floor(share * width)));
  const done = marks.full.repeat(full);
  const left = full < width ? marks.edge + marks.rest.repeat(width - full - 1) : '';
  return { text: done + left, shown: paint.green(done) + paint.dim(left) };
}

/** A name of at most `width` columns; the middle of a longer one is left out, because its ends tell more. */
export function shortened(
  name: string,
  width: number,
  { marks }: { readonly marks: Pick<Marks, 'cut'> },
): string {
  if (widthOf(name) <= width) return name;
  const letters = Array.from(name);
  const fits = (kept: number) => {
    const head = letters.slice(0, Math.ceil(kept / 2)).join('');
    const tail = kept < 2 ? '' : letters.slice(-Math.floor(kept / 2)).join('');
    return head + marks.cut + tail;
  };
  let kept = Math.min(letters.length, Math.max(1, width - 1));
  while (kept > 1 && widthOf(fits(kept)) > width) kept -= 1;
  return fits(kept);
}

/** `18 s`, `2 min 5 s`, `1 h 3 min`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return t.progress.hours(hours, minutes);
  return minutes > 0 ? t.progress.minutes(minutes, seconds % 60) : t.progress.seconds(seconds);
}

/** The whole seconds until a moment; 1 at least, because 0 looks like something that hangs. */
function countdown(until: number, now: number): string {
  return durationText(Math.max(1, Math.ceil((until - now) / 1000)) * 1000);
}

/** A wait, and when it ends (epoch ms). */
export interface Wait {
  readonly reason: WaitEvent['reason'] | 'settling';
  readonly until: number;
}

/** What is waited for, and how long still. */
export function waitText({ reason, until }: Wait, now: number): string {
  const left = countdown(until, now);
  switch (reason) {
    case 'rate_limit':
      return t.progress.nextMinute(left);
    case 'retry_after':
      return t.progress.serviceAsksToWait(left);
    case 'backoff':
      return t.progress.retryIn(left);
    case 'settling':
      return t.progress.checkingCharge(formatTime(until), left);
  }
}
