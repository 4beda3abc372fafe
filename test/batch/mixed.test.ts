import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BatchSummary } from '../../src/batch/summary.js';
import type { RefereeOptions, What } from '../helpers/referee/index.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { createWorld, csv, mostOften, sumsOf, testWorld, type World } from './support.js';
import { runs } from '../helpers/runs.js';

/** CPF, CNPJ, CPF, … with `id` as its header. */
function alternating(count: number): string[] {
  return Array.from({ length: count }, (_, n) => (n % 2 === 0 ? makeCpf(n) : makeCnpj(n)));
}

const isCpf = (id: string) => id.length === 11;

function sentIn({ service }: World) {
  return service.book.jobs.map(({ kind, ids }) => [kind, ids]);
}

async function mixedRun(count: number, options: RefereeOptions = {}) {
  const ids = alternating(count);
  const world = await testWorld(options);
  const path = await world.file(csv(ids));
  return { ids, world, path, first: await world.run(path) };
}

describe('batches of both kinds', () => {
  it('a column of CPFs and CNPJs is one batch with jobs of one kind each', async () => {
    const { ids, world, path, first } = await mixedRun(10, { isFound: (id) => !id.endsWith('1') });
    const [cpfs, cnpjs] = [ids.filter(isCpf), ids.filter((id) => !isCpf(id))];
    expect(sentIn(world)).toEqual([
      ['cpf', cpfs],
      ['cnpj', cnpjs],
    ]);
    const { summary } = first;
    expect(summary).toMatchObject({ kind: 'both', state: 'complete', rows: 10, unique: 10 });
    expect(sumsOf(summary)).toEqual({ rows: 10, unique: 10 });
    expect(summary.jobs).toMatchObject([
      { kind: 'cpf', items: 5, found: cpfs.filter((id) => !id.endsWith('1')).length },
      { kind: 'cnpj', items: 5, found: cnpjs.filter((id) => !id.endsWith('1')).length },
    ]);
    const requests = world.service.log.length;
    expect((await world.run(path)).summary).toEqual(summary);
    expect(world.service.log.length).toBe(requests);
  });

  it('a batch of both kinds is exported as one file, in the order of the input, with the columns of both', async () => {
    const { ids, world, first } = await mixedRun(6, {
      record: (id) => (isCpf(id) ? { name: `N${id}` } : { razao_social: `R${id}` }),
    });
    const bytes = await world.exported(first.batch);
    const rows = parse<Record<string, string>>(bytes, { columns: true });
    expect(rows.map((row) => row['cpf'])).toEqual(ids);
    expect(rows.map((row) => [row['lookup_name'], row['lookup_razao_social']])).toEqual(
      ids.map((id) => (isCpf(id) ? [`N${id}`, ''] : ['', `R${id}`])),
    );
  });

  it('a batch of both kinds asks the user once for one budget, with the numbers of each kind', async () => {
    const ids = alternating(7);
    const world = await testWorld({ credits: 6 });
    const refused = await world.run(ids);
    expect(refused.kind).toBe('credits');
    expect(world.service.book.jobs).toEqual([]);
    const plan = world.events.find(({ type }) => type === 'plan');
    expect(plan).toMatchObject({ numbers: { toSend: 7, kinds: { cpf: 4, cnpj: 3 }, balance: 6 } });
    const fitted = await world.run(ids, { limits: { fitBalance: true } });
    expect(fitted.summary).toMatchObject({ found: 6, pending: 1 });
    expect(world.service.book.account.used).toBe(6);
    world.service.book.account.credits = 100;
    expect((await world.run(ids)).summary).toMatchObject({ state: 'complete', found: 7 });
    expect(mostOften(world.service.book.submitted)).toBe(1);
  });
});

it('identifiers of the kind that a limit covers are sent, although the limit covers none of the other kind', async () => {
  const ids = alternating(7);
  const world = await testWorld();
  await world.agree('cnpj 1');
  const limits = { maxCredits: 2, fitBalance: true };
  const { summary } = await world.run(ids, { limits, terms: { cpf: 3, cnpj: 1 } });
  expect(summary).toMatchObject({ found: 2, pending: 5 });
  expect(sentIn(world)).toEqual([['cnpj', [ids[1], ids[3]]]]);
});

describe('trouble in a batch of both kinds', () => {
  it('a job is adopted through the endpoint of its kind', async () => {
    const { world, path, first } = await mixedRun(8, { submissions: ['ok', 'drop_after'] });
    const { batch } = first;
    const doubtful = () => world.unconfirmed(batch);
    expect(await doubtful()).toMatchObject([{ kind: 'cnpj', items: 4 }]);
    const jobId = world.service.book.jobs[1]?.id ?? '';
    await world.decide(batch, { decision: { adopt: jobId } });
    expect((await world.run(path)).summary).toMatchObject({ state: 'complete', found: 8 });
    expect(world.service.count('POST')).toBe(2);
  });

  it('a job is not adopted for a job of the other kind', async () => {
    const { world, path, first } = await mixedRun(8, { submissions: ['drop_after', 'drop_after'] });
    const { batch } = first;
    const doubtful = () => world.unconfirmed(batch);
    await world.decide(batch, { decision: 'abandon' });
    await world.run(path);
    // Then the CNPJs were sent, and their answer was lost too.
    expect(await doubtful()).toMatchObject([{ kind: 'cnpj' }]);
    const [cpfs, cnpjs] = world.service.book.jobs;
    const [{ seq } = { seq: 0 }] = await doubtful();
    const refused = world.decide(batch, { decision: { adopt: cpfs?.id ?? '' }, seq });
    await expect(refused).rejects.toMatchObject({ code: 'adopt_not_found' });
    await world.decide(batch, { decision: { adopt: cnpjs?.id ?? '' } });
    expect((await world.run(path)).summary).toMatchObject({ found: 4, unconfirmed: 0 });
    expect(world.service.book.account.used).toBe(8);
  });

  it('for any file and any failures, each identifier is sent once and each row has its own result', async () => {
    const cell = fc.oneof(
      fc.nat(30).map(makeCpf),
      fc.nat(30).map(makeCnpj),
      fc.constantFrom('', 'x', '11111111111'),
    );
    const step = fc.constantFrom<What>('ok', 'drop_before', 'drop_after', 429, 502);
    await fc.assert(fc.asyncProperty(fc.array(cell), fc.array(step), survives), {
      numRuns: runs(25),
    });
  });
});

/** Runs the file until nothing changes any more; unconfirmed jobs stay unconfirmed. */
async function survives(cells: string[], submissions: What[]): Promise<void> {
  await using world = await createWorld({ submissions });
  let summary: BatchSummary | undefined;
  for (let run = 0; run < submissions.length + 1; run += 1) {
    ({ summary } = await world.run([makeCpf(1), ...cells], {
      input: { column: '2', kind: 'both', header: true },
    }));
  }
  if (summary === undefined) return;
  expect(mostOften(world.service.book.submitted)).toBeLessThanOrEqual(1);
  expect(sumsOf(summary)).toEqual({ rows: cells.length + 1, unique: summary.unique });
}
