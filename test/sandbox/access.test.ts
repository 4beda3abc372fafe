import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { UsageError } from '../../src/base/errors.js';
import { startSandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { maskPath } from '../../src/sandbox/server.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { sentenceOf } from '../helpers/sentence.js';
import { cnpj, cpf, either, object, one, open, some, stateFile } from './support.js';

test('neither another host name for 127.0.0.1 nor a page of a browser reaches the sandbox', async () => {
  const { sandbox } = await open({ credits: 9 });
  const { port } = new URL(sandbox.baseUrl);
  const send = (path: string, headers: Record<string, string>) =>
    statusOf(Number(port), 'POST', path, headers);
  expect(await send('/sandbox/spend/5', { Host: `rebound.example:${port}` })).toBe(421);
  expect(await send('/sandbox/spend/5', { Origin: 'https://example.com' })).toBe(421);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'LOCALHOST']) {
    expect(await send('/sandbox/spend/1', { Host: host })).toBe(200);
  }
});

test('the key of the sandbox is random, and the same at every start with the same state', async () => {
  const statePath = stateFile();
  const start = (apiKey?: string) => open({ statePath, apiKey });
  const { sandbox } = await start();
  expect(sandbox.apiKey).toMatch(/^sandbox-[0-9a-f]{30}$/);
  expect((await start()).sandbox.apiKey).toBe(sandbox.apiKey);
  expect((await open({ apiKey: undefined })).sandbox.apiKey).not.toBe(sandbox.apiKey);
  expect((await start('mine')).sandbox.apiKey).toBe('mine');
  const again = await start();
  expect((await again.get('/quota')).status).toBe(200);
  expect((await again.get('/quota', { 'x-api-key': sandbox.apiKey })).status).toBe(401);
});

test('a second key sees no jobs of the first, shares its balance and has its own rate limit', async () => {
  const clock = createFakeClock();
  const { get, post } = await open({ clock, rate: 2, credits: 5 });
  const other = { 'x-api-key': 'sandbox-key-2' };
  const { jobId } = (await post('/cpf/bulk', { cpfs: some(cpf, true, 2) })).body.data;
  clock.advance(1000);
  const hidden = await get(`/cpf/bulk/${jobId}`, other);
  expect([hidden.status, hidden.body]).toEqual([404, object('Lote não encontrado.')]);
  expect((await get(`/cpf/bulk/${jobId}`)).status).toBe(200);
  await get('/cpf/123');
  expect((await get('/cpf/123')).status).toBe(429);
  expect((await get(`/cpf/${one(cpf, true)}`, other)).status).toBe(200);
  expect((await get('/quota', other)).body).toEqual((await get('/quota')).body);
  expect((await get('/quota')).body.data.usedCredits).toBe(3);
});

/** Begins a submission that announces `length` bytes and sends one of them. */
async function begun(baseUrl: string, length: number) {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const head = `Host: localhost\r\nX-Api-Key: sandbox-key\r\nContent-Length: ${length}`;
  await new Promise<void>((resolve) => {
    socket.write(`POST /cpf/bulk HTTP/1.1\r\n${head}\r\n\r\n{`, () => {
      resolve();
    });
  });
  return { socket, ended };
}

test('a body that is too large is refused before it is read to the end', async () => {
  const { get, sandbox } = await open();
  const { socket, ended } = await begun(sandbox.baseUrl, 99_000_000);
  let answer = '';
  socket.on('data', (part) => (answer += part.toString()));
  await ended;
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(answer).toContain('Corpo da requisição grande demais.');
  expect((await get('/quota')).status).toBe(200);
});

test.each(['HEAD', 'DELETE'])(
  '%s is an unknown route everywhere, and costs nothing',
  async (method) => {
    const { call, get } = await open();
    for (const path of [`/cpf/${one(cpf, true)}`, `/cnpj/${one(cnpj, true)}`, '/quota'])
      expect((await call(method, path)).status).toBe(404);
    expect((await get('/quota')).body.data.usedCredits).toBe(0);
  },
);

test('the rate limit counts every simple request per clock minute and names the wait', async () => {
  const clock = createFakeClock(Date.UTC(2026, 0, 5, 12, 0, 17, 500));
  const { get, post } = await open({ clock, rate: 4 });
  await get('/cpf/123');
  await get(`/cpf/${one(cpf, false)}`);
  await get(`/cnpj/${one(cnpj, true)}`);
  await post('/cpf/bulk', {});
  const { status, body, headers } = await get('/cpf/123');
  const message = 'Limite de requisições por minuto excedido. Tente novamente em 43 segundos.';
  expect(status).toBe(429);
  expect(either('RATE_LIMIT_EXCEEDED', message)).toContainEqual(body);
  expect(headers.get('retry-after')).toBe('43');
  const batch = await post('/cpf/bulk', { cpfs: [one(cpf, true)] });
  expect([batch.status, batch.body]).toEqual([429, object(message)]);
  expect((await get('/quota')).status).toBe(200);
  expect((await get('/cpf/bulk/x')).status).toBe(404);
  clock.advance(42_499);
  expect((await get('/cpf/123')).status).toBe(429);
  clock.advance(1);
  expect((await get('/cpf/123')).status).toBe(400);
});

test('a taken port is a UsageError of one sentence', async () => {
  const { sandbox } = await open();
  const port = Number(new URL(sandbox.baseUrl).port);
  const second = startSandbox({ clock: createFakeClock(), statePath: ':memory:', port });
  await expect(second).rejects.toThrow(UsageError);
  expect(await sentenceOf(second)).toContain(
    `Port ${port} is in use or not allowed on this machine`,
  );
});

test('the latency uses the clock, and the log line masks the CPF', async () => {
  const clock = createFakeClock();
  const lines: unknown[] = [];
  const onRequest: SandboxOptions['onRequest'] = (line) => void lines.push(line);
  const { get } = await open({ clock, latency: 150, onRequest });
  await get('/cpf/52998224724');
  await get('/cpf/529.982.247');
  expect(clock.sleeps).toEqual([150, 150]);
  expect(lines).toEqual([
    { method: 'GET', path: '/cpf/***.982.247-**', status: 422, ms: 150 },
    { method: 'GET', path: '/cpf/***.***.***-**', status: 400, ms: 150 },
  ]);
});

test('closing the sandbox does not wait for an endless request, and is allowed twice', async () => {
  const { get, sandbox } = await open();
  const { socket, ended } = await begun(sandbox.baseUrl, 9);
  // An answer to a later request means that the one before has been read.
  await get('/quota');
  await sandbox.close();
  socket.resume();
  await ended;
  await sandbox.close();
});

const JOB = '12345678-9012-4345-8901-234567890123';

test.each([
  ['/cpf/52998224724', '/cpf/***.982.247-**'],
  ['/cpf%252f52998224724', '/cpf/***.982.247-**'],
  ['/x/529_982_247_24', '/x/***.982.247-**'],
  ['/x/1/529_982_247_24', '/x/***.***.***-**'],
  ['/cpf/bulk/52998224724', '/cpf/bulk/***.982.247-**'],
  ['/x%1b[31m\n\0%0a\u2028', '/x?[31m????'],
  ['/cpf/realtime', '/cpf/realtime'],
  ['/cnpj/99.000.200/0001-01', '/cnpj/99.000.200/0001-01'],
  [`/cpf/bulk/${JOB}`, `/cpf/bulk/${JOB}`],
])('%j is shown as %j', (path, shown) => {
  expect(maskPath(path)).toBe(shown);
});

/** The status of a request whose headers `fetch` would not let us choose. */
function statusOf(port: number, method: string, path: string, headers: Record<string, string>) {
  return new Promise<number | undefined>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
    sent.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.once('error', reject).end();
  });
}
