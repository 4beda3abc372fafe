import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import {
  cpfs,
  createWorld,
  csv,
  INTERVAL,
  mostOften,
  SETTLE,
  sumsOf,
  type World,
} from './support.js';
import { runs } from '../helpers/runs.js';

/** `npm run simulate` tries the same promises in as many worlds as one wants. */
const OPTIONS = { numRuns: runs(20) } as const;
const POOL = cpfs(40);
const isFound = (id: string) => Number(id[8]) % 4 !== 0;

/** Rows of a file, not all of them empty: repeated identifiers, and cells without an identifier. */
const rows = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...POOL) },
      { weight: 1, arbitrary: fc.constantFrom('', '123', '11111111111', '52998224724', 'x') },
    ),
    { minLength: 1, maxLength: 60 },
  )
  // A column without a valid cell is refused.
  .filter((cells) => cells.some((cell) => POOL.includes(cell)));

const jobStep = fc.oneof(
  { weight: 3, arbitrary: fc.constant('done' as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ hiddenFor: Infinity } as const, { hiddenFor: 1 } as const),
  },
  { weight: 1, arbitrary: fc.record({ skipLast: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ failAfter: fc.nat(3) }) },
);

const submission = fc.constantFrom(
  ...(['ok', 'ok', 'ok', 'ok', 429, 429, 429, 502, 502] as const),
  ...(['drop_after', 'drop_before', 'garbage', 500] as const),
);

/** With long waits and short intervals, answers arrive while a submission waits. */
const pace = fc.record({
  patience: fc.constantFrom(0, 60, 60),
  interval: fc.constantFrom(50, INTERVAL),
});

const INPUT = { column: 'cpf', kind: 'cpf' } as const;

async function within(world: World, work: (world: World) => Promise<void>): Promise<void> {
  try {
    await work(world);
  } finally {
    await world[Symbol.asyncDispose]();
  }
}

describe('accounting', () => {
  it('always adds up, for any behaviour of the service', async () => {
    const script = fc.record({
      rows,
      perJob: fc.integer({ min: 1, max: 10 }),
      jobs: fc.array(jobStep, { maxLength: 4 }),
      submissions: fc.array(submission, { maxLength: 8 }),
      rejected: fc.constantFrom(...POOL),
      pollsToEnd: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(script, pace, async (given, { patience, interval }) => {
        const { rows, perJob, rejected, ...service } = given;
        const rejects = (id: string) => id === rejected;
        const clock = createFakeClock(undefined, patience);
        await within(await createWorld({ ...service, isFound, rejects }, clock), async (world) => {
          const path = await world.file(csv(rows));
          for (let run = 0; run < 3; run += 1) {
            const stop = { deadline: world.clock.now() + (run === 0 ? 12_000 : 1e9) };
            const how = { input: INPUT, perJob, interval, ...stop };
            const { summary } = await world.run(path, how);
            const { rows: all, unique } = summary;
            expect(sumsOf(summary)).toEqual({ rows: all, unique });
            expect(all).toBe(rows.length);
            expect(mostOften(world.service.book.charges)).toBeLessThanOrEqual(1);
            expect(summary.credits.charged).toBeLessThanOrEqual(world.service.book.account.used);
            await world.restart();
          }
        });
      }),
      OPTIONS,
    );
  }, 120_000);
});

describe('continuing', () => {
  const scene = fc.record({
    ids: fc.uniqueArray(fc.constantFrom(...POOL), { minLength: 1, maxLength: 30 }),
    perJob: fc.integer({ min: 1, max: 12 }),
    // The number of requests between two stops.
    stops: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 8 }),
    pollsToEnd: fc.integer({ min: 1, max: 3 }),
  });

  it('after a stop at any request submits no identifier twice', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async ({ ids, perJob, stops, pollsToEnd }) => {
        let [left, stop] = [Infinity, new AbortController()];
        const onRequest = () => {
          if ((left -= 1) === 0) stop.abort();
        };
        await within(await createWorld({ pollsToEnd, isFound, onRequest }), async (world) => {
          const path = await world.file(csv(ids));
          for (const next of [...stops, Infinity]) {
            [left, stop] = [next, new AbortController()];
            const { kind } = await world.run(path, { input: INPUT, perJob, stop: stop.signal });
            expect([undefined, 'interrupted']).toContain(kind);
            await world.restart();
          }
          const { summary } = await world.run(path, { input: INPUT });
          expect(summary).toMatchObject({ state: 'complete', unique: ids.length, pending: 0 });
          expect([...world.service.book.submitted.keys()].sort()).toEqual([...ids].sort());
          expect(mostOften(world.service.book.submitted)).toBe(1);
          expect(world.service.book.account.used).toBe(ids.filter(isFound).length);
        });
      }),
      OPTIONS,
    );
  }, 120_000);

  it('after a kill at any request charges no identifier twice', async () => {
    const kills = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.boolean()), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(scene, kills, async ({ ids, perJob, pollsToEnd }, killed) => {
        await within(await createWorld({ pollsToEnd }), async (world) => {
          const path = await world.file(csv(ids));
          for (const [after, reached] of killed) {
            const client = dying(world.client, after, reached);
            await world.run(path, { input: INPUT, perJob, client });
            await world.restart();
            world.clock.advance(2 * SETTLE);
          }
          const { summary, kind } = await world.run(path, { input: INPUT, perJob });
          expect(mostOften(world.service.book.submitted)).toBeLessThanOrEqual(1);
          // Either the batch is complete, or it needs a decision of the user.
          expect(summary.state).toBe(kind ?? 'complete');
          if (kind !== undefined) expect(kind).toBe('unconfirmed');
        });
      }),
      OPTIONS,
    );
  }, 120_000);
});

/** A process that dies at its n-th request; `reached`: the service still received it. */
function dying(client: ServiceClient, after: number, reached: boolean): ServiceClient {
  let left = after;
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left > 0) return work();
    if (left === 0 && reached) await work();
    throw new Error('killed');
  };
  const wrapped = (inner: ServiceClient): ServiceClient => ({
    ...inner,
    within: (bounds) => wrapped(inner.within(bounds)),
    quota: () => call(() => inner.quota()),
    submitBatch: (...values) => call(() => inner.submitBatch(...values)),
    batchJob: (...values) => call(() => inner.batchJob(...values)),
  });
  return wrapped(client);
}
