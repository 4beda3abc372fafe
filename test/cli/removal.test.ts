import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../helpers/with-service.js';
import { storedBytes } from '../helpers/files/stored-files.js';
import { makeCpf } from '../helpers/invented.js';
import type { User } from '../helpers/run-confere.js';
import { parsed, sits, sized } from './bulk/bulk-support.js';

async function batchOf(user: User, name = 'in.csv', count = 2): Promise<string> {
  await user.file(name, sized(count));
  const { stdout } = await user.run(`bulk submit ${name}`);
  await user.run('bulk watch');
  return stdout.trim();
}

describe.concurrent('bulk delete', () => {
  it('removes all data of the batch, and keeps what another batch uses', async ({ user }) => {
    const first = await batchOf(user, 'first.csv', 4);
    const second = await batchOf(user, 'second.csv', 2);
    expect(await storedBytes(user)).toContain(makeCpf(3));
    const deleted = await user.ends(0, `bulk delete ${first} --yes --json`);
    expect(parsed(deleted.stdout)).toMatchObject({ batches: 1, records: 2, credits: 2, kept: [] });
    expect(deleted.stderr).toBe('');
    const left = await storedBytes(user);
    expect(left).not.toContain(makeCpf(3));
    expect(left).toContain(makeCpf(1));
    const { stdout } = await user.run(`bulk export ${second}`);
    expect(stdout.match(/,found,/g)).toHaveLength(2);
    await user.ends(2, `bulk status ${first}`);
    const names = await readdir(join(user.folder, 'home'), { recursive: true });
    expect(names.join()).not.toContain(first);
  });

  it('of an empty name is a usage error, not the only batch', async ({ server, user }) => {
    const id = await batchOf(user);
    const requests = server.log.length;
    // Of two spaces the second begins an empty word.
    for (const line of [
      'delete  --yes',
      'resolve  --abandon --yes',
      'export ',
      'resume ',
      'watch ',
    ]) {
      const { stderr } = await user.silent(2, `bulk ${line}`);
      expect(stderr).toContain('name of the batch is empty');
    }
    expect(server.log).toHaveLength(requests);
    await user.ends(0, `bulk status ${id}`);
  });
});

describe.concurrent('a removal', () => {
  it.for(['purge --older-than 0s', 'bulk delete'])(
    'says what goes and what it cost, and needs a yes: %s',
    async (words, { user }) => {
      const id = await batchOf(user, 'in.csv', 3);
      const line = words === 'bulk delete' ? `${words} ${id}` : words;
      for (const [code, flags, answer, told] of [
        [2, '', undefined, /--yes/],
        [0, ' -n', undefined, /Nothing was changed \(dry run\)\./],
        [130, '', 'n\n', /\[y\/N\] confere: Nothing was changed\.\n$/],
      ] as const) {
        const { stderr } = await user.ends(code, `${line}${flags}`, answer && sits(answer));
        expect(stderr).toMatch(/That includes 3 records that cost 3 credits/);
        expect(stderr).toMatch(told);
        await user.ends(0, `bulk status ${id}`);
      }
      await user.ends(0, line, sits('y\n'));
      await user.ends(2, `bulk status ${id}`);
    },
  );
});

it('purge removes old batches, and records that no batch uses', async ({ user }) => {
  await batchOf(user);
  await user.run(`cpf ${makeCpf(20)}`);
  const none = { batches: 0, records: 0, credits: 0, kept: [] };
  expect(await user.json('purge --older-than 1d --yes')).toEqual(none);
  const all = { batches: 1, records: 3, credits: 3, kept: [] };
  for (const flag of ['-n', '--yes'])
    expect(await user.json(`purge --older-than 0s ${flag}`)).toEqual(all);
  const left = await storedBytes(user);
  for (const number of [0, 1, 20]) expect(left).not.toContain(makeCpf(number));
  expect((await user.run('bulk list')).stdout).toBe('');
});
