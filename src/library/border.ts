import { methods, readArguments } from './arguments.js';
import { createCalls, wordedCall, type Calls } from './calls.js';
import type { ClientOptions } from '../service/types.js';
import { clientOf, type Client } from './client.js';
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

/** The same methods: arguments are checked, and errors have a sentence. `signal` ends all calls. */
function bordered<T extends Client | Ledger>(
  api: Omit<T, typeof Symbol.asyncDispose>,
  calls: Calls,
  signal?: AbortSignal,
): T {
  const own: Record<PropertyKey, (...given: unknown[]) => unknown> = {};
  for (const [name, method] of Object.entries(api) as [keyof typeof methods, Method][]) {
    const call = (given: readonly unknown[]) => method(...readArguments(methods[name], given));
    own[name] = (...given) => {
      // A stream may stop taking bytes.
      const mayHang = name === 'export' && typeof given[1] === 'object';
      // eslint-disable-next-line @typescript-eslint/require-await -- wrong arguments reject, too
      const work = async () => call(given);
      return wordedCall(() => calls.run(work, mayHang), Object(given.at(-1)) as object, signal);
    };
    if (name === 'close')
      own[name] = () => wordedCall(() => calls.close(() => call([]) as Promise<void>));
    if (name === 'results')
      own[name] = (...given) =>
        wordedCall(() => {
          calls.refuseIfClosed();
          return untilClosed(call(given) as AsyncIterable<unknown>, calls);
        });
  }
  return { ...own, [Symbol.asyncDispose]: own['close'] } as unknown as T;
}

type Method = (...given: unknown[]) => unknown;

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
