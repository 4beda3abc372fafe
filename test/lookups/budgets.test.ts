import { expect, it } from 'vitest';
import { makeCpf, cpfs } from '../helpers/invented.js';
import { transcripts } from '../helpers/transcript.js';
import { failureOf, libraryUser } from '../library/support.js';

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
