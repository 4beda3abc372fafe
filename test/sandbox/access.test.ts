import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { UsageError } from '../../src/errors.js';
import { startSandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { createFakeClock } from '../helpers/fake-clock.js';
import { cnpj, coded, cpf, object, one, open, string } from './support.js';

test.each(['/quota', '/cpf/123', '/cnpj/1', '/cpf/bulk/x', '/cnpj/bulk/x'])(
  '%s asks for the key before anything else',
  async (path) => {
    const { get } = await open();
    const none = await get(path, { 'x-api-key': '' });
    expect([none.status, none.body]).toEqual([401, string('API Key não fornecida')]);
    const wrong = await get(path, { 'x-api-key': 'other' });
    expect([wrong.status, wrong.body]).toEqual([401, string('API Key inválida')]);
  },
);

test.each([
  ['GET', '/'],
  ['GET', '/cpf/'],
  ['GET', '/nothing'],
  ['DELETE', '/quota'],
  ['POST', '/cnpj/realtime'],
])('%s %s is no route: plain NOT_FOUND', async (method, path) => {
  const { call } = await open();
  const { status, text, headers } = await call(method, path);
  expect([status, text]).toEqual([404, 'NOT_FOUND']);
  expect(headers.get('content-type')).toContain('text/plain');
});

test('the limit counts every simple request per clock minute and names the wait', async () => {
  const clock = createFakeClock(Date.UTC(2026, 0, 5, 12, 0, 17, 500));
  const { get, post } = await open({ clock, rate: 4 });
  await get('/cpf/123');
  await get(`/cpf/${one(cpf, false)}`);
  await get(`/cnpj/${one(cnpj, true)}`);
  await post('/cpf/bulk', {});
  const { status, body, headers } = await get('/cpf/123');
  const message = 'Limite de requisições por minuto excedido. Tente novamente em 43 segundos.';
  expect([status, body]).toEqual([429, coded('RATE_LIMIT_EXCEEDED', message)]);
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

test('real-time lookups have a limit of their own, five a minute', async () => {
  const { get, post } = await open({ rate: 1 });
  for (let at = 0; at < 5; at += 1) expect((await post('/cpf/realtime', {})).status).toBe(400);
  expect((await post('/cpf/realtime', {})).status).toBe(429);
  expect((await get('/cpf/123')).status).toBe(400);
});

test('a taken port is a UsageError of one sentence', async () => {
  const { sandbox } = await open();
  const port = Number(new URL(sandbox.baseUrl).port);
  const second = startSandbox({ clock: createFakeClock(), statePath: ':memory:', port });
  await expect(second).rejects.toThrow(UsageError);
  await expect(second).rejects.toThrow(`Port ${port} is already in use`);
});

test('latency is asked of the clock, and the log line masks the CPF', async () => {
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

test('closing does not wait for a request that never ends', async () => {
  const { get, sandbox } = await open();
  const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve) => {
    socket.write(
      'POST /cpf/bulk HTTP/1.1\r\nHost: x\r\nX-Api-Key: sandbox-key\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      () => {
        resolve();
      },
    );
  });
  // An answer to a later request means that the one before has been read.
  await get('/quota');
  await sandbox.close();
  socket.resume();
  await ended;
});

test('garbage on the socket does not stop it, and closing twice is fine', async () => {
  const { get, sandbox } = await open();
  const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.end('BLAH BLAH\r\n\r\n');
  socket.resume();
  await ended;
  expect((await get('/quota')).status).toBe(200);
  await sandbox.close();
  await sandbox.close();
});
