import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/service/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { worded } from '../helpers/sentence.js';
import { KEY, CPF, errorOf, ok, record, scripted } from './support.js';
import { startProxy } from './proxy-server.js';

/** An address where no server listens. */
const DEAD = 'http://127.0.0.1:1';
const OUTSIDE = 'https://service.invalid:8443';

/** Makes one lookup at `baseUrl` in that environment. Returns what the proxy received, and the outcome. */
async function lookedUp(
  baseUrl: string | undefined,
  envOf: (proxy: string) => Readonly<Record<string, string>>,
) {
  const given = baseUrl === undefined ? {} : { baseUrl };
  const { server } = await scripted(ok(record));
  // The tunnel ends at a server without TLS, which is enough to see where the request went.
  const proxy = await startProxy(Number(new URL(server.url).port));
  const options = { baseUrl: server.url, ...given, env: envOf(proxy.url) };
  const { client } = await scripted(ok(record), options);
  const error = baseUrl === undefined ? undefined : await errorOf(client.cpf(CPF));
  if (baseUrl === undefined) await client.cpf(CPF);
  return { proxy, error, server };
}

describe('the proxy that the environment names', () => {
  it.each([
    ['HTTPS_PROXY', (url: string) => ({ HTTPS_PROXY: url })],
    ['lower case before upper', (url: string) => ({ https_proxy: url, HTTPS_PROXY: DEAD })],
    ['without a scheme', (url: string) => ({ HTTPS_PROXY: url.replace('http://', '') })],
    ['HTTP_PROXY for all requests', (url: string) => ({ HTTP_PROXY: url, HTTPS_PROXY: ' ' })],
  ])(
    '%s: the request goes through a tunnel, and the proxy does not see the key',
    async (_, env) => {
      const { proxy, error } = await lookedUp(OUTSIDE, env);
      expect(proxy.seen).toHaveLength(1);
      expect(proxy.seen[0]).toMatch(/^CONNECT service\.invalid:8443 /);
      expect(proxy.seen[0]).not.toContain(KEY);
      expect(error).toMatchObject({ mayHaveCharged: false });
    },
  );
  it.each([
    ['NO_PROXY', (url: string) => ({ HTTPS_PROXY: url, NO_PROXY: 'a.invalid,service.invalid' })],
    ['no variable', (): Record<string, string> => ({})],
    [
      'NO_PROXY, whatever the proxy is',
      () => ({ HTTPS_PROXY: 'socks5://a:1', NO_PROXY: '.invalid' }),
    ],
  ])('%s: the request does not go through the proxy', async (_, env) => {
    const { proxy, error } = await lookedUp(OUTSIDE, env);
    expect(proxy.seen).toEqual([]);
    expect(worded(error)).toMatch(/service\.invalid:8443 could not be reached/);
  });
  it('only the proxy gets its own name and password', async () => {
    const { proxy, error } = await lookedUp(OUTSIDE, (url) => ({
      HTTPS_PROXY: url.replace('//', '//ana:segredo@'),
    }));
    const basic = Buffer.from('ana:segredo').toString('base64');
    expect(proxy.seen[0]).toContain(`Basic ${basic}`);
    expect(JSON.stringify([error, worded(error), error?.cause])).not.toMatch(/segredo/);
  });
  it('a proxy is ignored for loopback', async () => {
    const { proxy, server } = await lookedUp(undefined, (url) => ({ HTTP_PROXY: url }));
    expect([proxy.seen.length, server.requests.length]).toEqual([0, 1]);
  });
  it('a proxy that refuses the tunnel is a failure with nothing sent', async () => {
    const proxy = createServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n')),
    );
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const port = String((proxy.address() as AddressInfo).port);
    const { error } = await lookedUp(OUTSIDE, () => ({ HTTPS_PROXY: `http://127.0.0.1:${port}` }));
    expect(error).toMatchObject({ kind: 'network', mayHaveCharged: false });
  });
  it('an unreachable proxy is a failure with nothing sent', async () => {
    const { error } = await lookedUp(OUTSIDE, () => ({ HTTPS_PROXY: DEAD }));
    expect(error).toMatchObject({ kind: 'network' });
    expect(worded(error)).toMatch(
      /^Nothing was charged: .* could not be reached \(ECONNREFUSED at 127\.0\.0\.1:1\)/,
    );
  });
  it.each([
    [{ HTTPS_PROXY: 'socks5://proxy.invalid:1080' }, 'HTTPS_PROXY', 'scheme'],
    [{ http_proxy: 'ftp://proxy.invalid' }, 'http_proxy', 'scheme'],
    [{ HTTPS_PROXY: 'dom\\user:segredo@proxy.invalid:3128' }, 'HTTPS_PROXY', 'address'],
    [{ HTTPS_PROXY: 'http://user:segre%zz@proxy.invalid:3128' }, 'HTTPS_PROXY', 'address'],
    [{ HTTPS_PROXY: 'proxy.invalid:port' }, 'HTTPS_PROXY', 'address'],
  ])(
    '%j is refused before anything is sent, and the error has only the name of the variable',
    (env, variable, why) => {
      const options = {
        baseUrl: OUTSIDE,
        apiKey: KEY,
        userAgent: 'test',
        clock: createFakeClock(),
        env,
      };
      const made = () => createClient(options);
      expect(made).toThrow(
        expect.objectContaining({
          kind: 'usage',
          code: 'bad_proxy',
          facts: { variable, why },
        }) as Error,
      );
      expect(() => createClient({ ...options, baseUrl: 'http://127.0.0.1:1' })).not.toThrow();
    },
  );
});
