import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import type { User } from '../../helpers/run-confere.js';
import { startReferee, type Referee } from '../../helpers/referee/index.js';

async function login(user: User, { url, key }: Referee, ...args: string[]): Promise<void> {
  const command = ['auth', 'login', '--with-key', '--base-url', url, ...args];
  expect((await user.run(command, { stdin: key })).code).toBe(0);
}

async function submit(user: User, ...args: string[]): Promise<string> {
  const file = await user.file('in.csv', `cpf\n${makeCpf(1)}\n`);
  const { code, stdout } = await user.run(['bulk', 'submit', file, ...args]);
  expect(code).toBe(0);
  return stdout.trim();
}

describe.concurrent('a batch of another account', () => {
  it('is not watched, resumed or run with another key; no request is sent', async ({
    server,
    user,
  }) => {
    const id = await submit(user);
    const before = server.log.length;
    const env = { CONFERE_API_KEY: 'outra-chave-77' };
    for (const command of [
      ['watch', id],
      ['resume', id],
      ['run', 'in.csv'],
    ]) {
      const { code, stdout, stderr } = await user.run(['bulk', ...command], { env });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`Batch ${id} was made with another API key (fingerprint `);
    }
    expect(server.log).toHaveLength(before);
    expect((await user.run(['bulk', 'watch', id, '--interval', '100ms'])).code).toBe(0);
  });

  it('is reported as made with the stored key, which the environment overrides', async ({
    server,
    fresh: user,
  }) => {
    await login(user, server);
    const id = await submit(user);
    const { code, stderr } = await user.run(['bulk', 'watch', id], {
      env: { CONFERE_API_KEY: 'outra-chave-77' },
    });
    expect(code).toBe(2);
    expect(stderr).toContain('profile default has that key; unset CONFERE_API_KEY.');
    expect(stderr).not.toContain(server.key);
  });

  it('is reported with its profile or base URL, or as one of the sandbox', async () => {
    await using one = await startReferee();
    await using two = await startReferee();
    await using user = await newInProcessUser();
    await login(user, one);
    await login(user, two, '--profile', 'dois');
    const [ofTwo, ofOne] = [await submit(user, '--profile', 'dois'), await submit(user)];
    const ofSandbox = await submit(user, '--sandbox');
    const told = async (...args: string[]) => {
      const { code, stderr } = await user.run(['bulk', 'watch', ...args]);
      expect(code).toBe(2);
      return stderr.trimEnd();
    };
    const is = 'It belongs to another account:';
    expect(await told(ofTwo)).toBe(
      `confere: There is no batch ${ofTwo} here. ${is} 'confere bulk watch ${ofTwo} --profile dois'.`,
    );
    expect(await told(ofOne, '--profile', 'dois')).toContain(
      `${is} 'confere bulk watch ${ofOne} --profile default'.`,
    );
    expect(await told(ofSandbox)).toContain(`${is} 'confere bulk watch ${ofSandbox} --sandbox'.`);
    expect(await told(ofOne, '--sandbox')).toContain(`${is} 'confere bulk watch ${ofOne}'.`);
    expect(await told(ofTwo, '--sandbox')).toContain(
      `${is} 'confere bulk watch ${ofTwo} --profile dois'.`,
    );
    expect(await told('zzzz', '--sandbox')).toContain(
      "'confere bulk list --sandbox' shows the batches",
    );
  });
});
