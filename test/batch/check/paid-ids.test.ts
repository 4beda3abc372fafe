import { setImmediate } from 'node:timers';
import { expect, it } from 'vitest';
import { idCounter, knownOfJobs, type CountKnown } from '../../../src/batch/check/check.js';
import { knownOf } from '../support.js';

it('are requested in groups, those of each kind together', async () => {
  const asked: [kind: string, ids: readonly string[]][] = [];
  const count: CountKnown = (kind, ids) => {
    asked.push([kind, [...ids]]);
    return Promise.resolve(knownOf(ids, ['a', 'f', 'x']));
  };
  const counted = idCounter(count, 3);
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) counted.add('cpf', id);
  counted.add('cnpj', 'x');
  await counted.askIfFull();
  expect(asked).toHaveLength(2);
  expect(await counted.finish()).toEqual({
    cpf: { ids: 7, answered: 2, paid: 2 },
    cnpj: { ids: 1, answered: 1, paid: 1 },
  });
  expect(asked).toEqual([
    ['cpf', ['a', 'b', 'c']],
    ['cpf', ['d', 'e', 'f']],
    ['cpf', ['g']],
    ['cnpj', ['x']],
  ]);
  const unknown = idCounter();
  unknown.add('cpf', 'a');
  expect((await unknown.finish()).cpf).toEqual({ ids: 1, answered: 0, paid: 0 });
});

it('a signal arrives while the jobs of a batch are looked through, which ends it', async () => {
  const stop = new AbortController();
  const asked: (readonly number[])[] = [];
  const ledger = {
    // As a ledger on this machine: it answers before anything else has its turn.
    knownInJobs(_batch: number, _kind: string, seqs: readonly number[]) {
      asked.push(seqs);
      setImmediate(() => {
        stop.abort(new Error('stopped'));
      });
      return Promise.resolve(knownOf([], []));
    },
  };
  const jobs = Array.from({ length: 25 }, (_, n) => ({ seq: n + 1, kind: 'cpf' as const }));
  const mayGoOn = () => {
    stop.signal.throwIfAborted();
  };
  await expect(knownOfJobs(ledger, 1, jobs, mayGoOn)).rejects.toThrow('stopped');
  expect(asked).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
});
