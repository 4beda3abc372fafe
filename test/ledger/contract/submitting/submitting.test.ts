import { expect, it } from 'vitest';
import type { Ledger } from '../../../../src/ledger/index.js';
import {
  accept,
  accepted,
  begin,
  doubt,
  everything,
  figuresOf,
  keepPaid,
  plannedBatch,
  itemsOf,
} from '../../support.js';
import { contractOf } from '../engines.js';

const IDS = ['d', 'b', 'e', 'a', 'c'];

/** The identifiers that each job may send, as the service would get them. */
async function sentBy(ledger: Ledger, batch: number): Promise<(readonly string[])[]> {
  const sent: (readonly string[])[] = [];
  for (const { seq } of await ledger.jobsOf(batch)) {
    const verdict = await begin(ledger, batch, { job: seq });
    sent.push(verdict.verdict === 'begun' ? verdict.ids : []);
  }
  return sent;
}

contractOf('splitting a job', ({ planned }) => {
  it('keeps its first identifiers in input order, and plans the rest', async () => {
    const { own, num } = await planned(IDS);
    expect(await own.splitJob(num, 1, 2)).toBe(true);
    expect(await own.splitJob(num, 2, 1)).toBe(true);
    expect(await own.jobsOf(num)).toMatchObject([
      { seq: 1, items: 2, kind: 'cpf', round: 0, state: 'planned' },
      { seq: 2, items: 1, kind: 'cpf', round: 0, state: 'planned' },
      { seq: 3, items: 2, kind: 'cpf', round: 0, state: 'planned' },
    ]);
    expect(await sentBy(own, num)).toEqual([['d', 'b'], ['e'], ['a', 'c']]);
  });

  it.each([5, 6])('changes nothing if it is not larger than %i', async (keep) => {
    const { own, num } = await planned(IDS);
    const before = await everything(own, IDS);
    expect(await own.splitJob(num, 1, keep)).toBe(false);
    expect(await own.splitJob(num, 9, 1)).toBe(false);
    expect(await everything(own, IDS)).toEqual(before);
  });

  it.each(Object.entries({ begin, accept, doubt }))('changes nothing after %s', async (_, send) => {
    const { own, num } = await planned(IDS);
    await send(own, num);
    const before = await everything(own, IDS);
    expect(await own.splitJob(num, 1, 2)).toBe(false);
    expect(await everything(own, IDS)).toEqual(before);
  });
});

contractOf('answering planned jobs from records', ({ planned }) => {
  const asked = { proved: [], reuseSince: 20, evenIfElsewhere: false, at: 30 };
  const jobsOf = async (own: Ledger, more: Partial<Parameters<Ledger['answerFromRecords']>[0]>) => {
    const { jobs } = await own.answerFromRecords({ batch: 1, ...asked, ...more });
    return jobs.map(({ seq, items }) => [seq, items]);
  };

  it('removes the jobs that have nothing left, and returns the others', async () => {
    const { own, num } = await planned(IDS);
    for (const job of [1, 2]) await own.splitJob(num, job, 2);
    for (const id of ['d', 'b', 'e']) await keepPaid(own, id, 20);
    await keepPaid(own, 'c', 19);
    const { jobs, elsewhere } = await own.answerFromRecords({ batch: num, ...asked });
    expect(jobs).toMatchObject([
      { seq: 2, items: 1 },
      { seq: 3, items: 1 },
    ]);
    expect(elsewhere).toBeNull();
    expect(await own.jobsOf(num)).toEqual(jobs);
    expect(await figuresOf(own, num)).toMatchObject({ counts: { reused: 3, pending: 2 } });
    expect(await itemsOf(own, num, ['d', 'c'])).toEqual([
      { job: null, answer: 'found', data: { n: 20 } },
      { job: 3, answer: null, data: null },
    ]);
  });

  it('returns the selected jobs, proved ones first', async () => {
    const { own, num } = await planned(IDS);
    for (const job of [1, 2, 3]) await own.splitJob(num, job, 1);
    for (const job of [2, 3]) await doubt(own, num, job);
    expect(await jobsOf(own, {})).toEqual([[1, 1], [4, 2]]); // prettier-ignore
    expect(await jobsOf(own, { proved: [3] })).toEqual([[3, 1], [1, 1], [4, 2]]); // prettier-ignore
    expect(await jobsOf(own, { proved: [3], only: new Set([3, 4]) })).toEqual([[3, 1], [4, 2]]); // prettier-ignore
  });

  it('leaves out a proved job that another run has moved on', async () => {
    const { own, num } = await planned(IDS);
    await doubt(own, num);
    await own.keepOutcome(num, 1, accepted('job'), 4);
    expect(await jobsOf(own, { proved: [1] })).toEqual([]);
  });

  it('answers nothing in a job that was sent', async () => {
    const { own, num } = await planned(['a']);
    await doubt(own, num);
    await keepPaid(own, 'a', 20);
    expect(await jobsOf(own, { proved: [1] })).toEqual([[1, 1]]);
    expect(await itemsOf(own, num, ['a'])).toMatchObject([{ answer: null }]);
  });

  it('names the first job that another batch is looking up', async () => {
    const { own, num } = await planned(IDS);
    await own.splitJob(num, 1, 2);
    const other = await plannedBatch(own, ['a', 'c', 'x'], { id: 'other' });
    await accept(own, other.num);
    const { jobs, elsewhere } = await own.answerFromRecords({ batch: num, ...asked });
    expect(jobs).toHaveLength(2);
    expect(elsewhere).toEqual({ job: 2, batch: 'other', items: 2, state: 'running' });
    const first = { batch: num, ...asked, only: new Set([1]) };
    expect(await own.answerFromRecords(first)).toMatchObject({ elsewhere: null });
    const meant = { batch: num, ...asked, evenIfElsewhere: true };
    expect(await own.answerFromRecords(meant)).toMatchObject({ elsewhere: null });
  });
});

contractOf('a refused submission', ({ planned }) => {
  it('of invalid identifiers answers them, and its job is removed', async () => {
    const { own, num } = await planned(IDS);
    await own.splitJob(num, 1, 2);
    await begin(own, num);
    await own.keepOutcome(num, 1, { is: 'invalid' }, 40);
    expect(await own.jobsOf(num)).toMatchObject([{ seq: 2, state: 'planned', items: 3 }]);
    expect(await figuresOf(own, num)).toMatchObject({ counts: { rejected: 2, pending: 3 } });
    expect(await itemsOf(own, num, ['d'])).toMatchObject([{ answer: 'rejected' }]);
    const again = own.keepOutcome(num, 1, { is: 'invalid' }, 41);
    await expect(again).rejects.toMatchObject({ code: 'job_taken' });
  });
});
