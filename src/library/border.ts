import { ConfereError } from '../errors.js';
import { createClient as makeClient, type Client } from './client.js';
import type { Ledger, LedgerOptions } from './ledger-types.js';
import { librarySentence } from './sentences.js';
import type { ClientOptions } from './service-options.js';

/**
 * A client for one account. Nothing is opened before the first call.
 * @throws UsageError for a base URL or a key that cannot be used
 */
export function createClient(options: ClientOptions): Client {
  return wordedCall(() => worded(makeClient(options)));
}

/**
 * Opens the ledger of one base URL and profile in a folder, or makes it.
 * @throws UsageError for a base URL, a key or a folder that cannot be used
 */
export function openLedger(options: LedgerOptions): Promise<Ledger> {
  return wordedCall(async () => {
    const { openMethods } = await import('./ledger-methods.js');
    return worded(await openMethods(options));
  });
}

type Method = (...given: unknown[]) => unknown;

/** The same object; each error that leaves its methods has a sentence for programmers. */
function worded<T extends object>(api: T): T {
  const methods = Object.entries(api).map(([name, method]) => [
    name,
    (...given: unknown[]) => wordedCall(() => (method as Method)(...given)),
  ]);
  return Object.fromEntries(methods) as T;
}

/** What `call` returns, or the promise or the rows that it returns, with errors worded. */
function wordedCall<T>(call: () => T): T {
  try {
    const result = call();
    if (isAsyncIterable(result)) return wordedRows(result) as T;
    return result instanceof Promise ? (result.catch(throwWorded) as T) : result;
  } catch (error) {
    return throwWorded(error);
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

/** The stack begins with the message, and is what an uncaught error shows. */
function throwWorded(error: unknown): never {
  if (!(error instanceof ConfereError)) throw error;
  const { message, stack } = error;
  error.message = librarySentence(error);
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
  throw error;
}
