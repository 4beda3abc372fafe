import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { expectCalls } from '../helpers/cases.js';
import { addressOf } from '../helpers/http-server.js';
import { worded } from '../helpers/sentence.js';
import { startProxy } from './proxy-server.js';
import { CPF, errorOf, KEY, ok, record, scripted } from './support.js';

/** A proxy that lets nobody through. */
const REFUSING = createServer((socket) =>
  socket.once('data', () => socket.end('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n')),
);

/** What the proxy received, how the lookup ended, and how often the service itself was asked. */
async function lookUp(
  baseUrl: string | undefined,
  envOf: (proxy: string) => Readonly<Record<string, string>>,
) {
  const { server } = await scripted(ok(record));
  // The tunnel ends at a server without TLS, which is enough to see where the request went.
  const proxy = await startProxy(Number(new URL(server.url).port));
  const options = { baseUrl: baseUrl ?? server.url, env: envOf(proxy.url) };
  const { client } = await scripted(ok(record), options);
  const looking = client.cpf(CPF);
  const error = await looking.then(
    () => undefined,
    () => errorOf(looking),
  );
  const told = error === undefined ? 'found' : `${error.mayHaveCharged} ${worded(error)}`;
  const hidden = JSON.stringify([proxy.seen, told, error?.cause]);
  expect(hidden).not.toMatch(new RegExp(`${KEY}|segredo`));
  const secret = Buffer.from('ana:segredo').toString('base64');
  const seen = proxy.seen.map((one) =>
    [
      /^\S+ \S+/.exec(one)?.[0],
      ...(one.includes(`Basic ${secret}`) ? ['its password'] : []),
    ].join(),
  );
  return {
    proxy: seen,
    // Systems have different codes for what they cannot resolve, or take for TLS.
    told: told.replaceAll(/\(E(?!CONNREFUSED)[A-Z_]+\)/g, '(E…)'),
    direct: server.requests.length,
  };
}

it('HTTPS_PROXY, HTTP_PROXY and NO_PROXY do what proxies.txt says', async () => {
  await expectCalls(new URL('proxies.txt', import.meta.url), {
    lookUp,
    OUTSIDE: 'https://service.invalid:8443',
    // No server listens there.
    DEAD: 'http://127.0.0.1:1',
    REFUSING: await addressOf(REFUSING),
  });
});
