import { ConfereError } from '../errors.js';
import { createClient as makeClient, type Client } from './client.js';
import type { Ledger, LedgerOptions } from './ledger-types.js';
import { cnpj as cnpjs, cpf as cpfs, type Cpfs, type Identifiers } from './identifiers.js';
import { librarySentence } from './sentences.js';
import type { ClientOptions } from './service-options.js';

/**
 * Creates a client for one account. Opens no connection before the first call.
 *
 * @throws UsageError for a base URL or a key that cannot be used
 */
export function createClient(options: ClientOptions): Client {
  return wordedCall(() => worded(makeClient(options)));
}

/**
 * Opens the ledger of one base URL and profile in a folder; creates it if there is none.
 *
 * @throws UsageError for a base URL, a key or a folder that cannot be used
 */
export function openLedger(options: LedgerOptions): Promise<Ledger> {
  return wordedCall(async () => {
    const { openMethods } = await import('./ledger-methods.js');
    return worded(await openMethods(options));
  });
}

/** CPFs: 11 digits. */
export const cpf: Cpfs = worded(cpfs);

/** CNPJs: 12 letters or digits, then 2 digits. Letters may be lower case. */
export const cnpj: Identifiers = worded(cnpjs);

type Method = (...given: unknown[]) => unknown;

/** Returns the same object; errors of its methods get a sentence for programmers. */
function worded<T extends object>(api: T): T {
  const methods = Object.entries(api).map(([name, method]) => [
    name,
    (...given: unknown[]) => wordedCall(() => (method as Method)(...given)),
  ]);
  return Object.fromEntries(methods) as T;
}

/**
 * Returns the result of `call`. Errors that it throws, or that its promise or rows reject with, get a
 * sentence.
 */
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

/** Also replaces the message at the start of the stack, which an uncaught error shows. */
function throwWorded(error: unknown): never {
  if (!(error instanceof ConfereError)) throw error;
  const { message, stack } = error;
  error.message = librarySentence(error);
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
  throw error;
}
