import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../helpers/http-server.js';
import { worded } from '../helpers/sentence.js';
import { allCalls, calls, charging, free } from '../contract/calls.js';
import { ends, expectEnd, success } from '../contract/support.js';
import { errorOf, JOB, record, scripted, type Step } from './support.js';

const envelope = Buffer.from(JSON.stringify({ success: true, data: record }));

const packed =
  (encoding: string, body: Buffer): Step =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
    response.end(body);
  };

describe('a compressed answer', () => {
  it.each([
    ['gzip', gzipSync(envelope)],
    ['X-GZIP', gzipSync(envelope)],
    ['br', brotliCompressSync(envelope)],
    ['deflate', deflateSync(envelope)],
    ['identity', envelope],
  ])('an answer with the encoding %s is read', async (encoding, body) => {
    const { client } = await scripted(packed(encoding, body));
    expect(await calls.cpf.run(client)).toEqual(record);
  });
  it.each([
    ['gzip', gzipSync(envelope)],
    ['br', brotliCompressSync(envelope)],
    ['deflate', deflateSync(envelope)],
  ])('a cut or false answer with the encoding %s is in doubt', async (encoding, body) => {
    await expectEnd('cpf', packed(encoding, body.subarray(0, 12)), ends.unknownOutcome);
    await expectEnd('cpf', packed(encoding, Buffer.from('plain text')), ends.unknownOutcome);
  });
});

describe('an endless answer', () => {
  /** Sends data as long as the client reads. */
  const endless: Step = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  };
  it.each(charging)('an endless answer to %s is read up to the limit only', async (name) => {
    const error = await expectEnd(name, endless, ends.unknownOutcome);
    expect(worded(error)).toMatch(/larger than any/);
  });
  it('an answer about a job ends early if few packed bytes expand to many', async () => {
    const few = gzipSync(`{"success":true,"data":{${' '.repeat(9 * 2 ** 20)}"id":"x"}}`);
    const { client } = await scripted(packed('gzip', few));
    expect(worded(await errorOf(client.batchJob('cpf', JOB)))).toMatch(/larger than any/);
  });
  it('an endless answer about the balance is not retried, because the next one would be endless too', async () => {
    const error = await expectEnd('quota', endless, ends.unreachable);
    expect(worded(error)).toMatch(/larger than any/);
  });
});

it.each([301, 307])('a %i is not followed, because it would get the key', async (status) => {
  const other = await startServer((_, response) => response.end());
  onTestFinished(() => other.close());
  for (const name of allCalls) {
    const step: Step = (response, { path }) =>
      response.writeHead(status, { location: other.url + path }).end();
    const isFree: readonly string[] = free;
    const end = isFree.includes(name) ? ends.failedOnce : ends.unknownOutcome;
    const error = await expectEnd(name, step, end);
    expect(worded(error)).toMatch(
      new RegExp(`redirected the request \\(HTTP ${status}\\).*base URL`),
    );
  }
  expect(other.requests).toEqual([]);
});

it.each(['', '/', '/api', '/api/', '/api/v1//'])(
  'every endpoint is reached under a base URL with the path %j',
  async (prefix) => {
    const server = await startServer((request, response) => {
      const line = `${request.method} ${request.path.replace(/^\/api(\/v1)?/, '')}`;
      const name = allCalls.find((each) => calls[each].line === line) ?? 'quota';
      success(name)(response, request);
    });
    onTestFinished(() => server.close());
    const { client } = await scripted([], { baseUrl: server.url + prefix });
    for (const name of allCalls) await calls[name].run(client);
    const base = prefix.replace(/\/+$/, '');
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      allCalls.map((name) => calls[name].line.replace(' ', ` ${base}`)),
    );
  },
);

it.each([200, 503])('a connection is reused for the requests after a %i', async (status) => {
  let [sockets, requests] = [0, 0];
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(envelope);
  });
  server.on('connection', () => (sockets += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { client } = await scripted([], { baseUrl });
  for (let at = 0; at < 20; at += 1) await calls.quota.run(client).catch(() => undefined);
  expect(requests).toBe(status === 200 ? 20 : 80);
  // The client may open a second connection if a request starts before the first one is free again.
  expect(sockets).toBeLessThanOrEqual(2);
});
