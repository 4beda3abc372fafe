import { ConfereError } from '../errors.js';
import {
  bad,
  clientMethods,
  ledgerMethods,
  readAccount,
  readArguments,
  type Signature,
} from './arguments.js';
import { createCalls, type Calls } from './calls.js';
import { className } from './errors.js';
import { createClient as makeClient, type Client, type ClientOptions } from './client.js';
import { cnpj as cnpjs, cpf as cpfs, type Cpfs, type Identifiers } from './identifiers.js';
import { librarySentence } from './sentences.js';
import type { Ledger, LedgerOptions } from './types.js';

/**
 * Creates a client for one account. Opens no connection before the first call.
 *
 * @throws UsageError for options that cannot be used
 */
export function createClient(options: ClientOptions): Client {
  return wordedCall(() => {
    const calls = createCalls('client');
    const read = readAccount(options);
    return bordered<Client>(makeClient(read, calls), clientMethods, calls, read.signal);
  });
}

/**
 * Opens the ledger of one base URL and profile in a folder; creates it if there is none.
 *
 * @throws UsageError for options that cannot be used
 */
export function openLedger(options: LedgerOptions): Promise<Ledger> {
  return wordedCall(async () => {
    const read = readAccount(options);
    const { openMethods } = await import('./ledger.js');
    const calls = createCalls('ledger');
    return bordered<Ledger>(await openMethods(read, calls), ledgerMethods, calls);
  });
}

/** CPFs: 11 digits. */
export const cpf: Cpfs = { ...ofText(cpfs), mask: (text) => cpfs.mask(text) };

/** CNPJs: 12 letters or digits, then 2 digits. Letters may be lower case. */
export const cnpj: Identifiers = ofText(cnpjs);

type Method = (...given: unknown[]) => unknown;
type Signatures = Readonly<Record<string, Signature>>;

/**
 * The same functions; what they are given must be a text, and their errors get a sentence for programmers.
 * Identifiers come by the million: nothing but the check stands before each.
 */
function ofText(api: Identifiers): Identifiers {
  return {
    validate: (text) => (typeof text === 'string' ? api.validate(text) : refuse(text)),
    parse: (text) => (typeof text === 'string' ? api.parse(text) : refuse(text)),
    format: (text) =>
      wordedCall(() => (typeof text === 'string' ? api.format(text) : refuse(text))),
  };
}

/** @throws UsageError */
function refuse(text: unknown): never {
  return wordedCall(() => {
    throw bad('text', text, 'text');
  });
}

/** The same for methods of something that can be closed; all but `results` return promises. `signal`: it ends all calls. */
function bordered<T extends Closable>(
  api: Omit<T, typeof Symbol.asyncDispose>,
  signatures: Signatures,
  calls: Calls,
  signal?: AbortSignal,
): T {
  const methods = mapped(api, (method, name) => {
    // eslint-disable-next-line @typescript-eslint/require-await -- wrong arguments reject, too
    const work = async (given: unknown[]) => {
      return method(...readArguments(signatures[name] ?? {}, given));
    };
    if (name === 'close')
      return () => wordedCall(() => calls.close(() => work([]) as Promise<void>));
    if (name !== 'results')
      return (...given) => {
        const signals = [signal, signalIn(given.at(-1))];
        return wordedCall(() => calls.run(() => work(given), mayHang(name, given)), signals);
      };
    const iterate = (...given: unknown[]) => {
      calls.refuseIfClosed();
      const read = readArguments(signatures[name] ?? {}, given);
      return untilClosed(method(...read) as AsyncIterable<unknown>, calls);
    };
    return (...given) => wordedCall(() => iterate(...given));
  });
  return { ...methods, [Symbol.asyncDispose]: methods['close'] } as unknown as T;
}

interface Closable {
  [Symbol.asyncDispose](): Promise<void>;
}

/** Of the options of a call. */
function signalIn(options: unknown): unknown {
  return typeof options === 'object' && options !== null && 'signal' in options
    ? options.signal
    : undefined;
}

/** @throws UsageError `closed` in place of what a closed file makes of the next row */
async function* untilClosed(rows: AsyncIterable<unknown>, calls: Calls): AsyncGenerator {
  try {
    for await (const row of rows) {
      yield row;
      calls.refuseIfClosed();
    }
  } catch (error) {
    calls.refuseIfClosed();
    throw error;
  }
}

/** A stream may stop taking bytes. */
function mayHang(name: string, given: readonly unknown[]): boolean {
  return name === 'export' && typeof given[1] === 'object';
}

function mapped(
  api: object,
  wrap: (method: Method, name: string) => Method,
): Readonly<Record<string, Method>> {
  const methods = Object.entries(api).map(([name, method]) => [name, wrap(method as Method, name)]);
  return Object.fromEntries(methods) as Record<string, Method>;
}

/**
 * Returns the result of `call`. Errors that it throws, or that its promise or rows reject with, become
 * `ConfereError`s with a sentence; if one of `signals` ended it, with its reason as the cause.
 */
function wordedCall<T>(call: () => T, signals: readonly unknown[] = []): T {
  const fail = (error: unknown) => throwWorded(error, signals);
  try {
    const result = call();
    if (isAsyncIterable(result)) return wordedRows(result) as T;
    return result instanceof Promise ? (result.catch(fail) as T) : result;
  } catch (error) {
    return fail(error);
  }
}

async function* wordedRows(rows: AsyncIterable<unknown>): AsyncGenerator {
  try {
    yield* rows;
  } catch (error) {
    throwWorded(error);
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Also replaces the message at the start of the stack, which an uncaught error shows. */
function throwWorded(error: unknown, signals: readonly unknown[] = []): never {
  const known =
    error instanceof ConfereError ? error : new ConfereError('defect', {}, { cause: error });
  const { message, stack } = known;
  const aborted = signals.find((one) => one instanceof AbortSignal && one.aborted);
  const cause =
    known.code === 'interrupted' && aborted ? (aborted as AbortSignal).reason : undefined;
  Object.assign(
    known,
    { message: librarySentence(known), name: className(known) },
    cause && { cause },
  );
  if (stack !== undefined) known.stack = stack.replace(message, () => known.message);
  throw known;
}
