import { setImmediate } from 'node:timers';
import { expect, it } from 'vitest';
import { knownOfJobs } from '../../../src/batch/check/check.js';
import { knownOf } from '../support.js';

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
