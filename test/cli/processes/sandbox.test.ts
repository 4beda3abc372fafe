import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/system.js';
import { startSandbox } from '../../../src/sandbox/index.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import type { User } from '../support.js';

/** A started sandbox and where it is. */
async function serve(user: User, flags: readonly string[] = []) {
  const running = user.start(['sandbox', '--key', 'sandbox-key', ...flags]);
  await running.says('stdout', 'API_KEY=');
  const url = /CONFERE_BASE_URL=(\S+)/.exec(running.text('stdout'))?.[1] ?? '';
  return { running, url };
}

const get = (url: string, path: string) =>
  fetch(url + path, { headers: { 'x-api-key': 'sandbox-key' } });

describe.concurrent('confere sandbox', () => {
  it('prints only two lines on stdout, a masked line for each request, and ends with 0', async ({
    fresh: user,
  }) => {
    const { running, url } = await serve(user);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await get(url, '/cpf/52998224724');
    await running.says('stderr', '422');
    running.kill('SIGINT');
    const { code, stdout, stderr } = await running.done;
    expect(code).toBe(0);
    expect(stdout).toBe(`export CONFERE_BASE_URL=${url}\nexport CONFERE_API_KEY=sandbox-key\n`);
    expect(stderr).toMatch(
      /^Sandbox ready: plan Sandbox, 1,000,000 credits left\. .*\nGET \/cpf\/\*\*\*\.982\.247-\*\* 422 \d+ ms\n$/,
    );
  });

  it('says nothing with -q, ends on SIGTERM too, and leaves nothing if it is ephemeral', async ({
    fresh: user,
  }) => {
    const { url, running } = await serve(user, ['-q', '--ephemeral']);
    await get(url, '/quota');
    running.kill('SIGTERM');
    expect(await running.done).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(user.folder, 'home'))).toBe(false);
  });

  it('listens on the loopback address only', async ({ fresh: user }) => {
    const { url } = await serve(user);
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal);
    if (outside === undefined) return;
    const port = new URL(url).port;
    await expect(fetch(`http://${outside.address}:${port}/quota`)).rejects.toThrow();
  });
});

it('answers of a sandbox at an address say sandbox in rows, results and the report', async ({
  fresh: user,
}) => {
  const sandbox = await startSandbox({ clock: systemClock, statePath: ':memory:' });
  const env = { CONFERE_BASE_URL: sandbox.baseUrl, CONFERE_API_KEY: sandbox.apiKey };
  const run = async (line: string) => (await user.ends(0, line, { env })).stdout;
  const [found, missing] = ['99000020085', '99000040434'];
  const sources = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((l) => l.split(',')[3]);
  await user.file('in.csv', `cpf\n${found}\n${missing}\n`);
  await run('bulk run in.csv -y -o out.csv');
  expect(sources(await user.read('out.csv'))).toEqual(['sandbox', 'sandbox']);
  expect(sources(await run('bulk export'))).toEqual(['sandbox', 'sandbox']);
  await run('bulk report -o page.html');
  expect(await user.read('page.html')).toContain('records are invented');
  for (const [fresh, source] of [
    [' --fresh', 'api'],
    ['', 'ledger'],
  ] as const) {
    expect(await run(`cpf ${found} --format csv${fresh}`)).toContain(',found,,sandbox,');
    // JSON keeps the words of the contract.
    expect(await run(`cpf ${found} --json${fresh}`)).toContain(`"source":"${source}"`);
  }
  await sandbox.close();
});
