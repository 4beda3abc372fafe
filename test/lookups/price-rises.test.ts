import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLedger } from '../../src/ledger/index.js';
import { createLookupSession } from '../../src/lookups/lookup.js';
import { listRule } from '../../src/lookups/stop-rule.js';
import { errorSentence } from '../../src/output/errors.js';
import { createClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { json, startServer } from '../helpers/http-server.js';
import { makeCpf, record } from '../helpers/invented.js';
import { putEmptyLedger } from '../helpers/files/empty-ledger.js';

/** A service that finds everything, and whose price a test changes. */
async function startPriced() {
  const account = { used: 0, price: 1, readings: 0 };
  const server = await startServer(({ path }, response) => {
    if (path === '/quota') {
      account.readings += 1;
      const data = { plan: 'Micro', remainingCredits: 9_999, usedCredits: account.used };
      json(response, 200, { success: true, data });
      return;
    }
    account.used += account.price;
    json(response, 200, { success: true, data: record('cpf', path.slice(-11)) });
  });
  onTestFinished(() => server.close());
  return { server, account };
}

it.each([
  ['in one session', 1],
  ['in a session each', 200],
])('a price that rises under way is seen before a budget is passed: %s', async (_, sessions) => {
  const { server, account } = await startPriced();
  const folder = await mkdtemp(join(tmpdir(), 'confere-rises-'));
  const clock = createFakeClock();
  putEmptyLedger(join(folder, 'ledger'));
  const ledger = await openLedger(join(folder, 'ledger'), clock);
  const options = { baseUrl: server.url, apiKey: 'sk', userAgent: 'test', clock, rate: 1e6 };
  const client = createClient(options);
  onTestFinished(async () => {
    await client.close();
    await ledger.close();
    await rm(folder, { recursive: true, force: true });
  });
  const open = (n: number) =>
    createLookupSession({
      ...{ ledger, clock, stopRule: listRule, reusesOwn: false, wording: errorSentence },
      ...{ keyFingerprint: 'finger', holder: `h${n}`, periods: { maxPerDay: 100 } },
    });
  let session = open(0);
  for (let n = 0; n < 200; n += 1) {
    if (sessions > 1) session = open(n);
    if (n === 20) account.price = 5;
    const id = makeCpf(n);
    const call = { client, stop: new AbortController().signal, until: clock.now() + 60_000 };
    await session.lookUp({ kind: 'cpf', input: id, id, reuseSince: 0 }, call);
  }
  // Twenty at one credit; what was asked for until the rise was seen was a tenth of what was left.
  expect(account.used).toBeLessThanOrEqual(100);
  expect(account.used).toBeGreaterThan(60);
  expect(account.readings).toBeLessThan(60);
});
