import type { Context } from '../../context.js';
import { changingStderr } from './stderr-lines.js';

/** `2026-11-22T07:13:09-03:00`: epoch ms as local time to the second, in ISO 8601 with its offset. */
export function isoLocal(at: number): string {
  const offset = -new Date(at).getTimezoneOffset();
  const local = new Date(at + offset * 60_000).toISOString().slice(0, 19);
  const minutes = Math.abs(offset);
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Columns of a time and the blank behind it. */
const STAMP = 26;
/** Lines are not broken into shorter ones, however narrow the window is. */
const NARROWEST = 30;

/**
 * `--timestamps`: the same context, where each line on stderr begins with the time at which it was written. An
 * error as JSON stays as it is, because a program reads it.
 */
export function withTimestamps(context: Context): Context {
  let isAtStart = true;
  const text = (written: string): string => {
    const begins = isAtStart;
    if (written !== '') isAtStart = written.endsWith('\n');
    return withTimes(written, begins, isoLocal(context.clock.now()));
  };
  return changingStderr(context, {
    text,
    columns: (all) => Math.max(NARROWEST, all - STAMP),
  });
}

function withTimes(text: string, isAtStart: boolean, time: string): string {
  const stamp = (line: string, at: number) =>
    line === '' || line.startsWith('{"') || (at === 0 && !isAtStart) ? line : `${time} ${line}`;
  return text.split('\n').map(stamp).join('\n');
}
