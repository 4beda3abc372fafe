import { existsSync } from 'node:fs';
import { stat, readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { describe, expect, it } from '../../helpers/with-service.js';
import { type User, newInProcessUser } from '../support.js';
import { startSandbox } from '../../../src/sandbox/index.js';
import { systemClock } from '../../../src/base/system.js';

/** A started sandbox and where it is. */
async function serve(user: User, flags: readonly string[] = []) {
  const running = user.start(['sandbox', '--key', 'sandbox-key', ...flags]);
  await running.says('stdout', 'API_KEY=');
  const url = /CONFERE_BASE_URL=(\S+)/.exec(running.text('stdout'))?.[1] ?? '';
  return { running, url };
}

const get = (url: string, path: string) =>
  fetch(url + path, { headers: { 'x-api-key': 'sandbox-key' } });

async function used(url: string): Promise<number> {
  const answer = (await (await get(url, '/quota')).json()) as { data: { usedCredits: number } };
  return answer.data.usedCredits;
}

describe.concurrent('confere sandbox', () => {
  it('prints nothing with -q, and ends on SIGTERM too', async ({ fresh: user }) => {
    const { url, running } = await serve(user, ['-q', '--ephemeral']);
    await get(url, '/quota');
    running.kill('SIGTERM');
    expect(await running.done).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(user.folder, 'home'))).toBe(false);
  });

  it('keeps its state readable only by its owner, across restarts', async ({ fresh: user }) => {
    const first = await serve(user, ['--plan', 'gratis', '--credits', '3']);
    await get(first.url, '/cpf/99000020085');
    first.running.kill('SIGINT');
    await first.running.done;
    const folder = join(user.folder, 'home', 'state');
    if (process.platform !== 'win32') {
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect((await stat(join(folder, 'sandbox.db'))).mode & 0o777).toBe(0o600);
    }
    const second = await serve(user);
    await second.running.says('stderr', 'plan Grátis, 2 credits left');
    const quota: unknown = await (await get(second.url, '/quota')).json();
    expect(quota).toMatchObject({ data: { plan: 'Grátis', usedCredits: 1, remainingCredits: 2 } });
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

  it('has the costs and limits of the command line', async ({ fresh: user }) => {
    const plan = ['--plan', 'Contrato', '--credits', '3', '--overage', '--pending', '1'];
    const costs = ['--cost', 'cpf=2', 'cnpj=0.5', '--cost', 'realtime=4'];
    const { url } = await serve(user, [...plan, ...costs, '--ephemeral', '--job-speed', '1']);
    for (const id of ['99000020085', '99000042992']) await get(url, `/cpf/${id}`);
    await get(url, '/cpf/99000042992');
    expect(await used(url)).toBe(4);
    const submit = async () =>
      fetch(`${url}/cnpj/bulk`, {
        method: 'POST',
        headers: { 'x-api-key': 'sandbox-key', 'content-type': 'application/json' },
        body: JSON.stringify({ cnpjs: ['99000200000101'], fileName: 'sandbox:slow' }),
      });
    expect((await submit()).status).toBe(202);
    const second = await submit();
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await fetch(`${url}/sandbox/spend/2`, { method: 'POST' })).status).toBe(200);
    expect(await used(url)).toBe(6);
  });
});

const [FOUND, MISSING] = ['99000020085', '99000040434'];

/** A user whose commands talk to a sandbox at an address, as to any service. */
async function connected() {
  const sandbox = await startSandbox({ clock: systemClock, statePath: ':memory:' });
  const user = await newInProcessUser();
  onTestFinished(async () => {
    await user[Symbol.asyncDispose]();
    await sandbox.close();
  });
  const env = { CONFERE_BASE_URL: sandbox.baseUrl, CONFERE_API_KEY: sandbox.apiKey };
  return { sandbox, user, run: (argv: readonly string[]) => user.run(argv, { env }) };
}

describe('answers of a sandbox at an address', () => {
  it('say sandbox in a result, also in a later export, and in the report', async () => {
    const { user, run } = await connected();
    const file = await user.file('in.csv', `cpf\n${FOUND}\n${MISSING}\n`);
    expect((await run(['bulk', 'run', file, '-y', '-o', `${file}.out.csv`])).code).toBe(0);
    const [, found = '', missing = ''] = (await readFile(`${file}.out.csv`, 'utf8')).split('\n');
    expect(found).toContain(`${FOUND},found,,sandbox,`);
    expect(missing).toContain(`${MISSING},not_found,,sandbox,`);
    const later = await run(['bulk', 'export', '--format', 'json']);
    expect(JSON.parse(later.stdout)).toMatchObject([
      { lookup_source: 'sandbox' },
      { lookup_source: 'sandbox' },
    ]);
    const page = `${file}.html`;
    await run(['bulk', 'report', '-o', page]);
    expect(await readFile(page, 'utf8')).toContain('is invented');
  });

  it('say sandbox in rows of single lookups from the first on; JSON keeps api and ledger', async () => {
    const { run } = await connected();
    const first = await run(['cpf', FOUND, '--format', 'csv']);
    expect(first.stdout.split('\n')[1]).toContain(',found,,sandbox,');
    const known = await run(['cpf', FOUND, '--format', 'csv']);
    expect(known.stdout.split('\n')[1]).toContain(',found,,sandbox,');
    expect(JSON.parse((await run(['cpf', FOUND, '--json', '--fresh'])).stdout)).toMatchObject({
      source: 'api',
    });
    expect(JSON.parse((await run(['cpf', FOUND, '--json'])).stdout)).toMatchObject({
      source: 'ledger',
    });
  });
});

describe.concurrent('confere sandbox', () => {
  it('prints only two lines on stdout, and ends with 0 on Ctrl-C', async ({ fresh: user }) => {
    const running = user.start('sandbox --key sandbox-key');
    await running.says('stdout', 'API_KEY=');
    const url = /CONFERE_BASE_URL=(\S+)/.exec(running.text('stdout'))?.[1] ?? '';
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await fetch(`${url}/cpf/52998224724`, { headers: { 'x-api-key': 'sandbox-key' } });
    await running.says('stderr', '422');
    running.kill('SIGINT');
    const { code, stdout, stderr } = await running.done;
    expect(code).toBe(0);
    expect(stdout).toBe(`export CONFERE_BASE_URL=${url}\nexport CONFERE_API_KEY=sandbox-key\n`);
    expect(stderr).toMatch(
      /^Sandbox ready: plan Sandbox, 1,000,000 credits left\. .*\nGET \/cpf\/\*\*\*\.982\.247-\*\* 422 \d+ ms\n$/,
    );
  });

  it.for([
    [
      ['--fault', 'GET /quota=404'],
      "--fault 'GET /quota=404' is not valid: it must look like 'GET /quota=503'",
    ],
    [['--port', '99999'], 'Port 99999 does not exist'],
    [
      ['--cost', 'cpf'],
      "'cpf' is not a valid value for '--cost <kind=n...>'. Use cpf, cnpj or realtime",
    ],
    [['--cost', 'cpf=-1'], 'Use cpf, cnpj or realtime with its credits, as in cpf=2.'],
  ] as const)('%j is one sentence and exit 2', async ([flags, sentence]) => {
    await using user = await newInProcessUser();
    const { stderr } = await user.silent(2, ['sandbox', ...flags]);
    expect(stderr).toContain(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('an unusable state folder is one sentence and exit 5', async ({ fresh: user }) => {
    const env = { CONFERE_HOME: join(await user.file('plain', ''), 'home') };
    const { stderr } = await user.ends(5, 'sandbox', { env });
    expect(stderr).toMatch(/^confere: The data in .* cannot be used: .*Check the folder\.\n$/);
  });
});
