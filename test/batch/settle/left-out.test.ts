import { describe, expect, it } from 'vitest';
import { readBalance } from '../../../src/money/balance.js';
import { tested } from '../../ledger/support.js';
import { cpfs, csv, mostOften, NO_LIMITS, testWorld, type World } from '../support.js';

const [A = '', ...OTHERS] = cpfs(4);

/** A single lookup of the first of four identifiers has no answer; the account was read before it. */
async function doubted(world: World, way: 'simple' | 'realtime' = 'simple') {
  const deps = world.deps();
  await readBalance(deps);
  const begun = await tested(deps.ledger).lookUp(A, { way });
  const num = begun.verdict === 'ask' ? begun.num : 0;
  await deps.ledger.endLookup(num, { is: 'unknown' });
  return { num, path: await world.file(csv([A, ...OTHERS])) };
}

const LEFT_OUT = { code: 'submission_unconfirmed', facts: { why: 'left_out', items: 1 } };

describe('a batch with an identifier whose single lookup is in doubt', () => {
  it.each(['simple', 'realtime'] as const)(
    'sends the others, settles the %s lookup, and then sends that one, too',
    async (way) => {
      const world = await testWorld();
      const { path } = await doubted(world, way);
      const began = world.clock.now();
      const { summary, error } = await world.run(path, { costs: { cpf: 1 } });
      expect(error).toBeUndefined();
      expect(summary).toMatchObject({ state: 'complete', found: 4, unconfirmed: 0 });
      expect(world.service.count('POST')).toBe(2);
      expect(mostOften(world.service.book.submitted)).toBe(1);
      expect(world.clock.now() - began).toBeGreaterThanOrEqual(120_000);
    },
  );

  it('leaves it to the user where the balance moved, for good, and says how to go on', async () => {
    const world = await testWorld();
    const { path, num } = await doubted(world);
    world.service.book.account.used += 1;
    const { error, summary } = await world.run(path, { costs: { cpf: 1 } });
    expect(error).toMatchObject({ ...LEFT_OUT, facts: { isDecided: true } });
    expect(summary).toMatchObject({ state: 'unconfirmed', found: 3, unconfirmed: 1, pending: 0 });
    world.service.book.account.used -= 1;
    const { error: again, batch } = await world.run(path, { costs: { cpf: 1 } });
    expect(again).toMatchObject(LEFT_OUT);
    expect(world.service.count('POST')).toBe(1);
    expect(await world.ledger().leftOut(batch.num)).toMatchObject([{ num }]);
    expect((await world.exported(batch, { partial: true })).toString()).toMatch(/,unconfirmed,/);
    const { release } = await world.open(path);
    await world.decide(batch, { kind: 'resubmit' }, NO_LIMITS, { costs: { cpf: 1 } });
    await release();
    expect(world.service.count('POST')).toBe(2);
    expect((await world.run(path)).summary).toMatchObject({ state: 'complete', found: 4 });
    expect(mostOften(world.service.book.submitted)).toBe(1);
  });

  it('takes the answer of a record that was found since', async () => {
    const world = await testWorld();
    const { path } = await doubted(world);
    world.service.book.account.used += 1;
    await world.run(path, { costs: { cpf: 1 } });
    const word = await world.ledger().tick();
    const found = await tested(world.ledger()).lookUp(A, { word });
    const fetchedAt = world.clock.now();
    const record = { kind: 'cpf', id: A, data: { cpf: A }, fetchedAt, single: true } as const;
    const num = found.verdict === 'ask' ? found.num : 0;
    await world.ledger().endLookup(num, { is: 'found', record });
    const limits = { reuseSince: 0 };
    const { error, summary } = await world.run(path, { costs: { cpf: 1 }, limits });
    expect([error, summary.found, summary.reused]).toEqual([undefined, 4, 1]);
    expect(world.service.count('POST')).toBe(1);
  });
});
