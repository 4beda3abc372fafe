import type { Context, Output } from '../../context.js';

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
 * error as JSON stays as it is, because a program reads it; so does what moves or asks, which uses `bare`.
 */
export function withTimestamps(context: Context): Context {
  const stderr = stamped(context.stderr, () => isoLocal(context.clock.now()));
  return new Proxy(context, {
    get: (target, name) =>
      name === 'stderr' ? stderr : (Reflect.get(target, name, target) as unknown),
  });
}

function stamped(bare: Output, time: () => string): Output {
  let isAtStart = true;
  const write = (text: unknown, ...rest: unknown[]): unknown => {
    const begins = isAtStart;
    if (typeof text === 'string' && text !== '') isAtStart = text.endsWith('\n');
    const lines = typeof text === 'string' ? withTimes(text, begins, time()) : text;
    // Looked up each time, because a live region puts itself between.
    const real = Reflect.get(bare, 'write') as (...args: unknown[]) => unknown;
    return Reflect.apply(real, bare, [lines, ...rest]);
  };
  return new Proxy(bare, {
    get(target, name) {
      if (name === 'bare') return target;
      if (name === 'write') return write;
      const value = Reflect.get(target, name, target) as unknown;
      if (name === 'columns' && typeof value === 'number' && value > 0)
        return Math.max(NARROWEST, value - STAMP);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function withTimes(text: string, isAtStart: boolean, time: string): string {
  const stamp = (line: string, at: number) =>
    line === '' || line.startsWith('{"') || (at === 0 && !isAtStart) ? line : `${time} ${line}`;
  return text.split('\n').map(stamp).join('\n');
}
