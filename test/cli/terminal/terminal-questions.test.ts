import { hasPty, startPty } from '../../helpers/terminal/pseudo-terminal.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { makeCpf } from '../support.js';

const CTRL_C = '\u0003';

describe.skipIf(!hasPty)('questions in a real terminal (python3 makes it)', () => {
  it('auth login asks for address and key, and stores them once proved', async ({
    server,
    fresh: user,
  }) => {
    const login = startPty(user, ['auth', 'login'], { columns: 100 });
    await login.shows('Base URL of the service (https://...):');
    login.type('http://service.example\r');
    await login.shows(/plain http.*\n.*Base URL of the service \(https/s);
    login.type(`${server.url}\r`);
    await login.shows('profile default (not shown):');
    expect(server.log).toEqual([]);
    login.type(`${server.key}\r`);
    expect(await login.ended).toEqual({ code: 0, echoes: true });
    const screen = await login.text();
    expect(screen).not.toContain(server.key);
    expect(screen).toContain('is plain http, which would expose the key. Use https.');
    expect(
      screen
        .replaceAll(/:\d{4,5}(?=$|,)/gm, ':PORT')
        .split('\n')
        .slice(2, 8),
    ).toEqual([
      'Base URL of the service (https://...): http://127.0.0.1:PORT',
      'API key for http://127.0.0.1:PORT, profile default (not shown):',
      'Profile   default',
      'Base URL  http://127.0.0.1:PORT',
      'Account   teste@example.com, plan Grátis, 100,000 credits left',
      'Key       fingerprint 829f5cb1e580',
    ]);
    expect(await user.run('quota')).toMatchObject({ code: 0, stderr: '' });
    const again = startPty(user, ['auth', 'login'], { columns: 100 });
    await again.shows('Profile default already has a key; the new one replaces it.');
    again.type(CTRL_C);
    expect(await again.ended).toMatchObject({ code: 130 });
  });

  it('Ctrl-C at the hidden prompt stops, and nothing was changed', async ({ fresh: user }) => {
    const args = ['auth', 'login', '--base-url', 'https://service.example'];
    const login = startPty(user, args, { columns: 100 });
    await login.shows('(not shown):');
    login.type(`half a key${CTRL_C}`);
    expect(await login.ended).toEqual({ code: 130, echoes: true });
    expect((await login.text()).split('\n')).toEqual([
      'API key for https://service.example, profile default (not shown):',
      'confere: Stopped. Nothing was changed.',
    ]);
  });

  it('Ctrl-C at the question before credits are spent leaves no batch', async ({
    server,
    user,
  }) => {
    await user.file('in.csv', `cpf\n${makeCpf(1)}\n${makeCpf(2)}\n`);
    const run = startPty(user, ['bulk', 'run', 'in.csv'], { columns: 40, server });
    await run.shows('[y/N]');
    run.type(CTRL_C);
    expect(await run.ended).toEqual({ code: 130, echoes: true });
    const lines = (await run.text()).split('\n');
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/\[y\/N\] \^C$/),
      'confere: Stopped. Nothing was sent.',
    ]);
    expect(server.posts).toEqual([]);
    expect((await user.run('bulk list')).stdout).not.toContain('in.csv');
  });
});
