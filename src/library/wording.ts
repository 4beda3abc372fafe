import { ConfereError } from '../errors.js';
import { className } from './errors.js';
import { librarySentence } from '../messages/programs.js';

/** What may have a signal: the options of a call or an account. */
export interface Signalled {
  readonly signal?: unknown;
}

/**
 * Returns the result of `call`, which has the options `given`. Errors that it throws or rejects with become
 * `ConfereError`s with a sentence; if the signal of these or of `account` ended it, with its reason as the cause.
 */
export function wordedCall<T>(call: () => T, given: Signalled = {}, account: Signalled = {}): T {
  const fail = (error: unknown) => throwWorded(error, given, [account.signal, given.signal]);
  try {
    const result = call();
    return result instanceof Promise ? (result.catch(fail) as T) : result;
  } catch (error) {
    return fail(error);
  }
}

const left = new WeakMap<ConfereError, number>();

/** The error of a batch whose limit has so many credits left: its sentence names these, not the limit of the call. */
export function leaving(error: ConfereError, creditsLeft: number | undefined): ConfereError {
  if (creditsLeft !== undefined) left.set(error, creditsLeft);
  return error;
}

/** Also replaces the message at the start of the stack, which an uncaught error shows. */
function throwWorded(error: unknown, given: object, signals: readonly unknown[]): never {
  const known =
    error instanceof ConfereError ? error : new ConfereError('defect', {}, { cause: error });
  const { message, stack, code } = known;
  Object.assign(known, {
    message: librarySentence(known, given, left.get(known)),
    name: className(known),
  });
  const ended = signals.find((one) => one instanceof AbortSignal && one.aborted);
  if (code === 'interrupted' && ended instanceof AbortSignal) known.cause = ended.reason;
  if (stack !== undefined) known.stack = stack.replace(message, () => known.message);
  throw known;
}
