import { describe, expect, it } from 'vitest';
import { readTrouble, storedTrouble } from '../../src/batch/job-trouble.js';
import { summarize } from '../../src/batch/summary.js';
import type { JobTrouble } from '../../src/errors/facts.js';
import { cpfs, csv, INTERVAL, testWorld } from './support.js';

const REQUEST = { endpoint: 'submitCpfBatch', attempts: 1, mayHaveCharged: true };

describe('the trouble of a job', () => {
  it.each<JobTrouble>([
    { code: 'run_ended' },
    { code: 'unnamed', found: 3, unnamed: 2 },
    { code: 'service_failed', facts: { ...REQUEST, httpStatus: 500, serviceMessage: 'Falhou.' } },
    {
      code: 'network',
      facts: { ...REQUEST, host: 'service.example', reason: 'timeout', obstacle: {} },
    },
    { said: 'Worker interrompido' },
    { said: '{"code":"miscounted"}' },
    { said: '{"code":"unknown","facts":{"mayHaveCharged":true}}' },
    { said: '{"said":"Falhou"}' },
  ])('is read as it was stored: %o', (trouble) => {
    expect(readTrouble(storedTrouble(trouble))).toEqual(trouble);
  });

  it.each([
    'The run ended before the answer arrived.',
    '{"code":"run_ended"',
    '{"code":"service_failed","facts":null}',
    '{"code":"rate_limited","message":"Tente depois"}',
    '',
  ])('is any other text as it stands, such as what an older confere stored: %s', (text) => {
    expect(readTrouble(text)).toEqual({ said: text });
  });

  it('is what the service says, also where that looks like ours', async () => {
    const said = '{"code":"network","facts":{"mayHaveCharged":true}}';
    const world = await testWorld({ jobs: [{ failAfter: 0, says: said }] });
    const deadline = world.clock.now() + 2 * INTERVAL + 1_000;
    await world.run(await world.file(csv(cpfs(3))), { deadline });
    expect(await summarize(world.ledger(), 1)).toMatchObject({ jobs: [{ error: { said } }] });
  });
});
