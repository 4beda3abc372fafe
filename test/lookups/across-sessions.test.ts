import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readBalance } from '../../src/money/balance.js';
import type { Lookup, LookupRequest } from '../../src/lookups/answer.js';
import {
  createLookupSession,
  markDelivered,
  type LookupSessionOptions,
} from '../../src/lookups/lookup.js';
import { persistentRule } from '../../src/lookups/stop-rule.js';
import { errorSentence } from '../../src/messages/people.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { json } from '../helpers/http-server.js';
import { makeCpf, record } from '../helpers/invented.js';
import { tested } from '../ledger/support.js';
import { startWithLedger, describeAnswer } from './support.js';

type Answer = (response: ServerResponse, id: string) => unknown;

const found: Answer = (response, id) => {
  json(response, 200, { success: true, data: record('cpf', id) });
};
const lost: Answer = (response) => {
  response.destroy();
};

/** A service whose balance a test moves, or each lookup by `price`, and that answers lookups as `answers` say. */
async function startWorld(...answers: Answer[]) {
  const account = { used: 0, price: 0, readings: 0, lag: 0 };
  const clock = createFakeClock(undefined, 300);
  const charges: { readonly at: number; readonly price: number }[] = [];
  const shownLate = () =>
    charges
      .filter(({ at }) => at > clock.now() - account.lag)
      .reduce((sum, { price }) => sum + price, 0);
  const { server, connect } = await startWithLedger(({ path }, response) => {
    if (path !== '/quota') {
      account.used += account.price;
      charges.push({ at: clock.now(), price: account.price });
      return (answers.shift() ?? found)(response, path.slice(-11));
    }
    account.readings += 1;
    const used = account.used - (account.lag > 0 ? shownLate() : 0);
    const data = { userId: 'u', plan: 'Micro', usedCredits: used, remainingCredits: 9_999 };
    json(response, 200, { success: true, data });
    return undefined;
  }, clock);
  const asked = () => server.requests.filter(({ path }) => path !== '/quota').length;
  return { account, asked, clock, connect };
}

type World = Awaited<ReturnType<typeof startWorld>>;
type Rules = Partial<LookupSessionOptions> & { readonly wait?: number };

/** A session with a connection to the ledger of its own, as another process has, or with the given one. */
async function startSession(
  { clock, connect }: World,
  holder: string,
  { wait = 1_800_000, ...rules }: Rules = {},
  connected = connect(),
) {
  const { ledger, client } = await connected;
  const waits: number[] = [];
  const keeping = { ledger, clock, keyFingerprint: 'finger', holder, ...rules };
  const session = createLookupSession({
    rule: persistentRule,
    errorWriter: { sentence: errorSentence },
    onWait: (ms) => void waits.push(ms),
    ...keeping,
  });
  const id = makeCpf(1);
  const lookUp = (more: Partial<LookupRequest> = {}) =>
    session.lookUp(
      { kind: 'cpf', input: id, id, reuseSince: 0, ...more },
      { client, stop: new AbortController().signal, until: clock.now() + wait },
    );
  return {
    ledger,
    waits,
    lookUp,
    shown: (lookup: Lookup) => markDelivered(keeping, lookup),
    read: () => readBalance({ ...keeping, client }),
  };
}

describe('two sessions of one ledger', () => {
  it('two sessions pay once for the same identifier, even with --fresh', async () => {
    const world = await startWorld();
    const [one, two] = [await startSession(world, 'one'), await startSession(world, 'two')];
    const fresh = {
      reuseSince: Number.MAX_SAFE_INTEGER,
      acceptsDoubtsUntil: await two.ledger.tick(),
    };
    const answers = await Promise.all([one.lookUp(fresh), two.lookUp(fresh)]);
    expect(answers.map(describeAnswer).toSorted()).toEqual(['api', 'ledger']);
    expect(world.asked()).toBe(1);
  });

  it('two sessions pay once for a real-time record, whatever its shape', async () => {
    // The answer comes when the other session waits for it.
    const odd: Answer = async (response) => {
      while (world.clock.sleeps.length === 0) await setImmediate();
      json(response, 200, { success: true, data: { nome: 'Ana' } });
    };
    const world = await startWorld(odd, odd);
    const [one, two] = [await startSession(world, 'one'), await startSession(world, 'two')];
    const ask = async ({ lookUp, shown }: typeof one) => {
      const lookup = await lookUp({ birthDate: '02/03/1980' });
      await shown(lookup);
      return describeAnswer(lookup);
    };
    expect((await Promise.all([ask(one), ask(two)])).toSorted()).toEqual(['api', 'ledger']);
    expect(world.asked()).toBe(1);
    expect(await ask(two)).toBe('api');
  });

  it('a session that waits for a real-time record does not take that of a simple lookup', async () => {
    const world = await startWorld();
    const [one, two] = [await startSession(world, 'one'), await startSession(world, 'two')];
    const id = makeCpf(1);
    const own = { holder: 'one', at: world.clock.now() };
    await tested(one.ledger).begunLookup(id, { ...own, mode: 'realtime', asked: '01011950' });
    const began = world.clock.now();
    const waiting = two.lookUp({ birthDate: '02/03/1980' });
    await expect.poll(() => world.clock.now()).toBeGreaterThan(began);
    const data = { ...record('cpf', id), birthDate: '02/03/1980' };
    const simple = { kind: 'cpf', id, data, fetchedAt: world.clock.now(), single: true } as const;
    await one.ledger.endLookup(1, { is: 'found', record: simple });
    expect(describeAnswer(await waiting)).toBe('api');
    expect(world.asked()).toBe(1);
  });

  it('two sessions share a doubt, which only a later --fresh ends', async () => {
    const world = await startWorld(lost);
    world.account.price = 1;
    const [one, two] = [await startSession(world, 'one'), await startSession(world, 'two')];
    const acceptsDoubtsUntil = await two.ledger.tick();
    const answers = await Promise.all([one.lookUp(), two.lookUp({ acceptsDoubtsUntil })]);
    expect(answers.map(describeAnswer)).toEqual(['unconfirmed', 'unconfirmed']);
    expect((await two.lookUp()).failure).toMatchObject({
      code: 'lookup_in_doubt',
      facts: { why: 'undecidable', price: 1 },
    });
    expect(world.asked()).toBe(1);
    expect(describeAnswer(await one.lookUp({ acceptsDoubtsUntil: await one.ledger.tick() }))).toBe(
      'api',
    );
    expect(world.asked()).toBe(2);
  });

  it('a session waits for another one only until its deadline', async () => {
    const world = await startWorld();
    const [one, two] = [
      await startSession(world, 'one'),
      await startSession(world, 'two', { wait: 1_000 }),
    ];
    await tested(one.ledger).begunLookup(makeCpf(1), { holder: 'one' });
    expect((await two.lookUp()).failure).toMatchObject({
      code: 'lookup_under_way',
      kind: 'locked',
    });
    await one.ledger.close();
    expect(describeAnswer(await two.lookUp())).toBe('unconfirmed');
    expect(world.asked()).toBe(0);
  });
});

describe('a doubtful lookup', () => {
  it('a doubtful lookup is sent again after two minutes if the balance proves that it was free', async () => {
    const world = await startWorld(lost);
    const [one, two] = [await startSession(world, 'one'), await startSession(world, 'two')];
    await one.read();
    await one.lookUp();
    const began = world.clock.now();
    expect(describeAnswer(await two.lookUp())).toBe('api');
    expect(world.clock.now() - began).toBe(120_000);
    expect(two.waits).toEqual([120_000]);
    expect(world.asked()).toBe(2);
  });

  it('several short calls settle a doubt together on a machine without an uptime clock', async () => {
    const world = await startWorld(lost);
    const one = await startSession(world, 'one', { wait: 60_000 });
    await one.read();
    await one.lookUp();
    world.clock.move();
    const two = await startSession(world, 'two', { wait: 60_000 });
    expect((await two.lookUp()).failure?.facts).toMatchObject({ why: 'not_settled', ms: 120_000 });
    world.clock.advance(90_000);
    expect(describeAnswer(await two.lookUp())).toBe('api');
    expect(world.asked()).toBe(2);
  });
});

describe('an undelivered record', () => {
  const realtime = { birthDate: '02/03/1980' };
  const fresh = async ({ ledger }: Awaited<ReturnType<typeof startSession>>) => ({
    reuseSince: Number.MAX_SAFE_INTEGER,
    acceptsDoubtsUntil: await ledger.tick(),
  });

  it.each(['real-time', 'fresh'])(
    'an undelivered record answers the next %s lookup once',
    async (mode) => {
      const world = await startWorld();
      const one = await startSession(world, 'one');
      const wanted = async (of: typeof one) => (mode === 'fresh' ? fresh(of) : realtime);
      expect(describeAnswer(await one.lookUp(await wanted(one)))).toBe('api');
      // It dies before it can print the answer.
      await one.ledger.close();
      world.clock.advance(6 * 86_400_000);
      const two = await startSession(world, 'two');
      const answer = await two.lookUp(await wanted(two));
      expect([describeAnswer(answer), world.asked()]).toEqual(['ledger', 1]);
      await two.shown(answer);
      expect([describeAnswer(await two.lookUp(await wanted(two))), world.asked()]).toEqual([
        'api',
        2,
      ]);
    },
  );

  it.each([
    ['no undelivered copy is kept if the stored record answers a repeat for seven days', 30, 'api'],
    [
      'an undelivered copy is kept if the stored record would soon be too old for a repeat',
      1,
      'ledger',
    ],
  ])('%s', async (_, days, next) => {
    const world = await startWorld();
    const one = await startSession(world, 'one');
    const reuseSince = world.clock.now() - days * 86_400_000;
    expect(describeAnswer(await one.lookUp({ reuseSince }))).toBe('api');
    expect(describeAnswer(await one.lookUp(await fresh(one)))).toBe(next);
  });
});

const numbered = (n: number) => ({ id: makeCpf(n), input: makeCpf(n) });

it.each([
  ['in one session', 1, 0],
  ['in one session, with a balance that shows charges late', 1, 3_000],
  ['in one session each', 40, 0],
])(
  'lookups that cost more than expected stop before they pass a budget: %s',
  async (_, sessions, lag) => {
    const world = await startWorld();
    const { account } = world;
    Object.assign(account, { price: 1, lag });
    const connected = world.connect();
    const limits = { maxCreditsPerDay: 100 };
    let session = await startSession(world, 'h', limits, connected);
    const codes = [];
    for (let n = 0; n < 40; n += 1) {
      if (sessions > 1) session = await startSession(world, `h${n}`, limits, connected);
      if (n === 20) account.price = 5;
      codes.push((await session.lookUp(numbered(n))).failure?.code);
    }
    expect(codes[19]).toBeUndefined();
    expect(codes.at(-1)).toBe('unexpected_charges');
    expect(account.used).toBeLessThanOrEqual(100);
  },
);

it('a session without a limit reads the balance once an hour', async () => {
  const world = await startWorld();
  const { account, clock } = world;
  account.price = 1;
  const { lookUp } = await startSession(world, 'h');
  for (let n = 0; n < 3; n += 1) await lookUp(numbered(n));
  const { readings } = account;
  for (let n = 3; n < 30; n += 1) await lookUp(numbered(n));
  expect(account.readings).toBe(readings);
  clock.advance(3_600_000);
  await lookUp(numbered(30));
  expect(account.readings).toBe(readings + 1);
});
