import { setImmediate } from 'node:timers/promises';
import { REQUESTER } from '../helpers/requester.js';
import { describe, expect, it } from 'vitest';
import { readBalance } from '../../src/money/balance.js';
import type { LookupResult, LookupRequest } from '../../src/lookups/answer.js';
import {
  createLookupSession,
  markDelivered,
  type LookupSessionOptions,
} from '../../src/lookups/lookup.js';
import { persistentRule } from '../../src/lookups/stop-rule.js';
import { errorSentence } from '../../src/messages/people.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { makeCpf, record } from '../helpers/invented.js';
import { tested } from '../ledger/support.js';
import { describeAnswer, lookupsAt, startWithLedger } from './support.js';

/** A service that charges nothing, and sessions of one ledger. */
async function startWorld() {
  const clock = createFakeClock(undefined, 300);
  const { server, connect } = await startWithLedger(clock, { price: 0 });
  const asked = () => lookupsAt(server).length;

  /** A session with a connection to the ledger of its own, as another process has. */
  const session = async (
    holder: string,
    { wait = 1_800_000, ...rules }: Partial<LookupSessionOptions> & { readonly wait?: number } = {},
  ) => {
    const { ledger, client } = await connect();
    const own = { keyFingerprint: 'finger', holder, requester: REQUESTER };
    const keeping = { ledger, clock, ...own, ...rules };
    const session = createLookupSession({
      rule: persistentRule,
      errorWriter: { writeSentence: errorSentence },
      ...keeping,
    });
    const id = makeCpf(1);
    const stop = new AbortController().signal;
    return {
      ledger,
      lookUp: (more: Partial<LookupRequest> = {}) =>
        session.lookUp(
          { kind: 'cpf', input: id, id, reuseSince: 0, ...more },
          { client, stop, until: clock.now() + wait },
        ),
      shown: (lookup: LookupResult) => markDelivered(keeping, lookup),
      read: () => readBalance({ ...keeping, client }),
      /** What --fresh means at this moment. */
      fresh: async () => ({
        reuseSince: Number.MAX_SAFE_INTEGER,
        acceptsDoubtsUntil: await ledger.tick(),
      }),
    };
  };
  return { server, asked, clock, session };
}

async function twoSessions(rules: { readonly wait?: number } = {}) {
  const world = await startWorld();
  const [one, two] = [await world.session('one', rules), await world.session('two', rules)];
  return { ...world, one, two };
}

const realtime = { birthDate: '02/03/1980' };

describe('two sessions of one ledger', () => {
  it('two sessions pay once for a real-time record', async () => {
    const { one, two, server, asked, clock } = await twoSessions();
    server.script('POST /cpf/realtime', 'hold');
    const ask = async ({ lookUp, shown }: typeof one) => {
      const lookup = await lookUp(realtime);
      await shown(lookup);
      return describeAnswer(lookup);
    };
    const both = Promise.all([ask(one), ask(two)]);
    // The answer comes when the other session waits for it.
    await server.seen('POST /cpf/realtime');
    while (clock.sleeps.length === 0) await setImmediate();
    server.releaseAnswers();
    expect((await both).toSorted()).toEqual(['api', 'ledger']);
    expect(asked()).toBe(1);
    expect(await ask(two)).toBe('api');
  });

  it('a session that waits for a real-time record does not take that of a simple lookup', async () => {
    const { one, two, asked, clock } = await twoSessions();
    const id = makeCpf(1);
    const own = {
      holder: 'one',
      at: clock.now(),
      mode: 'realtime',
      birthDateDigits: '01011950',
    } as const;
    await tested(one.ledger).begunLookup(id, own);
    const began = clock.now();
    const waiting = two.lookUp(realtime);
    await expect.poll(() => clock.now()).toBeGreaterThan(began);
    const data = { ...record('cpf', id), ...realtime };
    const simple = { kind: 'cpf', id, data, fetchedAt: clock.now(), single: true } as const;
    await one.ledger.endLookup(1, { is: 'found', record: simple });
    expect([describeAnswer(await waiting), asked()]).toEqual(['api', 1]);
  });

  it('a session waits for another one only until its deadline', async () => {
    const { one, two, asked } = await twoSessions({ wait: 1_000 });
    await tested(one.ledger).begunLookup(makeCpf(1), { holder: 'one' });
    const { failure } = await two.lookUp();
    expect(failure).toMatchObject({ code: 'lookup_under_way', kind: 'locked' });
    await one.ledger.close();
    expect([describeAnswer(await two.lookUp()), asked()]).toEqual(['unconfirmed', 0]);
  });

  it('several short calls settle a doubt together on a machine without an uptime clock', async () => {
    const { one, two, server, asked, clock } = await twoSessions({ wait: 60_000 });
    server.script('GET /cpf/', 'drop_after');
    await one.read();
    await one.lookUp();
    clock.move();
    expect((await two.lookUp()).failure?.facts).toMatchObject({ why: 'not_settled', ms: 120_000 });
    clock.advance(90_000);
    expect([describeAnswer(await two.lookUp()), asked()]).toEqual(['api', 2]);
  });
});

describe('an undelivered record', () => {
  it('an undelivered record answers the next lookup with --fresh once', async () => {
    const { one, two, asked, clock } = await twoSessions();
    const ask = async (of: typeof one) => of.lookUp(await of.fresh());
    expect(describeAnswer(await ask(one))).toBe('api');
    // It dies before it can print the answer.
    await one.ledger.close();
    clock.advance(6 * 86_400_000);
    const answer = await ask(two);
    expect([describeAnswer(answer), asked()]).toEqual(['ledger', 1]);
    await two.shown(answer);
    expect([describeAnswer(await ask(two)), asked()]).toEqual(['api', 2]);
  });

  it.each([
    ['no undelivered copy is kept if the stored record is young for seven days more', 30, 'api'],
    ['an undelivered copy is kept if the stored record would soon be too old', 1, 'ledger'],
  ])('%s', async (_, days, next) => {
    const { session, clock } = await startWorld();
    const { lookUp, fresh } = await session('one');
    const reuseSince = clock.now() - days * 86_400_000;
    expect(describeAnswer(await lookUp({ reuseSince }))).toBe('api');
    expect(describeAnswer(await lookUp(await fresh()))).toBe(next);
  });
});

const numbered = (n: number) => ({ id: makeCpf(n), input: makeCpf(n) });

it('a session without a limit reads the balance once an hour', async () => {
  const { server, clock, session } = await startWorld();
  server.book.account.price = 1;
  const readings = () => server.count('GET /quota');
  const { lookUp } = await session('h');
  for (let n = 0; n < 3; n += 1) await lookUp(numbered(n));
  const before = readings();
  for (let n = 3; n < 20; n += 1) await lookUp(numbered(n));
  expect(readings()).toBe(before);
  clock.advance(3_600_000);
  await lookUp(numbered(30));
  expect(readings()).toBe(before + 1);
});
