import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import {
  createClient,
  openLedger,
  type ClientOptions,
  type LedgerOptions,
} from '../../src/index.js';
import { systemClock } from '../../src/system.js';
import { later } from '../helpers/clocks/skipping-clock.js';
import { newFolder } from '../helpers/files/scratch.js';
import { makeCpf } from '../helpers/invented.js';
import { startReferee, type RefereeOptions } from '../helpers/referee/index.js';

/** A service, a client and a ledger of it, and a file with two CPFs. `reopen` opens the ledger once more. */
export async function libraryUser(
  given: Partial<LedgerOptions> = {},
  options: RefereeOptions = {},
) {
  const server = await startReferee(options);
  const folder = newFolder();
  const account = { baseUrl: server.url, apiKey: server.key };
  const own = { ...account, folder, settle: 1, ...given };
  const open = (more: Partial<LedgerOptions> = {}) => openLedger({ ...own, ...more });
  const ledger = await open();
  const client = createClient({ ...account, ...ofClient(given) });
  const file = join(folder, 'in.csv');
  await writeFile(file, `cpf\n${makeCpf(1)}\n${makeCpf(2)}\n`);
  onTestFinished(async () => {
    server.releaseAnswers();
    await server.close();
    await Promise.all([ledger.close(), client.close()]);
  });
  return { server, ledger, client, file, folder, open, options: own };
}

function ofClient({ rate, onRequest, onWait }: Partial<LedgerOptions>): Partial<ClientOptions> {
  return { ...(rate && { rate }), ...(onRequest && { onRequest }), ...(onWait && { onWait }) };
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
