import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { LookupRequest } from '../../src/lookups/answer.js';
import { createLookupSession, markDelivered } from '../../src/lookups/lookup.js';
import { persistentRule } from '../../src/lookups/stop-rule.js';
import { errorSentence } from '../../src/messages/people.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { makeCpf } from '../helpers/invented.js';
import { REQUESTER } from '../helpers/requester.js';
import { tested } from '../ledger/support.js';
import { describeAnswer, lookupsAt, startWithLedger } from './support.js';

/** A service, and sessions of one ledger, each with a connection of its own, as another process has. */
async function startWorld(price: number) {
  const clock = createFakeClock(undefined, 300);
  const { server, connect } = await startWithLedger(clock, { price });
  const asked = () => lookupsAt(server).length;
  const session = async (holder: string, wait = 1_800_000) => {
    const { ledger, client } = await connect();
    const { lookUp } = createLookupSession({
      ledger,
      clock,
      holder,
      keyFingerprint: 'finger',
      requester: REQUESTER,
      rule: persistentRule,
      errorWriter: { writeSentence: errorSentence },
    });
    const stop = new AbortController().signal;
    /** Looks up the `n`th CPF. */
    return async (n: number, more: Partial<LookupRequest> = {}) => {
      const [input, until] = [makeCpf(n), clock.now() + wait];
      const request = { kind: 'cpf', input, id: input, reuseSince: 0, ...more } as const;
      const lookup = await lookUp(request, { client, stop, until });
      await markDelivered({ ledger, clock }, lookup);
      return describeAnswer(lookup);
    };
  };
  return { server, asked, clock, connect, session };
}

it('two sessions pay once for a real-time record', async () => {
  const { server, asked, clock, session } = await startWorld(0);
  const [one, two] = [await session('one'), await session('two')];
  const realtime = { birthDate: '02/03/1980' };
  server.script('POST /cpf/realtime', 'hold');
  const both = Promise.all([one(1, realtime), two(1, realtime)]);
  // The answer comes when the other session waits for it.
  await server.seen('POST /cpf/realtime');
  while (clock.sleeps.length === 0) await setImmediate();
  server.releaseAnswers();
  expect((await both).toSorted()).toEqual(['api', 'ledger']);
  expect(asked()).toBe(1);
  expect(await two(1, realtime)).toBe('api');
});

it('a session waits for another one only until its deadline', async () => {
  const { asked, connect, session } = await startWorld(0);
  const other = await connect();
  const lookUp = await session('two', 1_000);
  await tested(other.ledger).begunLookup(makeCpf(1), { holder: 'one' });
  expect(await lookUp(1)).toBe('lookup_under_way');
  await other.ledger.close();
  expect([await lookUp(1), asked()]).toEqual(['unconfirmed', 0]);
});

it('a session without a limit reads the balance once an hour', async () => {
  const { server, clock, session } = await startWorld(1);
  const readings = () => server.count('GET /quota');
  const lookUp = await session('h');
  for (let n = 0; n < 3; n += 1) await lookUp(n);
  const before = readings();
  for (let n = 3; n < 20; n += 1) await lookUp(n);
  expect(readings()).toBe(before);
  clock.advance(3_600_000);
  await lookUp(30);
  expect(readings()).toBe(before + 1);
});
