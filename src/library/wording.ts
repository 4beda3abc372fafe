import { ConfereError } from '../errors.js';
import { className } from './errors.js';
import { librarySentence } from '../messages/programs.js';

/**
 * Returns the result of `call`. Errors that it throws or rejects with become `ConfereError`s with a sentence; if one of
 * `signals` ended it, with its reason as the cause.
 */
export function wordedCall<T>(call: () => T, signals: readonly unknown[] = []): T {
  const fail = (error: unknown) => throwWorded(error, signals);
  try {
    const result = call();
    return result instanceof Promise ? (result.catch(fail) as T) : result;
  } catch (error) {
    return fail(error);
  }
}

/** Also replaces the message at the start of the stack, which an uncaught error shows. */
function throwWorded(error: unknown, signals: readonly unknown[]): never {
  const known =
    error instanceof ConfereError ? error : new ConfereError('defect', {}, { cause: error });
  const { message, stack, code } = known;
  Object.assign(known, { message: librarySentence(known), name: className(known) });
  const ended = signals.find((one) => one instanceof AbortSignal && one.aborted);
  if (code === 'interrupted' && ended instanceof AbortSignal) known.cause = ended.reason;
  if (stack !== undefined) known.stack = stack.replace(message, () => known.message);
  throw known;
}
