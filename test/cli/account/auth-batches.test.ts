import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import type { User } from '../../helpers/run-confere.js';
import { startReferee, type Referee } from '../../helpers/referee/index.js';

async function login(user: User, { url, key }: Referee, ...args: string[]): Promise<void> {
  const command = ['auth', 'login', '--with-key', '--base-url', url, ...args];
  await user.ends(0, command, { stdin: key });
}

async function submit(user: User, ...args: string[]): Promise<string> {
  const file = await user.file('in.csv', `cpf\n${makeCpf(1)}\n`);
  const { stdout } = await user.ends(0, ['bulk', 'submit', file, ...args]);
  return stdout.trim();
}

describe.concurrent('a batch of another account', () => {
  it('is not watched, resumed or run with another key', async ({ server, user }) => {
    const id = await submit(user);
    const before = server.log.length;
    const env = { CONFERE_API_KEY: 'outra-chave-77' };
    for (const command of [
      ['watch', id],
      ['resume', id],
      ['run', 'in.csv'],
    ]) {
      const { stderr } = await user.silent(2, ['bulk', ...command], { env });
      expect(stderr).toContain(`Batch ${id} was made with another API key (fingerprint `);
    }
    expect(server.log).toHaveLength(before);
    await user.ends(0, `bulk watch ${id} --interval 100ms`);
  });

  it('is reported as made with the stored key', async ({ server, fresh: user }) => {
    await login(user, server);
    const id = await submit(user);
    const { stderr } = await user.ends(2, `bulk watch ${id}`, {
      env: { CONFERE_API_KEY: 'outra-chave-77' },
    });
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
      const { stderr } = await user.ends(2, ['bulk', 'watch', ...args]);
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
