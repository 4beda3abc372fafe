import { methods, readArguments } from './arguments.js';
import { createCalls, wordedCall, type Calls, type Signalled } from './calls.js';
import { clientOf, type Client, type ClientOptions } from './client.js';
import type { Ledger, LedgerOptions } from './types.js';

/** Creates a client for one account. Opens no connection before the first call. @throws UsageError */
export function createClient(options: ClientOptions): Client {
  return wordedCall(() => {
    const calls = createCalls('client');
    const [read] = readArguments(methods.open, [options]) as [ClientOptions];
    return bordered<Client>(clientOf(read, calls), calls, read.signal);
  });
}

/** Opens the ledger of one base URL and profile in a folder; creates it if there is none. @throws UsageError */
export function openLedger(options: LedgerOptions): Promise<Ledger> {
  return wordedCall(async () => {
    const [read] = readArguments(methods.open, [options]) as [LedgerOptions];
    const { openMethods } = await import('./ledger.js');
    const calls = createCalls('ledger');
    return bordered<Ledger>(await openMethods(read, calls), calls);
  });
}

type Method = (...given: unknown[]) => unknown;

/** The same methods: arguments are checked, and errors have a sentence. `signal` ends all calls. */
function bordered<T extends Client | Ledger>(
  api: Omit<T, typeof Symbol.asyncDispose>,
  calls: Calls,
  signal?: AbortSignal,
): T {
  const wrap = (name: keyof typeof methods, method: Method): Method => {
    const call = (given: readonly unknown[]) => method(...readArguments(methods[name], given));
    switch (name as string) {
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
  const wrapped = Object.entries(api).map(([name, one]) => {
    return [name, wrap(name as keyof typeof methods, one as Method)] as const;
  });
  const own = Object.fromEntries(wrapped);
  return { ...own, [Symbol.asyncDispose]: own['close'] } as unknown as T;
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
