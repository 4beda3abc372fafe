import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { FAST, INPUT, names, parsed } from './bulk-support.js';

describe.concurrent('the output of confere bulk run', () => {
  it('-o - puts the rows on stdout and no file anywhere', async ({ user }) => {
    const file = await user.file('in.csv', INPUT);
    const { stdout } = await user.ends(0, ['bulk', 'run', file, '-o', '-', ...FAST]);
    expect(stdout.split('\r\n')).toHaveLength(7);
    expect(stdout.startsWith('nome;cpf;obs;lookup_status;')).toBe(true);
    expect(await names(user)).toEqual(['in.csv']);
  });

  it('is replaced by its own run alone', async ({ server, user }) => {
    const nightly = async (name: string) => {
      const file = await user.file(`${name}.csv`, INPUT);
      return (await user.run(['bulk', 'run', file, '-o', `${name}-out.csv`, ...FAST])).code;
    };
    // The batch of two files of equal content remembers its last result.
    for (const name of ['a', 'a', 'b', 'b']) expect(await nightly(name)).toBe(0);
    expect(await nightly('a')).toBe(2);
    expect(server.posts).toHaveLength(1);
    // What somebody changed since is nobody's own.
    await user.file('b-out.csv', 'edited by hand');
    expect(await nightly('b')).toBe(2);
  });

  it('never replaces the input, and nothing advises that', async ({ server, user }) => {
    const file = await user.file('in.csv', INPUT);
    await symlink('in.csv', join(user.folder, 'link.csv'));
    for (const args of [
      ['-o', 'in.csv'],
      ['-o', 'link.csv'],
      ['-o', 'in.csv', '--overwrite'],
    ]) {
      const { code, stderr } = await user.run(['bulk', 'run', file, ...args, ...FAST]);
      expect({ code, log: server.log }).toEqual({ code: 2, log: [] });
      expect(stderr).toContain('is the input itself');
      expect(stderr).not.toContain('--overwrite');
    }
    expect(await readFile(file, 'utf8')).toBe(INPUT);
  });

  it('an existing output is refused before anything is sent', async ({ server, user }) => {
    const file = await user.file('in.csv', INPUT);
    const output = await user.file('in.confere.csv', 'precious\n');
    const refused = await user.run(['bulk', 'run', file, ...FAST]);
    expect({ code: refused.code, log: server.log }).toEqual({ code: 2, log: [] });
    expect(refused.stderr).toContain('--overwrite');
    expect(await readFile(output, 'utf8')).toBe('precious\n');
    await user.ends(0, ['bulk', 'run', file, '--overwrite', ...FAST]);
    expect(await readFile(output, 'utf8')).not.toBe('precious\n');
  });

  it.for([
    [['--format', 'table']],
    [['-o', 'nowhere/out.csv']],
    [['-o', '.']],
    [['--partners', 'partners.csv']],
  ])(
    'an output that cannot be written is refused before anything is sent: %j',
    async ([flags], { server, user }) => {
      const file = await user.file('in.csv', INPUT);
      const { code, stdout } = await user.run(['bulk', 'run', file, ...(flags ?? []), ...FAST]);
      expect({ code, stdout, log: server.log }).toEqual({ code: 2, stdout: '', log: [] });
    },
  );

  it.for([
    ['run', 'in.csv', '-o', 'out.xls'],
    ['run', 'in.csv', '--partners', 'p.xlsx'],
    ['run', 'in.csv', '-o', 'out.xlsx.gz', '--dry-run'],
    ['check', 'in.csv', '--rejects', 'ruins.json'],
    ['export', '-o', 'out.pdf'],
    ['export', '-o', 'out.csv', '--partners', 'p.json'],
    ['report', '-o', 'page.pdf'],
    ['diff', 'in.csv', 'in2.csv', '-o', 'changes.parquet'],
  ])(
    'an extension that cannot be written is refused before anything else: %j',
    async (args, { server, user }) => {
      await user.file('in.csv', INPUT);
      await user.file('in2.csv', INPUT.replace('Ana', 'Ane'));
      const [own] = args;
      if (own === 'export' || own === 'report') await user.run(['bulk', 'run', 'in.csv', ...FAST]);
      const before = [server.log.length, await names(user)];
      const flags = own === 'run' ? FAST : [];
      const { stderr } = await user.silent(2, ['bulk', ...args, ...flags]);
      expect(stderr).toContain('cannot be written. Use a name that ends in');
      expect([server.log.length, await names(user)]).toEqual(before);
    },
  );

  it.for([
    ['run', 'in.csv', '-o', 'x.xlsx', '--format', 'csv'],
    ['run', 'in.csv', '-o', 'x.csv.gz', '--format', 'json'],
    ['export', '-o', 'x.json', '--format', 'csv'],
    ['diff', 'in.csv', 'in2.csv', '-o', 'x.csv', '--format', 'xlsx'],
  ])(
    'a name that contradicts --format is refused before anything else: %j',
    async (args, { server, user }) => {
      await user.file('in.csv', INPUT);
      await user.file('in2.csv', INPUT.replace('Ana', 'Ane'));
      if (args[0] === 'export') await user.run(['bulk', 'run', 'in.csv', ...FAST]);
      const before = [server.log.length, await names(user)];
      const { stderr } = await user.silent(2, ['bulk', ...args, '--json']);
      expect(parsed(stderr)['error']).toMatchObject({ code: 'format_against_name' });
      expect(stderr).toContain('Leave out --format, or use a name that ends in .');
      expect([server.log.length, await names(user)]).toEqual(before);
    },
  );

  it('export replaces nothing without --overwrite', async ({ user }) => {
    await user.run(['bulk', 'run', await user.file('in.csv', INPUT), ...FAST]);
    const exported = ['bulk', 'export', '-o', 'out.csv'];
    await user.ends(0, exported);
    await user.ends(2, [...exported, '--only', 'found']);
    await user.ends(0, [...exported, '--overwrite']);
    const result = ['bulk', 'export', '-o', 'in.confere.csv'];
    await user.ends(2, result);
    await user.ends(0, [...result, '--overwrite']);
    await user.ends(0, ['bulk', 'run', 'in.csv', ...FAST]);
    // The result of the run stays the result of the batch.
    const { stdout } = await user.run(['bulk', 'status', '--json']);
    expect(parsed(stdout)['output']).toBe(join(user.folder, 'in.confere.csv'));
  });

  it('--format tsv is a format like its extension', async ({ user }) => {
    await user.file('in.csv', INPUT);
    await user.run(['bulk', 'run', 'in.csv', '-o', 'named.tsv', ...FAST]);
    const named = await readFile(join(user.folder, 'named.tsv'), 'utf8');
    expect(named).toContain('\t');
    expect((await user.run(['bulk', 'export', '--format', 'tsv'])).stdout).toBe(named);
    await user.ends(0, ['bulk', 'run', 'in.csv', '--format', 'tsv', ...FAST]);
    expect(await readFile(join(user.folder, 'in.confere.tsv'), 'utf8')).toBe(named);
  });

  it('a .txt gives a .txt, which is no format of its own', async ({ user }) => {
    await user.file('in.txt', INPUT);
    await user.ends(0, ['bulk', 'run', 'in.txt', ...FAST]);
    const own = await readFile(join(user.folder, 'in.confere.txt'), 'utf8');
    expect(own).toContain('lookup_status');
    await user.ends(0, ['bulk', 'export', '-o', 'x.txt']);
    expect(await readFile(join(user.folder, 'x.txt'), 'utf8')).toBe(own);
    const { stderr } = await user.ends(2, ['bulk', 'export', '--format', 'txt']);
    expect(stderr).toContain('tsv');
  });
});
