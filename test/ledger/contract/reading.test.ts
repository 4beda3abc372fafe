import { expect, it } from 'vitest';
import type { BatchReading } from '../../../src/ledger/index.js';
import { makeCpf } from '../../helpers/invented.js';
import {
  addPlanned,
  acceptedBatch,
  figuresOf,
  NEW_BATCH,
  plannedBatch,
  resultsOf,
} from '../support.js';
import { contractOf } from './engines.js';

async function outcomesOf(reading: BatchReading | undefined) {
  const all = [];
  for await (const some of reading?.outcomes() ?? []) all.push(...some);
  return all;
}

contractOf('reading a batch', ({ two, sent }) => {
  it('shows one moment, whatever is written in the meantime', async () => {
    const [own, other] = await two();
    const ids = Array.from({ length: 1_200 }, (_, n) => makeCpf(n));
    const { num } = await acceptedBatch(own, ids);
    await own.keepResults(resultsOf(num, ids.slice(0, 1_000)));
    const reading = await own.readBatch(num);
    await other.keepResults(resultsOf(num, ids.slice(0, 1_100)));
    const end = { end: 'done', at: 20 } as const;
    await own.keepResults(resultsOf(num, ids.slice(0, 1_100), ids.slice(1_100), end));
    const seen = await outcomesOf(reading);
    expect(seen.map(({ id }) => id)).toEqual(ids);
    expect(seen.filter(({ answer }) => answer === 'found')).toHaveLength(1_000);
    expect(reading).toMatchObject({
      figures: { counts: { found: 1_000, pending: 200 }, jobs: [{ state: 'accepted', polls: 1 }] },
    });
    const now = await own.readBatch(num);
    expect(now).toMatchObject({
      figures: { counts: { found: 1_100, notFound: 100, pending: 0 }, jobs: [{ state: 'done' }] },
    });
    const answered = (await outcomesOf(now)).filter(({ answer }) => answer !== null);
    expect(answered).toHaveLength(1_200);
  });

  it('returns the same figures for all batches as for each', async () => {
    const { own, num } = await sent(['a', 'b', 'c']);
    await own.keepResults(resultsOf(num, ['a'], ['b']));
    await plannedBatch(own, ['b'], { id: 'other' });
    await own.claimBatch({ ...NEW_BATCH, id: 'x', matchKey: 'x' }, false);
    const all = await own.figures();
    expect(all.map(({ batch }) => batch.id)).toEqual(['x', 'other', 'abc']);
    for (const figures of all) {
      expect(await figuresOf(own, figures.batch.num)).toEqual(figures);
      const reading = await own.readBatch(figures.batch.num);
      expect(reading?.figures).toEqual(figures);
    }
    expect(await own.unansweredIn(num, [1, 9])).toBe(1);
  });
});

contractOf('the figures of a column of both kinds', ({ ledger }) => {
  it('are also told for each kind, before and after the plan', async () => {
    const own = await ledger();
    const { batch } = await own.claimBatch(NEW_BATCH, false);
    await own.beginPlan(batch.num, 'both', '{}');
    const parts = async () => {
      const one = await own.figures(batch.num);
      expect(await own.figures()).toEqual(one);
      return one[0]?.parts;
    };
    expect(await parts()).toMatchObject({ cpf: { pending: 0 }, cnpj: { pending: 0 } });
    const items = ['10000000019', '10000000000019', '20000000000019'];
    const planned = items.map((id, position) => ({ id, position, job: id.length === 11 ? 1 : 2 }));
    await addPlanned(own, batch.num, planned);
    const facts = { rows: 3, invalid: 0, duplicates: 0, repaired: 0, reasons: {} };
    const jobs = [
      { seq: 1, kind: 'cpf', items: 1 } as const,
      { seq: 2, kind: 'cnpj', items: 2 } as const,
    ];
    await own.finishPlan(batch.num, jobs, facts, 1);
    expect(await parts()).toMatchObject({ cpf: { pending: 1 }, cnpj: { pending: 2 } });
    const other = await plannedBatch(own, ['x'], { id: 'other' });
    expect((await own.figures(other.num))[0]?.parts).toBeUndefined();
  });
});
