import { expect, it } from 'vitest';
import { createToolLookup } from '../../src/mcp/server.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { makeCpf, cpfs } from '../helpers/invented.js';
import { REQUESTER } from '../helpers/requester.js';
import { transcripts } from '../helpers/transcript.js';
import { codeOf, failureOf, libraryUser } from '../library/support.js';
import { openWorld } from '../mcp/support.js';
import { describeAnswer, SHARED } from './support.js';

transcripts('budgets-of-single-lookups');

it('a budget of the library limits lookups and batches', async () => {
  const { server, ledger } = await libraryUser({ maxCreditsPerDay: 2 });
  await ledger.lookup('cpf', makeCpf(1));
  const refused = { kind: 'credits', code: 'over_period_budget' };
  expect(await failureOf(() => ledger.run(cpfs(2, 2)))).toMatchObject(refused);
  // Two at once: the budget is held where the lookup begins.
  const both = await Promise.allSettled(cpfs(2, 4).map((id) => ledger.lookup('cpf', id)));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(server.book.charged).toHaveLength(2);
});

const POOR = { plan: 'Micro', credits: 1, overage: true };

/** The answers to lookups of four people, one after the other. */
async function ofFour<T>(lookUp: (id: string) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (const id of cpfs(4)) answers.push(await lookUp(id));
  return answers;
}

it('the library passes the balance only if overage is accepted', async () => {
  const { ledger, open } = await libraryUser({ shared: true, costs: { cpf: 1 } }, POOR);
  const codes = await ofFour((id) => codeOf(() => ledger.lookup('cpf', id)));
  expect([codes[0], codes[3]]).toEqual([undefined, 'over_balance']);
  const other = await open({ allowOverage: true });
  expect((await ofFour((id) => other.lookup('cpf', id))).at(-1)?.status).toBe('found');
});

it('the tools pass the balance only if overage is accepted', async () => {
  const world = await openWorld(createFakeClock(), POOR);
  const rules = { maxCredits: 100, reuse: 86_400_000, longestWait: 60_000, terms: SHARED };
  const never = new AbortController().signal;
  const answers = (allowOverage: boolean) => {
    const own = { ...rules, holder: 'test', requester: REQUESTER, allowOverage };
    const lookUp = createToolLookup({ ...world, ...own });
    return ofFour(async (input) => describeAnswer(await lookUp({ kind: 'cpf', input }, never)));
  };
  const [first, , , last] = await answers(false);
  expect([first, last]).toEqual(['api', 'over_balance']);
  expect((await answers(true)).at(-1)).toBe('api');
});
