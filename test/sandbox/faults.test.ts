import { expect, test } from 'vitest';
import { UsageError } from '../../src/base/errors.js';
import { ENDPOINTS, endpointNames, refusalNames } from '../../src/sandbox/endpoints.js';
import { openFaults } from '../../src/sandbox/faults.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { sentenceFrom } from '../helpers/sentence.js';
import { cnpj, cpf, one, open, stateFile } from './support.js';

const found = one(cpf, true);
const company = one(cnpj, true);
/** How a call ends: with its status, or `dropped` if no answer comes. */
const end = (call: Promise<{ readonly status: number }>) =>
  call.then(
    ({ status }) => status,
    () => 'dropped' as const,
  );

test('a rule with a count applies to the first requests only', async () => {
  const { get, post } = await open({ faults: ['POST /cpf/bulk=503:2'] });
  const ends = [];
  for (let n = 0; n < 4; n += 1) ends.push(await end(post('/cpf/bulk', { cpfs: [found] })));
  expect(ends).toEqual([503, 503, 202, 202]);
  expect(await end(get('/quota'))).toBe(200);
});

test('the seed decides when a rule with a probability applies', async () => {
  const run = async (seed: number) => {
    const { get } = await open({ seed, faults: ['GET /quota=drop:0.5'] });
    const ends = [];
    for (let n = 0; n < 30; n += 1) ends.push(await end(get('/quota')));
    return ends;
  };
  const first = await run(1);
  expect(await run(1)).toEqual(first);
  expect(await run(2)).not.toEqual(first);
  const dropped = first.filter((item) => item === 'dropped').length;
  expect(dropped).toBeGreaterThan(5);
  expect(dropped).toBeLessThan(25);
});

test('drop charges nothing, drop-after charges, and both are in the log', async () => {
  const lines: unknown[] = [];
  const onRequest = ({ path, status }: { path: string; status: unknown }) =>
    void lines.push([path, status]);
  const before = await open({ faults: ['GET /cpf/*=drop'], onRequest });
  expect(await end(before.get(`/cpf/${found}`))).toBe('dropped');
  expect((await before.get('/quota')).body.data.usedCredits).toBe(0);
  const after = await open({ faults: ['/cpf/{cpf}=drop-after'], onRequest });
  expect(await end(after.get(`/cpf/${found}`))).toBe('dropped');
  expect((await after.get('/quota')).body.data.usedCredits).toBe(1);
  const shown = `/cpf/***.${found.slice(3, 6)}.${found.slice(6, 9)}-**`;
  expect(lines).toEqual([
    [shown, 'dropped'],
    ['/quota', 200],
    [shown, 'dropped'],
    ['/quota', 200],
  ]);
});

const named = endpointNames.flatMap((endpoint) =>
  refusalNames(endpoint).map((name) => [endpoint, name] as const),
);
test.each(named)(
  'the fault %s=%s gives that answer and charges nothing',
  async (endpoint, name) => {
    const { method, path } = ENDPOINTS[endpoint];
    const shared = { statePath: stateFile(), clock: createFakeClock() };
    const sound = await open(shared);
    const faulty = await open({ ...shared, faults: [`${method} ${path}=${name}`] });
    const body = { cpf: found, birthDate: '01/01/1990', cpfs: [found], cnpjs: [company] };
    const submission = await sound.post(path.startsWith('/cpf') ? '/cpf/bulk' : '/cnpj/bulk', body);
    const before = (await sound.get('/quota')).body;
    const target = path
      .replace('{jobId}', submission.body.data.jobId)
      .replace('{cpf}', found)
      .replace('{cnpj}', company);
    const sent = method === 'POST' ? JSON.stringify(body) : undefined;
    const answer = await faulty.call(method, target, sent);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await sound.get('/quota')).body).toEqual(before);
  },
);

test.each([
  ['', "it must look like 'POST /cpf/bulk=503:2'"],
  ['GET /cpf/bulk=503', "it must look like 'POST /cpf/bulk=503:2'. Available: GET /cpf/{cpf}"],
  ['GET /quota=404', "it must look like 'GET /quota=503'. Available: drop, drop-after, slow"],
  ['GET /quota=slow:fast', "it must look like 'GET /quota=slow:2000'"],
  ['GET /quota=drop:5.5', "it must look like 'GET /quota=503:2 or GET /quota=503:0.1'"],
  ['GET /quota=503:0', "it must look like 'GET /quota=503:2"],
  ['GET /quota=503:', "it must look like 'GET /quota=503:2"],
])('%j is refused with what it should be', (text, why) => {
  const read = () => openFaults([text], 1);
  expect(read).toThrow(UsageError);
  expect(sentenceFrom(read)).toContain(`--fault '${text}' is not valid: ${why}`);
});

test('a rule may name an identifier in any form; slow also delays a refusal, and several rules add up', async () => {
  const clock = createFakeClock();
  const faults = ['/cpf/990.000.200-85=500', '/cpf/*=slow:700', '*=slow:30:1'];
  const { get } = await open({ clock, faults });
  expect((await get('/cpf/99000020085')).status).toBe(500);
  expect((await get('/cpf/990.000.200-85')).status).toBe(500);
  expect((await get('/cpf/99000050073')).status).toBe(500);
  expect(clock.sleeps).toEqual([700, 30, 700, 700]);
});

test('the error of a refused rule masks the CPF in it', () => {
  const facts = expect.objectContaining({ rule: 'GET /cpf/***.982.247-**=9' }) as unknown;
  expect(() => openFaults(['GET /cpf/52998224725=9'], 1)).toThrow(
    expect.objectContaining({ facts }),
  );
});
