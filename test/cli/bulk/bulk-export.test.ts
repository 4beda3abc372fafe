import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { FAST, INPUT, names } from './bulk-support.js';

describe.concurrent('what confere bulk run and export write', () => {
  it('is a workbook that bulk check reads', async ({ user }) => {
    const file = await user.file('in.csv', INPUT);
    await user.ends(0, ['bulk', 'run', file, '--format', 'xlsx', ...FAST]);
    expect(await names(user)).toEqual(['in.confere.xlsx', 'in.csv']);
    const again = ['bulk', 'check', 'in.confere.xlsx', '--column', 'cpf', '--json'];
    expect(JSON.parse((await user.run(again)).stdout)).toMatchObject({ rows: 5, invalid: 1 });
    const streamed = await user.run(['bulk', 'export', '--format', 'xlsx']);
    expect(streamed.bytes.equals(await readFile(join(user.folder, 'in.confere.xlsx')))).toBe(true);
  });

  it('never replaces the input, also with --overwrite', async ({ user }) => {
    const file = await user.file('in.csv', INPUT);
    await user.ends(0, ['bulk', 'run', file, '-o', 'out.csv', ...FAST]);
    for (const more of [[], ['--overwrite']]) {
      const { stderr } = await user.ends(2, ['bulk', 'export', '-o', 'in.csv', ...more]);
      expect(stderr).toContain('is the input of the batch and is never replaced');
    }
    expect(await readFile(file, 'utf8')).toBe(INPUT);
  });

  it('is compressed if the name ends in .gz, with only the chosen fields', async ({ user }) => {
    const file = await user.file('in.csv', INPUT);
    const flags = ['-o', 'out.csv.gz', '--fields', 'birthDate,gender'];
    await user.ends(0, ['bulk', 'run', file, ...flags, ...FAST]);
    const text = gunzipSync(await readFile(join(user.folder, 'out.csv.gz'))).toString();
    expect(text.split('\r\n')[0]).toBe(
      'nome;cpf;obs;lookup_status;lookup_reason;lookup_source;lookup_fetched_at;lookup_birthDate;lookup_gender',
    );
  });

  it.for([
    [['--fields', 'nome'], 'nameUpper'],
    [['--partners', 'p.csv'], 'CNPJ'],
    [['--format', 'table'], 'xlsx'],
  ] as const)('is refused before anything is sent: %j', async ([flags, told], { server, user }) => {
    const file = await user.file('in.csv', INPUT);
    const { code, stderr } = await user.run(['bulk', 'run', file, ...flags, ...FAST]);
    expect({ code, log: server.log }).toEqual({ code: 2, log: [] });
    expect(stderr).toContain(told);
  });
});
