import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../helpers/clocks/eventually.js';
import { Failure } from '../../../src/service/failure.js';
import { worded } from '../../helpers/sentence.js';
import { createTransport } from '../../../src/service/transport.js';
import {} from '../../../src/service/index.js';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { startServer } from '../../helpers/http-server.js';
import {
  CPF,
  KEY,
  JOB,
  accepted,
  drop,
  errorOf,
  ok,
  record,
  scripted,
  type Step,
} from '../support.js';

const packed =
  (encoding: string, body: Buffer): Step =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
    response.end(body);
  };
const envelope = JSON.stringify({ success: true, data: record });
const silence: Step = () => undefined;
/** Sends half of an answer and never the rest. */
const half: Step = (response) => {
  response.writeHead(202, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"success":true,');
};

/** A port where no server listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('an answer', () => {
  it.each([
    ['gzip', gzipSync(envelope)],
    ['br', brotliCompressSync(envelope)],
    ['identity', Buffer.from(envelope)],
  ])('in %s is decompressed', async (encoding, body) => {
    const { client, server } = await scripted(packed(encoding, body));
    expect(await client.cpf(CPF)).toEqual(record);
    expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip, br');
  });
  it('that ends within its compressed data is a network failure', async () => {
    const { client } = await scripted(packed('gzip', gzipSync(envelope).subarray(0, 20)));
    expect(await errorOf(client.cpf(CPF))).toMatchObject({ kind: 'unconfirmed' });
  });
  it('is read up to the limit of bytes after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(2 * 1024 * 1024, ' '));
    const { client, server } = await scripted(packed('gzip', bomb));
    const error = await errorOf(client.quota());
    expect(error).toMatchObject({ code: 'network' });
    expect(worded(error)).toMatch(/larger/);
    expect(server.requests).toHaveLength(1);
  });
  it('that redirects is not followed', async () => {
    const other = await startServer((_, response) => response.end());
    onTestFinished(() => other.close());
    const { client, server } = await scripted((response) =>
      response.writeHead(307, { location: `${other.url}/cpf/bulk` }).end(),
    );
    const error = await errorOf(client.submitBatch('cpf', [CPF]));
    expect(error).toMatchObject({ code: 'service_failed' });
    expect(error).toMatchObject({ httpStatus: 307, mayHaveCharged: true });
    expect(worded(error)).toMatch(
      /redirects \(HTTP 307\).*Check the base URL; it may have been charged/,
    );
    expect([server.requests.length, other.requests.length]).toEqual([1, 0]);
  });
});

/** Answers with a status whose body is of no use. */
const spoiled: Readonly<Record<string, (status: number) => Step>> = {
  'is cut off': (status) => (response) => {
    response.writeHead(status, { 'content-length': '1000', 'retry-after': '2' });
    response.write('{"success":false,');
    setImmediate(() => response.destroy());
  },
  'is not packed as it says': (status) => (response) => {
    response.writeHead(status, { 'content-encoding': 'gzip', 'retry-after': '2' });
    response.end('plain text');
  },
  'is larger than any': (status) => (response) => {
    response.writeHead(status, { 'content-type': 'text/html', 'retry-after': '2' });
    response.end('<html>'.repeat(400_000));
  },
};

describe('a status from 400 on', () => {
  it.each(Object.entries(spoiled))('is known if its body %s', async (_, body) => {
    const get = await scripted([body(429), body(503), ok(record)]);
    expect(await get.client.cpf(CPF)).toEqual(record);
    expect([get.server.requests.length, get.clock.sleeps]).toEqual([3, [2_000, 1_000]]);
    const post = await scripted([body(502), body(422)]);
    const refused = { httpStatus: 422, mayHaveCharged: false, attempts: 2 };
    expect(await errorOf(post.client.submitBatch('cpf', [CPF]))).toMatchObject(refused);
    for (const status of [400, 401, 403, 404]) {
      const { client } = await scripted([body(status), ok(record)]);
      const known = { httpStatus: status, mayHaveCharged: false };
      expect(await errorOf(client.cpf(CPF))).toMatchObject(known);
    }
    const unknown = { httpStatus: 504, mayHaveCharged: true };
    expect(await errorOf((await scripted(body(504))).client.cpf(CPF))).toMatchObject(unknown);
  });
  it('is known if its body stands still until the time is over', async () => {
    const clock = createFakeClock();
    const server = await startServer((_, response) => {
      response.writeHead(503);
      // More than fits between the two: who could write it knows that the head was read.
      response.write(Buffer.alloc(32 * 1024 * 1024), () => {
        clock.advance(1_000);
      });
    });
    onTestFinished(() => server.close());
    const own = { baseUrl: server.url, apiKey: KEY, userAgent: 'x', clock };
    const transport = createTransport(own);
    onTestFinished(() => transport.close());
    const request = { method: 'POST', path: '/', timeout: 1_000, maxAnswer: 1e9 } as const;
    expect(await transport.send(request)).toMatchObject({ status: 503, text: '' });
  });
});

describe('the base URL', () => {
  it.each(['/api/v1', '/api/v1/'])('keeps its prefix %s', async (prefix) => {
    const server = await startServer((_, response) => response.end('{}'));
    onTestFinished(() => server.close());
    const transport = createTransport({
      baseUrl: server.url + prefix,
      apiKey: KEY,
      userAgent: 'x',
      clock: createFakeClock(),
    });
    onTestFinished(() => transport.close());
    await transport.send({ method: 'GET', path: '/quota', timeout: 1000, maxAnswer: 100 });
    expect(server.requests[0]?.path).toBe('/api/v1/quota');
  });
});

describe('no answer', () => {
  it('to a charging request that was sent means a possible charge and no retry', async () => {
    for (const step of [drop, dropHalf]) {
      const { client, clock, server } = await scripted([step, ok(accepted)]);
      const error = await errorOf(client.submitBatch('cpf', [CPF]));
      expect(error).toMatchObject({ code: 'network' });
      expect(error).toMatchObject({ kind: 'unconfirmed', mayHaveCharged: true });
      expect(error).toMatchObject({ code: 'network', httpStatus: undefined, attempts: 1 });
      expect(server.requests).toHaveLength(1);
      expect(clock.sleeps).toEqual([]);
    }
  });
  it.each(['cpf', 'cnpj'] as const)(
    'to a single %s lookup means a possible charge',
    async (kind) => {
      const { client, server } = await scripted(drop);
      expect(await errorOf(client[kind](CPF))).toMatchObject({ kind: 'unconfirmed' });
      expect(server.requests).toHaveLength(1);
    },
  );
  it('to a free request means no charge, even if it was sent', async () => {
    const { client } = await scripted(drop);
    const expected = { kind: 'network', mayHaveCharged: false, attempts: 4 };
    expect(await errorOf(client.quota())).toMatchObject(expected);
    expect(await errorOf(client.batchJob('cpf', JOB))).toMatchObject(expected);
  });
  it('from a closed port means that nothing was sent or charged, and no retry', async () => {
    const baseUrl = `http://127.0.0.1:${await closedPort()}`;
    const { client, clock } = await scripted(silence, { baseUrl });
    const error = await errorOf(client.submitBatch('cpf', [CPF]));
    expect(error).toMatchObject({ kind: 'network', mayHaveCharged: false });
    expect(clock.sleeps).toEqual([]);
    expect(await errorOf(client.quota())).toMatchObject({ kind: 'network', attempts: 4 });
  });
  it('from an unknown host or a server without TLS means that nothing was sent', async () => {
    const unknown = await scripted(silence, { baseUrl: 'http://nowhere.invalid' });
    expect(await errorOf(unknown.client.cpf(CPF))).toMatchObject({ kind: 'network' });
    const { server } = unknown;
    const baseUrl = server.url.replace('http:', 'https:');
    const tls = await scripted(silence, { baseUrl });
    expect(await errorOf(tls.client.cpf(CPF))).toMatchObject({ kind: 'network' });
    expect(server.requests).toHaveLength(0);
  });
  it('on a connection that broke before the server read it means a possible charge', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { client } = await scripted(silence, { baseUrl: `http://127.0.0.1:${port}` });
    const error = await errorOf(client.submitBatch('cpf', [CPF]));
    expect(error).toMatchObject({ kind: 'unconfirmed' });
  });
  it('on a reused connection causes no second request by undici', async () => {
    const { client, server } = await scripted([ok(accepted), drop, ok(accepted)]);
    await client.submitBatch('cpf', [CPF]);
    await errorOf(client.cpf(CPF));
    expect(server.requests).toHaveLength(2);
  });
  it.each([
    ['at all', silence],
    ['to its end', half],
  ])('in time %s is a timeout, measured by the clock', async (_, step) => {
    const { signal } = new AbortController();
    const { client, clock, server } = await scripted(step, { timeout: 3000, signal });
    const failing = errorOf(client.submitBatch('cpf', [CPF]));
    await eventually(() => {
      expect(server.requests).toHaveLength(1);
    });
    clock.advance(2999);
    clock.advance(1);
    const error = await failing;
    expect(error).toMatchObject({ kind: 'unconfirmed', mayHaveCharged: true });
    expect(worded(error)).toMatch(/in time/);
  });
  it('because of an invalid proxy setting means that nothing was sent', async () => {
    vi.stubEnv('https_proxy', 'not a url');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { client } = await scripted(silence, { baseUrl: 'https://example.invalid' });
    const error = await errorOf(client.quota());
    expect(error).toMatchObject({ kind: 'network', attempts: 1 });
    expect(worded(error)).toMatch(/proxy/);
  });
});

describe('a proxy', () => {
  it('is read from the environment, and its refusal means that nothing was sent', async () => {
    const seen: string[] = [];
    const proxy = createServer((socket) =>
      socket.once('data', (data) => {
        seen.push(data.toString());
        socket.end('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n');
      }),
    );
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    vi.stubEnv('https_proxy', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { client } = await scripted(silence, { baseUrl: 'https://example.invalid' });
    const error = await errorOf(client.submitBatch('cpf', [CPF]));
    expect(error).toMatchObject({ kind: 'network', mayHaveCharged: false });
    expect(seen[0]).toMatch(/^CONNECT example\.invalid:443 /);
    expect(seen.join('')).not.toContain(KEY);
  });
  it('is not used for loopback', async () => {
    vi.stubEnv('http_proxy', `http://127.0.0.1:${await closedPort()}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { client } = await scripted(ok(record));
    expect(await client.cpf(CPF)).toEqual(record);
  });
});

describe('an abort', () => {
  it('during a charging request means a possible charge', async () => {
    const controller = new AbortController();
    const { client, server } = await scripted(silence, { signal: controller.signal });
    const failing = errorOf(client.submitBatch('cpf', [CPF]));
    await eventually(() => {
      expect(server.requests).toHaveLength(1);
    });
    controller.abort();
    const error = await failing;
    expect(error).toMatchObject({ code: 'interrupted' });
    expect(error).toMatchObject({ kind: 'unconfirmed', code: 'interrupted', mayHaveCharged: true });
  });
  it('during a wait, or before the request, means no charge', async () => {
    const controller = new AbortController();
    const { client, server } = await scripted((response) => response.writeHead(503).end(), {
      signal: controller.signal,
      onWait: () => {
        controller.abort();
      },
    });
    const expected = { kind: 'interrupted', mayHaveCharged: false };
    expect(await errorOf(client.submitBatch('cpf', [CPF]))).toMatchObject(expected);
    expect(await errorOf(client.batchJob('cpf', JOB))).toMatchObject(expected);
    expect(server.requests).toHaveLength(1);
  });
});

describe('a client that is closed', () => {
  it.each([
    ['a poll', false, 'interrupted'],
    ['a submission', true, 'unconfirmed'],
  ] as const)('asks nothing again: %s', async (_, mayHaveCharged, kind) => {
    const { client, server } = await scripted([silence, ok(record)]);
    const failing = errorOf(
      mayHaveCharged ? client.submitBatch('cpf', [CPF]) : client.batchJob('cpf', JOB),
    );
    await eventually(() => {
      expect(server.requests).toHaveLength(1);
    });
    await client.close();
    expect(await failing).toMatchObject({ kind, code: 'interrupted', mayHaveCharged });
    expect(server.requests).toHaveLength(1);
    expect(await client.cpf(CPF)).toEqual(record);
  });
});

describe('createTransport', () => {
  it('throws only Failure, and can be closed unused', async () => {
    const transport = createTransport({
      baseUrl: 'http://127.0.0.1:1',
      apiKey: 'broken\nkey',
      userAgent: 'x',
      clock: createFakeClock(),
    });
    await transport.close();
    const request = { method: 'GET', path: '/', timeout: 1000, maxAnswer: 10 } as const;
    await expect(transport.send(request)).rejects.toBeInstanceOf(Failure);
    await transport.close();
  });
});

function dropHalf(...[response, request]: Parameters<Step>): void {
  half(response, request);
  setImmediate(() => response.destroy());
}
