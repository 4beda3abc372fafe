import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
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
