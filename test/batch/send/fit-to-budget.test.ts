import { expect, it } from 'vitest';
import { cpfs, csv, testWorld, type World } from '../support.js';

/** The sizes of the jobs that were sent. */
const sizes = ({ service }: World) => service.book.jobs.map(({ ids }) => ids.length);
const charged = ({ service }: World) => service.book.charges.size;

const ids = cpfs(40);
/** Every other one. */
const isEven = (id: string) => ids.indexOf(id) % 2 === 0;

it('--fit-balance spends --max-credits to the last credit, with each job as large as what is left', async () => {
  const world = await testWorld({ isFound: isEven });
  await world.agree();
  const limits = { maxCredits: 10, fitBalance: true };
  const { error, summary } = await world.run(ids, { limits });
  expect(error).toBeUndefined();
  expect(sizes(world)).toEqual([10, 5, 2, 1, 1]);
  expect(charged(world)).toBe(10);
  expect(summary).toMatchObject({ found: 10, notFound: 9, pending: 21 });
  // The numbers are told once; further jobs are covered by what they say.
  expect(world.events.filter(({ type }) => type === 'plan')).toHaveLength(1);
});

it('--fit-balance spends no credits that arrive after the user confirmed', async () => {
  const asked: number[] = [];
  const world = await testWorld({ credits: 10, isFound: isEven });
  const confirm = ({ worstCase }: { readonly worstCase: number }) => {
    asked.push(worstCase);
    world.service.book.account.credits += 100;
    return Promise.resolve(true);
  };
  await world.run(ids, { limits: { fitBalance: true, confirm } });
  expect(asked).toEqual([10]);
  expect(charged(world)).toBe(10);
});

it.each([
  ['the budget of a day', { maxCreditsPerDay: 20 }, 100],
  ['the balance', {}, 20],
])(
  '--fit-balance spends only what another run has left of %s since the user confirmed',
  async (_, more, credits) => {
    const world = await testWorld({ credits, isFound: (id) => !ids.includes(id) || isEven(id) });
    const [own, other] = [
      await world.file(csv(ids)),
      await world.file(csv(cpfs(9, 100)), 'other.csv'),
    ];
    const limits = { fitBalance: true, ...more };
    await world.agree();
    const confirm = async () => {
      await world.run(other, { limits });
      return true;
    };
    const { error, summary } = await world.run(own, { limits: { ...limits, confirm } });
    expect(error).toBeUndefined();
    expect(sizes(world)).toEqual([9, 11, 5, 3, 1, 1]);
    expect(charged(world)).toBe(20);
    expect(summary).toMatchObject({ pending: 19 });
  },
);

it('--fit-balance is refused like a run without it if the budget covers no record', async () => {
  const world = await testWorld({ price: 2 });
  const limits = { maxCredits: 1.5, fitBalance: true };
  const { error } = await world.run(ids, { limits, terms: { cpf: 2 } });
  expect(error).toMatchObject({ code: 'over_max_credits', facts: { worstCase: 80 } });
  expect(world.service.book.jobs).toEqual([]);
});

it('the rest of a failed job is sent again within --max-credits', async () => {
  const world = await testWorld({ jobs: [{ failAfter: 5 }] });
  await world.agree();
  const { summary, error } = await world.run(ids.slice(0, 10), { limits: { maxCredits: 10 } });
  expect([error, summary.found, charged(world)]).toEqual([undefined, 10, 10]);
});
