import { expect, it } from 'vitest';
import { cpfs, csv, testWorld, type World } from '../support.js';

/** The sizes of the jobs that were sent. */
const sizes = ({ service }: World) => service.book.jobs.map(({ ids }) => ids.length);
const charged = ({ service }: World) => service.book.charges.size;

const ids = cpfs(40);
/** Every other one. */
const isEven = (id: string) => ids.indexOf(id) % 2 === 0;

it('--max-credits below the worst case is used up to the last credit, each job as large as what is left', async () => {
  const world = await testWorld({ isFound: isEven });
  const limits = { maxCredits: 10, fitBalance: true };
  const { error, summary } = await world.run(ids, { limits, costs: { cpf: 1 } });
  expect(error).toBeUndefined();
  expect(sizes(world)).toEqual([10, 5, 2, 1, 1]);
  expect(charged(world)).toBe(10);
  expect(summary).toMatchObject({ found: 10, notFound: 9, pending: 21 });
  // The numbers are told once; further jobs are covered by what they say.
  expect(world.events.filter(({ type }) => type === 'plan')).toHaveLength(1);
});

it('more credits that appear meanwhile are not spent: the user was asked about those that there were', async () => {
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
  'what another run takes of %s after the question leaves the rest to it',
  async (_, more, credits) => {
    const world = await testWorld({ credits, isFound: (id) => !ids.includes(id) || isEven(id) });
    const [own, other] = [
      await world.file(csv(ids)),
      await world.file(csv(cpfs(9, 100)), 'other.csv'),
    ];
    const limits = { fitBalance: true, ...more };
    const costs = { cpf: 1 };
    const confirm = async () => {
      await world.run(other, { limits, costs });
      return true;
    };
    const { error, summary } = await world.run(own, { limits: { ...limits, confirm }, costs });
    expect(error).toBeUndefined();
    expect(sizes(world)).toEqual([9, 11, 5, 3, 1, 1]);
    expect(charged(world)).toBe(20);
    expect(summary).toMatchObject({ pending: 19 });
  },
);

it('a budget that covers no record refuses as it does without the option', async () => {
  const world = await testWorld({ price: 2 });
  const costs = { cpf: 2 };
  const limits = { maxCredits: 1.5, fitBalance: true };
  const { error } = await world.run(ids, { limits, costs });
  expect(error).toMatchObject({ code: 'over_max_credits', facts: { worstCase: 80 } });
  expect(world.service.book.jobs).toEqual([]);
});

it('a run that has used it up ends without an error, also when it learns only then what a record costs', async () => {
  const world = await testWorld({ price: 2, isFound: (id) => id !== ids[0] });
  world.service.book.account.used = 1;
  const { error, summary } = await world.run(ids, { limits: { maxCredits: 5, fitBalance: true } });
  expect(error).toBeUndefined();
  expect(sizes(world)).toEqual([1, 1, 1]);
  expect(summary).toMatchObject({ found: 2, notFound: 1, pending: 37 });
});

it('what is left of --max-credits is counted at the price that the jobs of the run show', async () => {
  const world = await testWorld({ price: 2, isFound: isEven });
  world.service.book.account.used = 1;
  await world.run(ids, { limits: { maxCredits: 10, fitBalance: true } });
  expect(world.service.book.account.used).toBe(11);
  expect(sizes(world)).toEqual([1, 4, 2, 1, 1]);
});

it.each([
  [1, 10, 10],
  [2, 1, 2],
])('what failed is sent again within --max-credits: price %i', async (price, found, spent) => {
  const world = await testWorld({ price, jobs: [{ failAfter: 5 }] });
  world.service.book.account.used = 1;
  const { summary, error } = await world.run(ids.slice(0, 10), { limits: { maxCredits: 10 } });
  // Nothing or all of the rest is sent.
  const rest = { code: 'over_max_credits', facts: { of: 'rest', worstCase: 18, maxCredits: 8 } };
  expect(error).toEqual(price === 1 ? undefined : expect.objectContaining(rest));
  expect(world.service.book.account.used).toBe(1 + spent);
  expect(summary).toMatchObject({ found });
});
