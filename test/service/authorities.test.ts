import { rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Failure } from '../../src/service/failure.js';
import type { ReadAuthorities } from '../../src/service/connections.js';
import { type WireRequest, createTransport } from '../../src/service/transport.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { type Certificate, hasOpenssl, makeCertificate } from '../helpers/tls.js';
import { startProxy } from './proxy-server.js';

const POST: WireRequest = {
  ...{ method: 'POST', path: '/cpf/bulk', json: { cpfs: ['1'] } },
  ...{ timeout: 20_000, maxAnswer: 1000 },
};

// Skipped without openssl, which makes the certificates.
describe.skipIf(!hasOpenssl)('a certificate of an authority that only the system trusts', () => {
  const asked: string[] = [];
  let connections = 0;
  let [certificate, other]: Certificate[] = [];
  let server: Server;
  let port: number;

  beforeAll(async () => {
    certificate = makeCertificate('127.0.0.1', 'service.invalid');
    other = makeCertificate('127.0.0.1');
    server = createServer(certificate, (request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
      if (request.url === '/dropped') return void request.socket.destroy();
      response.writeHead(202, { 'content-type': 'application/json' }).end('{}');
    });
    server.on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    vi.unstubAllEnvs();
    [asked.length, connections] = [0, 0];
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    server.close();
    server.closeAllConnections();
    for (const each of [certificate, other])
      if (each !== undefined) await rm(dirname(each.path), { recursive: true });
  });

  /** A transport whose system has this store, and how often the store was read. */
  function transportOf(store: ReadAuthorities, host = '127.0.0.1') {
    const reads = { count: 0 };
    const authorities = () => {
      reads.count += 1;
      return store();
    };
    const baseUrl = `https://${host}:${port}`;
    const own = { baseUrl, apiKey: 'k'.repeat(12), userAgent: 'test', clock: createFakeClock() };
    const transport = createTransport({ ...own, authorities });
    onTestFinished(() => transport.close());
    return { transport, reads };
  }
  const pem = (from: Certificate | undefined) => Promise.resolve([String(from?.cert)]);

  it('is trusted after a second connection, and the request goes out once', async () => {
    const { transport, reads } = transportOf(() => pem(certificate));
    expect(await transport.send(POST)).toMatchObject({ status: 202 });
    expect([asked, connections]).toEqual([['POST /cpf/bulk'], 2]);
    await transport.send(POST);
    expect([asked.length, reads.count]).toEqual([2, 1]);
  });

  it.each([
    ['nothing', () => Promise.resolve(undefined), 1],
    ['another authority', () => pem(other), 2],
    ['what is no certificate', () => Promise.resolve(['none']), 2],
    ['an error', () => Promise.reject(new Error('no store')), 1],
  ])('is refused where the system has %s, and nothing is sent', async (_, store, tries) => {
    const { transport } = transportOf(store);
    const refused = { reason: 'untrusted', sent: false };
    await expect(transport.send(POST)).rejects.toMatchObject(refused);
    expect([asked, connections]).toEqual([[], tries]);
    await expect(transport.send(POST)).rejects.toBeInstanceOf(Failure);
    expect([asked, connections]).toEqual([[], tries + 1]);
  });

  it('leads to no second request where a connection broke after the first', async () => {
    const { transport, reads } = transportOf(() => pem(certificate));
    const lost = { reason: 'dropped', sent: true };
    await expect(transport.send({ ...POST, path: '/dropped' })).rejects.toMatchObject(lost);
    await expect(transport.send({ ...POST, path: '/dropped' })).rejects.toMatchObject(lost);
    expect([asked.length, reads.count]).toEqual([2, 1]);
  });

  it('is refused for another host, whatever the system trusts', async () => {
    const proxy = await startProxy(port);
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    const { transport } = transportOf(() => pem(certificate), 'other.invalid');
    const refused = { reason: 'untrusted', sent: false };
    await expect(transport.send(POST)).rejects.toMatchObject(refused);
    expect(asked).toEqual([]);
  });
});
