import type { Context, Output } from '../../context.js';

/** What happens to text on its way to a stream. */
export interface Change {
  readonly text: (text: string) => string;
  /** Bytes pass unchanged without it. */
  readonly bytes?: (bytes: Uint8Array) => string | Uint8Array;
  /** The columns that are left for a line. */
  readonly columns?: (columns: number) => number;
}

/** The same context, whose stderr changes what is written to it; what moves or asks uses `bare`. */
export function changingStderr(context: Context, change: Change): Context {
  const stderr = changing(context.stderr, change);
  return new Proxy(context, {
    get: (target, name) =>
      name === 'stderr' ? stderr : (Reflect.get(target, name, target) as unknown),
  });
}

/** The same stream, which changes what is written to it. */
export function changing(
  stream: Output,
  { text: changed, bytes, columns = (all) => all }: Change,
): Output {
  const write = (text: unknown, ...rest: unknown[]): unknown => {
    // Looked up each time, because a live region puts itself between.
    const real = Reflect.get(stream, 'write') as (...args: unknown[]) => unknown;
    const inBytes = bytes !== undefined && text instanceof Uint8Array ? bytes(text) : text;
    return Reflect.apply(real, stream, [
      typeof text === 'string' ? changed(text) : inBytes,
      ...rest,
    ]);
  };
  return new Proxy(stream, {
    get(target, name) {
      if (name === 'bare') return target.bare ?? target;
      if (name === 'write') return write;
      const value = Reflect.get(target, name, target) as unknown;
      if (name === 'columns' && typeof value === 'number' && value > 0) return columns(value);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
