import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { json, startServer, type Handler } from '../helpers/http-server.js';
import { makeCpf } from '../helpers/invented.js';
import { newInProcessUser } from '../helpers/in-process.js';
import { goldenData } from './golden.js';
import { forms } from './support.js';

const KEY = 'chave-secreta-de-teste-7f3a9c';
const CPF = makeCpf(1);
const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

async function run(handler: Handler, ...args: readonly string[]) {
  await using server = await startServer(handler);
  await using user = await newInProcessUser({ url: `${server.url}/prefix/`, key: KEY });
  const result = await user.run(args);
  return { ...result, requests: server.requests };
}

const found: Handler = (_, response) => {
  json(response, 200, { success: true, data: { ...(goldenData('cpf') as object), cpf: CPF } });
};
const says =
  (status: number, message: string, headers = {}): Handler =>
  ({ path }, response) => {
    if (path.endsWith('/quota')) json(response, 200, { success: true, data: goldenData('quota') });
    else json(response, status, forms.object(message), headers);
  };

describe('the built command', () => {
  it('sends its name and version as user agent, to the path of the base URL', async () => {
    const { requests } = await run(found, 'cpf', CPF);
    expect(requests[0]?.headers['user-agent']).toBe(`confere/${version}`);
    expect(requests[0]?.path).toBe(`/prefix/cpf/${CPF}`);
  });
  it('-v prints one line per request, with the CPF masked and without the key', async () => {
    const { code, stdout, stderr } = await run(found, 'cpf', CPF, '-v', '--json');
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 1]);
    expect(stderr).toMatch(/^\{"notice":"GET \/cpf\/\*{3}\.\d{3}\.\d{3}-\*\* 200 \d+ ms"\}\n$/);
    expect(stdout + stderr).not.toContain(KEY);
  });
  it.each([
    [401, 4],
    [403, 7],
    [413, 10],
    [404, 0],
    [422, 3],
  ])(
    'shows neither key nor CPF of a %i whose message repeats them: exit %i',
    async (status, exit) => {
      const handler = says(status, `Recusado: ${KEY}, ${CPF}`);
      for (const flags of [['-v'], ['-v', '--json']]) {
        const result = await run(handler, 'cpf', CPF, ...flags);
        expect(result.code).toBe(exit);
        expect(result.stdout + result.stderr).not.toContain(KEY);
        expect(result.stderr).not.toContain(CPF);
      }
    },
  );
  it('exits 6 at once if the rate limit ends after the longest wait', async () => {
    const handler = says(429, 'Limite.', { 'retry-after': '1000000000' });
    const { code, requests } = await run(handler, 'cpf', CPF);
    expect([code, requests.length]).toEqual([6, 1]);
  });
  it('exits 10 after one request if --timeout ends a lookup, which may have been charged', async () => {
    const { code, requests } = await run(() => undefined, 'cpf', CPF, '--timeout', '300ms');
    expect([code, requests.length]).toEqual([10, 1]);
  });
  it('does not follow a redirect, and reports it', async () => {
    await using elsewhere = await startServer((_, response) => response.end());
    const { code, stderr } = await run(
      (_, response) => response.writeHead(301, { location: elsewhere.url }).end(),
      'quota',
    );
    expect([code, elsewhere.requests.length]).toEqual([5, 0]);
    expect(stderr).toMatch(/redirected the request \(HTTP 301\)/);
  });
});
