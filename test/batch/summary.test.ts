import { expect, it } from 'vitest';
import { readTrouble, readServiceReason } from '../../src/ledger/jobs.js';

it('an error of a job that confere did not write is the text of the service', () => {
  for (const said of [
    'Falha ao registrar validação',
    '{',
    '{"code":7}',
    '{"said":null,"code":"x"}',
  ])
    expect([readTrouble(said), readServiceReason({ error: said })]).toEqual([{ said }, said]);
});
