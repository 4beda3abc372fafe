import {
  clientMethods,
  ledgerMethods,
  readAccount,
  readArguments,
  type Signature,
} from './arguments.js';
import { createCalls, type Calls } from './calls.js';
import { clientOf, type Client, type ClientOptions } from './client.js';
import type { Ledger, LedgerOptions } from './types.js';
import { wordedCall, type Signalled } from './wording.js';

/**
 * Creates a client for one account. Opens no connection before the first call. @throws UsageError for options
 * that cannot be used
 */
export function createClient(options: ClientOptions): Client {
  return wordedCall(() => {
    const calls = createCalls('client');
    const read = readAccount(options);
    return bordered<Client>(clientOf(read, calls), clientMethods, calls, read.signal);
  });
}

/**
 * Opens the ledger of one base URL and profile in a folder; creates it if there is none. @throws UsageError for
 * options that cannot be used
 */
export function openLedger(options: LedgerOptions): Promise<Ledger> {
  return wordedCall(async () => {
    const read = readAccount(options);
    const { openMethods } = await import('./ledger.js');
    const calls = createCalls('ledger');
    return bordered<Ledger>(await openMethods(read, calls), ledgerMethods, calls);
  });
}

type Method = (...given: unknown[]) => unknown;

interface Closable {
  [Symbol.asyncDispose](): Promise<void>;
}

/** What a client or a ledger is made of. */
export type MethodsOf<T extends Closable> = Omit<T, typeof Symbol.asyncDispose>;

/**
 * The same methods: arguments are checked, and errors have a sentence. All but `results` return promises. `signal`: it ends
 * all calls.
 */
function bordered<T extends Closable>(
  api: MethodsOf<T>,
  signatures: Readonly<Record<string, Signature>>,
  calls: Calls,
  signal?: AbortSignal,
): T {
  const wrap = (method: Method, name: string): Method => {
    const call = (given: readonly unknown[]) =>
      method(...readArguments(signatures[name] ?? {}, given));
    switch (name) {
      case 'close':
        return () => wordedCall(() => calls.close(() => call([]) as Promise<void>));
      case 'results':
        return (...given) =>
          wordedCall(() => {
            calls.refuseIfClosed();
            return untilClosed(call(given) as AsyncIterable<unknown>, calls);
          });
      default:
        return (...given) => {
          // A stream may stop taking bytes.
          const mayHang = name === 'export' && typeof given[1] === 'object';
          // eslint-disable-next-line @typescript-eslint/require-await -- wrong arguments reject, too
          const work = async () => call(given);
          return wordedCall(() => calls.run(work, mayHang), optionsIn(given), { signal });
        };
    }
  };
  const methods = Object.entries(api).map(([name, one]) => [name, wrap(one as Method, name)]);
  const wrapped = Object.fromEntries(methods) as Record<string, Method>;
  return { ...wrapped, [Symbol.asyncDispose]: wrapped['close'] } as unknown as T;
}

/** The options of a call are its last argument, where there are any. */
function optionsIn(given: readonly unknown[]): Signalled {
  const last = given.at(-1);
  return typeof last === 'object' && last !== null ? last : {};
}

/** @throws UsageError `closed` in place of what a closed file makes of the next row */
async function* untilClosed(rows: AsyncIterable<unknown>, calls: Calls): AsyncGenerator {
  try {
    for await (const row of rows) {
      yield row;
      calls.refuseIfClosed();
    }
  } catch (error) {
    wordedCall(() => {
      calls.refuseIfClosed();
      throw error;
    });
  }
}
