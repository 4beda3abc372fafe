import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { openLedger, type ConfereError, type LedgerOptions } from '../../src/index.js';
import { systemClock } from '../../src/base/system.js';
import { later } from '../helpers/clocks/skipping-clock.js';
import { newFolder } from '../helpers/files/scratch.js';
import { makeCpf } from '../helpers/invented.js';
import { startReferee, type RefereeOptions } from '../helpers/referee/index.js';

/** The service finishes at once, and is asked at once. */
export const QUICK = { interval: 1 };

/** Starts a service, opens a ledger of it, and writes a file with two CPFs. `open` opens the ledger once more. */
export async function libraryUser(
  given: Partial<LedgerOptions> = {},
  options: RefereeOptions = {},
) {
  const server = await startReferee(options);
  const folder = newFolder();
  const own = { baseUrl: server.url, apiKey: server.key, folder, settle: 1, ...given };
  const opened: { readonly close: () => Promise<void> }[] = [];
  const open = async (more: Partial<LedgerOptions> = {}) => {
    const ledger = await openLedger({ ...own, ...more });
    opened.push(ledger);
    return ledger;
  };
  const ledger = await open();
  const file = join(folder, 'in.csv');
  await writeFile(file, `cpf\n${makeCpf(1)}\n${makeCpf(2)}\n`);
  onTestFinished(async () => {
    server.releaseAnswers();
    await server.close();
    await Promise.all(opened.map((one) => one.close()));
  });
  return { server, ledger, file, folder, open, options: own };
}

/** The error that a call throws or rejects with. */
export async function failureOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

export async function codeOf(call: () => unknown): Promise<string | undefined> {
  return ((await failureOf(call)) as ConfereError | undefined)?.code;
}

/** The library has the machine's clock: until the test ends, a sleep is over at once and moves it forward. */
export function skipSleeps(): void {
  const real = { ...systemClock };
  let skipped = 0;
  const spies = [
    vi.spyOn(systemClock, 'now').mockImplementation(() => real.now() + skipped),
    vi.spyOn(systemClock, 'uptime').mockImplementation(() => later(real.uptime(), skipped)),
    vi.spyOn(systemClock, 'sleep').mockImplementation((ms, signal) => {
      skipped += ms;
      return real.sleep(0, signal);
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
}
