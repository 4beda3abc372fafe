import { expect, it } from 'vitest';
import {
  createLookupSession,
  type LookupSession,
  type LookupSessionOptions,
} from '../../src/lookups/lookup.js';
import { listRule } from '../../src/lookups/stop-rule.js';
import { errorSentence } from '../../src/output/errors.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { json } from '../helpers/http-server.js';
import { makeCpf, record } from '../helpers/invented.js';
import { startKeeping } from './support.js';

/** A service that finds everything at a price that a test changes, and sessions on the one ledger. */
async function startLookups() {
  const account = { used: 0, price: 1, readings: 0, hidesUse: false };
  const clock = createFakeClock();
  const { connect } = await startKeeping(({ path }, response) => {
    if (path !== '/quota') {
      account.used += account.price;
      json(response, 200, { success: true, data: record('cpf', path.slice(-11)) });
      return;
    }
    account.readings += 1;
    const data = { plan: 'Micro', remainingCredits: 9_999, usedCredits: account.used };
    if (account.hidesUse && account.used > 0)
      json(response, 503, { success: false, error: 'usage_unavailable' });
    else json(response, 200, { success: true, data });
  }, clock);
  const { ledger, client } = await connect();
  const open = (holder: string, limit: Pick<LookupSessionOptions, 'maxCredits' | 'periods'>) =>
    createLookupSession({
      ...{ ledger, clock, stopRule: listRule, reusesOwn: false, wording: errorSentence },
      ...{ keyFingerprint: 'finger', holder, ...limit },
    });
  const lookUp = (session: LookupSession, n: number) => {
    const call = { client, stop: new AbortController().signal, until: clock.now() + 60_000 };
    const id = makeCpf(n);
    return session.lookUp({ kind: 'cpf', input: id, id, reuseSince: 0 }, call);
  };
  return { account, clock, open, lookUp };
}

it.each([
  ['in one session', 1],
  ['in a session each', 200],
])('a price that rises under way is seen before a budget is passed: %s', async (_, sessions) => {
  const { account, open, lookUp } = await startLookups();
  const limit = { periods: { maxPerDay: 100 } };
  let session = open('h0', limit);
  for (let n = 0; n < 200; n += 1) {
    if (sessions > 1) session = open(`h${n}`, limit);
    if (n === 20) account.price = 5;
    await lookUp(session, n);
  }
  // Twenty at one credit; what was asked for until the rise was seen was a tenth of what was left.
  expect(account.used).toBeLessThanOrEqual(100);
  expect(account.used).toBeGreaterThan(60);
  expect(account.readings).toBeLessThan(60);
});

it('a price that rose with a new period passes no limit, though no reading shows that the period began', async () => {
  const { account, clock, open, lookUp } = await startLookups();
  const limit = { maxCredits: 2 };
  account.hidesUse = true;
  await lookUp(open('h0', limit), 0);
  clock.advance(86_400_000);
  Object.assign(account, { used: 0, price: 1.3, hidesUse: false });
  const second = open('h1', limit);
  await lookUp(second, 1);
  const { failure } = await lookUp(second, 2);
  expect([failure?.code, account.used]).toEqual(['over_max_credits', 1.3]);
});
