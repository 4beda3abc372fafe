import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLedger } from '../../src/ledger/index.js';
import { leftText, leftToSpend, lookupResult } from '../../src/mcp/results.js';
import { createLookups } from '../../src/mcp/server.js';
import { createClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { makeCpf } from '../helpers/invented.js';
import { startReferee } from '../helpers/referee/index.js';

const NEVER = new AbortController().signal;

it('a budget per day is counted from the ledger, survives restarts, and is new the next day', async () => {
  const service = await startReferee();
  const folder = await mkdtemp(join(tmpdir(), 'confere-day-'));
  const clock = createFakeClock();
  onTestFinished(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });
  /** A session of its own looks up the CPFs with these numbers, together. */
  const session = async (...numbers: readonly number[]) => {
    const account = { baseUrl: service.url, apiKey: service.key, userAgent: 'test', clock };
    const client = createClient(account);
    const ledger = await openLedger(folder, clock);
    const keeping = {
      ledger,
      clock,
      keyFingerprint: 'finger',
      holder: `session ${numbers.join()}`,
    };
    const spending = { periods: { maxPerDay: 3 } };
    const { lookUp } = createLookups({
      ...{ ...keeping, ...spending, client, reuse: 86_400_000, longestWait: 60_000 },
    });
    const results = await Promise.all(
      numbers.map((n) => lookUp({ kind: 'cpf', input: makeCpf(n) }, NEVER)),
    );
    const left = await leftToSpend({ ...keeping, ...spending });
    const told = results.map((one) => JSON.stringify(lookupResult(one, left).content));
    await client.close();
    await ledger.close();
    return { codes: results.map(({ answer, failure }) => failure?.code ?? answer.status), told };
  };
  const first = await session(1);
  expect(first.codes).toEqual(['found']);
  expect(first.told[0]).toContain('Credits left to spend: 2 today (UTC).');
  service.script('GET /cpf/', 'drop_after');
  expect((await session(2)).codes).toEqual(['network']);
  const last = await session(3, 4, 5);
  expect(last.codes.filter((code) => code === 'found')).toHaveLength(1);
  expect(last.codes.filter((code) => code === 'over_period_budget')).toHaveLength(2);
  const over = await session(6);
  expect(over.codes).toEqual(['over_period_budget']);
  expect(over.told[0]).toMatch(/0 of today's 3 are left/);
  const ledger = await openLedger(folder, clock);
  const told = async (limits: { readonly maxCredits?: number }, holder = 'new') =>
    leftText(await leftToSpend({ ledger, clock, keyFingerprint: 'finger', holder, ...limits }));
  expect(await told({ maxCredits: 5 })).toBe('Credits left to spend: 5 in this session.');
  expect(await told({ maxCredits: 5 }, 'session 1')).toMatch(' 4 in this session.');
  expect(await told({ maxCredits: 0 })).toBe('Credits left to spend: 0 in this session.');
  // In the sandbox nothing costs anything.
  expect(await told({})).toBeUndefined();
  await ledger.close();
  // What was paid for is free.
  expect((await session(1)).codes).toEqual(['found']);
  expect(service.book.charged).toHaveLength(3);
  clock.advance(24 * 3_600_000);
  expect((await session(7)).codes).toEqual(['found']);
});
