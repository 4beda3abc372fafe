import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../helpers/with-service.js';
import { storedFiles } from '../helpers/files/stored-files.js';
import { makeCpf } from '../helpers/invented.js';
import type { User } from '../helpers/run-confere.js';
import { sized } from './bulk/bulk-support.js';

/** Every byte that the command stored. */
async function stored(user: User): Promise<string> {
  const files = await storedFiles(join(user.folder, 'home'));
  return files.map((bytes) => bytes.toString('latin1')).join('\n');
}

async function batchOf(user: User, name: string, content: string): Promise<string> {
  const submitted = await user.run(['bulk', 'submit', await user.file(name, content)]);
  await user.run('bulk watch');
  return submitted.stdout.trim();
}

describe.concurrent('bulk delete', () => {
  it('removes all data of the batch, and keeps what another batch uses', async ({ user }) => {
    const first = await batchOf(user, 'first.csv', sized(4));
    const second = await batchOf(user, 'second.csv', sized(2));
    expect(await stored(user)).toContain(makeCpf(3));
    await user.ends(0, ['bulk', 'delete', first, '--yes']);
    const left = await stored(user);
    expect(left).not.toContain(makeCpf(3));
    expect(left).toContain(makeCpf(1));
    const { stdout } = await user.run(['bulk', 'export', second]);
    expect(stdout.match(/,found,/g)).toHaveLength(2);
    await user.ends(2, ['bulk', 'status', first]);
    expect((await readdir(join(user.folder, 'home'), { recursive: true })).join()).not.toContain(
      first,
    );
  });

  it.for([
    ['delete', '--yes'],
    ['resolve', '--abandon', '--yes'],
    ['export'],
    ['report'],
    ['resume'],
    ['status'],
    ['watch'],
  ])(
    'an empty batch name is a usage error, not the only batch: bulk %s',
    async ([verb = '', ...flags], { server, user }) => {
      const id = await batchOf(user, 'in.csv', sized(2));
      const requests = server.log.length;
      const { stderr } = await user.silent(2, ['bulk', verb, '', ...flags]);
      expect(stderr).toContain('name of the batch is empty');
      expect(server.log).toHaveLength(requests);
      await user.ends(0, `bulk status ${id}`);
    },
  );

  it('asks for confirmation', async ({ user }) => {
    const id = await batchOf(user, 'in.csv', sized(2));
    const { stderr } = await user.ends(2, `bulk delete ${id}`);
    expect(stderr).toContain('--yes');
    await user.ends(0, `bulk status ${id}`);
    const json = await user.run(`bulk delete ${id} --yes --json`);
    expect({ ...json, stdout: JSON.parse(json.stdout) as unknown }).toMatchObject({
      code: 0,
      stderr: '',
      stdout: { batches: 1, records: 2, credits: 2, kept: [] },
    });
  });
});

/** Bytes that are typed at a terminal, where the question is on stderr. */
const atTerminal = (answer: string) => ({ stdin: answer, columns: 200, sits: true });

describe.concurrent('a removal', () => {
  it.for([
    ['purge', '--older-than', '0s'],
    ['bulk', 'delete'],
  ])(
    'says what goes and what it cost, and removes nothing without a yes: %s %s',
    async ([...words], { user }) => {
      const id = await batchOf(user, 'in.csv', sized(3));
      const line = words[0] === 'bulk' ? [...words, id] : words;
      const cost = /That includes 3 records that cost 3 credits/;

      const unasked = await user.ends(2, line);
      expect(unasked.stderr).toMatch(cost);
      expect(unasked.stderr).toContain('--yes');
      const dry = await user.ends(0, [...line, '-n']);
      expect(dry.stderr).toMatch(cost);
      expect(dry.stderr).toContain('Nothing was changed (dry run).');
      const no = await user.ends(130, [...line, '--no-color'], atTerminal('n\n'));
      expect(no.stderr).toMatch(cost);
      expect(no.stderr).toMatch(/\[y\/N\] confere: Nothing was changed\.\n$/);
      await user.ends(0, `bulk status ${id}`);

      await user.ends(0, line, atTerminal('y\n'));
      await user.ends(2, `bulk status ${id}`);
    },
  );

  it('of nothing is not asked about', async ({ user }) => {
    const line = ['purge', '--older-than', '1d'];
    const told = await user.run(line, atTerminal(''));
    expect(told).toMatchObject({ code: 0, stderr: 'Nothing was removed: nothing is that old.\n' });
    await user.ends(2, line);
  });
});

describe.concurrent('purge', () => {
  it('removes old completed batches, and records that no batch uses any more', async ({ user }) => {
    await batchOf(user, 'in.csv', sized(2));
    await user.run(['cpf', makeCpf(20)]);
    const young = await user.run('purge --older-than 1d --json --yes');
    expect(JSON.parse(young.stdout)).toEqual({ batches: 0, records: 0, credits: 0, kept: [] });
    const all = { batches: 1, records: 3, credits: 3, kept: [] };
    const dry = await user.run('purge --older-than 0s --json -n');
    expect(JSON.parse(dry.stdout)).toEqual(all);
    const old = await user.run('purge --older-than 0s --json --yes');
    expect(JSON.parse(old.stdout)).toEqual(all);
    const left = await stored(user);
    for (const number of [0, 1, 20]) expect(left).not.toContain(makeCpf(number));
    expect((await user.run('bulk list')).stdout).toBe('');
  });
});
