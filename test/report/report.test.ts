import { expect, it } from 'vitest';
import { countReport } from '../../src/report/index.js';
import { makeCnpj } from '../helpers/invented.js';
import { cpfs, csv, testWorld } from '../batch/support.js';

it('counts a batch of both kinds page by page as two parts, which add up', async () => {
  const world = await testWorld();
  const ids = [...cpfs(1_203), ...Array.from({ length: 30 }, (_, n) => makeCnpj(n))];
  const { batch, summary } = await world.run(await world.file(csv(ids)), {
    input: { kind: 'both' },
    perJob: 500,
  });
  const people = summary.jobs
    .filter(({ kind }) => kind === 'cpf')
    .reduce((all, { found }) => all + found, 0);
  const { parts, totals, ...facts } = await countReport(world.deps(), batch);
  expect(facts).toMatchObject({ state: 'complete', source: 'api' });
  expect(totals.rows).toBe(1_233);
  expect(parts.map(({ kind }) => kind)).toEqual(['cnpj', 'cpf']);
  for (const { kind, found, breakdowns } of parts) {
    expect(found).toBe(kind === 'cpf' ? people : summary.found - people);
    expect(found).toBeGreaterThan(0);
    for (const { groups, others, notInformed } of breakdowns)
      expect(groups.reduce((all, { count }) => all + count, others + notInformed)).toBe(found);
  }
  expect(parts.reduce((all, { found }) => all + found, 0)).toBe(totals.found);
});
