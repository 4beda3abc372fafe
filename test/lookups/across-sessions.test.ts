import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { persistentRule as rule } from '../../src/lookups/stop-rule.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { makeCpf } from '../helpers/invented.js';
import { tested } from '../ledger/support.js';
import { describeAnswer, lookupsAt, startWithLedger } from './support.js';

const createPatientClock = () => createFakeClock(undefined, 300);

it('two sessions pay once for a real-time record', async () => {
  const clock = createPatientClock();
  const { server, session } = await startWithLedger(clock, { price: 0 });
  const [one, two] = [await session({ rule, holder: 'one' }), await session({ rule })];
  const ask = async ({ lookUp }: typeof one) =>
    describeAnswer(await lookUp({ n: 1, birthDate: '02/03/1980' }));
  server.script('POST /cpf/realtime', 'hold');
  const both = Promise.all([ask(one), ask(two)]);
  // The answer comes when the other session waits for it.
  await server.seen('POST /cpf/realtime');
  while (clock.sleeps.length === 0) await setImmediate();
  server.releaseAnswers();
  expect((await both).toSorted()).toEqual(['api', 'ledger']);
  expect(lookupsAt(server)).toHaveLength(1);
  expect(await ask(two)).toBe('api');
});

it('a session waits for another one only until its deadline', async () => {
  const { server, session } = await startWithLedger(createPatientClock());
  const [one, two] = [await session({ rule }), await session({ rule, wait: 1_000 })];
  await tested(one.ledger).begunLookup(makeCpf(1), { holder: 'one' });
  expect(describeAnswer(await two.lookUp({ n: 1 }))).toBe('lookup_under_way');
  await one.ledger.close();
  expect(describeAnswer(await two.lookUp({ n: 1 }))).toBe('unconfirmed');
  expect(lookupsAt(server)).toEqual([]);
});

it('a session without a limit reads the balance once an hour', async () => {
  const clock = createPatientClock();
  const { server, session } = await startWithLedger(clock);
  const readings = () => server.count('GET /quota');
  const { lookUp } = await session({ rule });
  for (let n = 0; n < 3; n += 1) await lookUp({ n });
  const before = readings();
  for (let n = 3; n < 20; n += 1) await lookUp({ n });
  expect(readings()).toBe(before);
  clock.advance(3_600_000);
  await lookUp({ n: 30 });
  expect(readings()).toBe(before + 1);
});
