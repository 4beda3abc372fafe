import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { hasOpenssl, makeCertificate, type Certificate } from '../../helpers/tls.js';
import { goldenData } from '../../contract/calls.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { newUser, type User } from '../support.js';

const KEY = 'chave-secreta-de-teste-7f3a9c';

// Skipped without openssl, which makes the certificate.
describe.skipIf(!hasOpenssl)('the built command over TLS', () => {
  const seen: { readonly key: unknown; readonly agent: unknown }[] = [];
  let certificate: Certificate;
  let server: Server;
  let port: number;
  let user: User;

  beforeAll(async () => {
    certificate = makeCertificate('127.0.0.1', 'service.invalid');
    server = createServer(certificate, (request, response) => {
      seen.push({ key: request.headers['x-api-key'], agent: request.headers['user-agent'] });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ success: true, data: goldenData('quota') }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    user = await newUser();
  });
  afterAll(async () => {
    await user[Symbol.asyncDispose]();
    server.close();
    server.closeAllConnections();
    await rm(dirname(certificate.path), { recursive: true });
  });

  const quota = (host: string, env: Readonly<Record<string, string>>) => {
    seen.length = 0;
    const own = { CONFERE_API_KEY: KEY, CONFERE_BASE_URL: `https://${host}:${port}` };
    return user.run('quota --json -v', { env: { ...own, ...env } });
  };

  it('trusts the authority that NODE_EXTRA_CA_CERTS names', async () => {
    const run = await quota('127.0.0.1', { NODE_EXTRA_CA_CERTS: certificate.path });
    expect([run.code, JSON.parse(run.stdout)]).toEqual([0, goldenData('quota')]);
    expect(seen).toEqual([{ key: KEY, agent: expect.stringMatching(/^confere\/\d/) as unknown }]);
    expect(run.stdout + run.stderr).not.toContain(KEY);
  });
  it('trusts no other authority, reports it at once, and sends nothing', async () => {
    const run = await quota('127.0.0.1', {});
    expect([run.code, run.stdout]).toEqual([5, '']);
    expect(run.stderr).toMatch(
      /certificate of 127\.0\.0\.1:\d+ is not trusted\. .*NODE_EXTRA_CA_CERTS/,
    );
    // Only one attempt, because another would fail in the same way.
    expect(run.stderr.match(/^\{"notice":"GET \/quota no answer/gm)).toHaveLength(1);
    expect(seen).toEqual([]);
  });
  it('checks certificates whatever NODE_TLS_REJECT_UNAUTHORIZED says, and says so', async () => {
    const run = await quota('127.0.0.1', { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect([run.code, run.stdout, seen.length]).toEqual([5, '', 0]);
    expect(run.stderr).toMatch(
      /^\{"notice":"NODE_TLS_REJECT_UNAUTHORIZED is ignored: .*NODE_EXTRA_CA_CERTS/,
    );
    expect(run.stderr).toMatch(/certificate of 127\.0\.0\.1:\d+ is not trusted/);
    expect(run.stderr).not.toContain('Warning');
  });
});
