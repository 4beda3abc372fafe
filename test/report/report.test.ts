import { expect, it } from 'vitest';
import { countReport } from '../../src/report/index.js';
import type { Batch } from '../../src/ledger/index.js';
import { makeCnpj } from '../helpers/invented.js';
import { cpfs, csv, testWorld, type World } from '../batch/support.js';

function report(world: World, batch: Batch) {
  return countReport(world.deps(), batch);
}

it('counts the ledger page by page up to the last answer', async () => {
  const world = await testWorld();
  const { batch, summary } = await world.run(await world.file(csv(cpfs(1_203))), { perJob: 500 });
  const numbers = await report(world, batch);
  expect(summary.found).toBeGreaterThan(0);
  expect(numbers).toMatchObject({ state: 'complete', source: 'api', totals: { rows: 1_203 } });
  const [part] = numbers.parts;
  expect(part?.found).toBe(summary.found);
  for (const { groups, others, notInformed } of part?.breakdowns ?? []) {
    const sum = groups.reduce((all, { count }) => all + count, others + notInformed);
    expect(sum).toBe(summary.found);
  }
});

it('gives a batch of both kinds two parts, which add up', async () => {
  const world = await testWorld();
  const ids = [...cpfs(40), ...Array.from({ length: 30 }, (_, n) => makeCnpj(n))];
  const { batch, summary } = await world.run(await world.file(csv(ids)), {
    input: { kind: 'both' },
  });
  const people = summary.jobs.find(({ kind }) => kind === 'cpf')?.found ?? 0;
  const { parts, totals } = await report(world, batch);
  expect(parts.map(({ kind }) => kind)).toEqual(['cnpj', 'cpf']);
  for (const { kind, found, breakdowns } of parts) {
    expect(found).toBe(kind === 'cpf' ? people : summary.found - people);
    expect(found).toBeGreaterThan(0);
    for (const { groups, others, notInformed } of breakdowns) {
      expect(groups.reduce((all, { count }) => all + count, others + notInformed)).toBe(found);
    }
  }
  expect(parts.reduce((all, { found }) => all + found, 0)).toBe(totals.found);
});
