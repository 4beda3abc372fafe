import { expect, it } from 'vitest';
import { makeCnpj } from '../helpers/invented.js';
import { NEW_BATCH, testLedger } from '../ledger/support.js';
import { cpfs, sumsOf, testWorld } from './support.js';
import { summarize, summarizeAll } from '../../src/batch/summary.js';
import { readTrouble, readServiceReason } from '../../src/ledger/jobs.js';

it('a batch whose planning was interrupted has no counts and is incomplete', async () => {
  const ledger = await testLedger();
  const { batch } = await ledger.findOrCreateBatch(NEW_BATCH, false);
  await ledger.beginPlan(batch.num, 'cpf', '{}');
  const items = cpfs(10).map((id, n) => ({ id, position: n + 1 }));
  await ledger.addPlanned(batch.num, 'cpf', items, 10_000, Infinity, 1);
  const summary = await summarize(ledger, batch.num);
  expect(summary).toMatchObject({
    batch: batch.id,
    state: 'incomplete',
    rows: 0,
    pending: 0,
    jobs: [],
    credits: { estimated: 0, charged: 0, saved: 0 },
  });
  expect(sumsOf(summary)).toEqual({ rows: 0, unique: 0 });
});

it('a list of batches has the same summaries as each batch, newest first', async () => {
  const world = await testWorld({ isFound: (id) => id !== cpfs(1)[0] });
  await world.run([...cpfs(4), 'x', ...cpfs(2)]);
  await (await world.open(9)).release();
  const both = [...cpfs(3, 50), ...[1, 2].map(makeCnpj)];
  world.clock.advance(1_000);
  await world.run(both, { input: { kind: 'both' } });
  const one = ['x', ...cpfs(2).slice(1)];
  await (await world.open(one, { input: { column: 'cpf', kind: 'cpf' } })).release();
  const ledger = world.ledger();
  const claimed = { file: 'cut.csv', label: null, matchKey: 'k', baseUrl: '', keyFingerprint: '' };
  await ledger.findOrCreateBatch({ ...claimed, id: 'cut', createdAt: 1 }, false);

  const all = await summarizeAll(ledger);
  expect(all.map(({ batch }) => batch)).toEqual(await ledger.findBatches());
  expect(all.map(({ summary }) => summary)).toEqual(
    await Promise.all(all.map(({ batch }) => summarize(ledger, batch.num))),
  );
  expect(all.map(({ summary: { state } }) => state)).toEqual([
    ...['complete', 'complete', 'incomplete', 'complete', 'incomplete'],
  ]);
});

it('an error of a job that confere did not write is the text of the service', () => {
  for (const said of [
    'Falha ao registrar validação',
    '{',
    '{"code":7}',
    '{"said":null,"code":"x"}',
  ])
    expect([readTrouble(said), readServiceReason({ error: said })]).toEqual([{ said }, said]);
});
