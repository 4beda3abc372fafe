import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { UsageError } from '../../src/base/errors.js';
import { createFaultFinder } from '../../src/sandbox/faults.js';
import { startSandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { maskPath } from '../../src/sandbox/server.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { expectCalls } from '../helpers/cases.js';
import { sentenceOf, worded } from '../helpers/sentence.js';
import { open } from './support.js';

test('a name that resolves to 127.0.0.1 does not reach it, nor does a page of a browser', async () => {
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

test('a body that is too large is refused before it is read to the end', async () => {
  const { get, sandbox } = await open();
  // It announces so many bytes, and sends one of them.
  const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const head = 'Host: localhost\r\nX-Api-Key: sandbox-key\r\nContent-Length: 99000000';
  socket.write(`POST /cpf/bulk HTTP/1.1\r\n${head}\r\n\r\n{`);
  let answer = '';
  socket.on('data', (part) => (answer += part.toString()));
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(answer).toContain('Corpo da requisição grande demais.');
  expect((await get('/quota')).status).toBe(200);
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

test('rules and paths are read as rules.txt says', async () => {
  const names = { maskPath, openFault: (rule: string) => void createFaultFinder([rule], 1) };
  await expectCalls(new URL('rules.txt', import.meta.url), names, (error) => {
    const { rule } = (error as UsageError).facts as { readonly rule?: string };
    return `${rule}: ${worded(error)}`;
  });
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
