import { readFile, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import { text, workbook } from '../../helpers/files/workbook.js';

const rows = [makeCpf(1), makeCpf(2), makeCpf(1), '52998224724', ''];
const CSV = `nome;CPF\n${rows.map((id) => `x;${id}\n`).join('')}`;
const XLSX = workbook({
  sheets: [
    { name: 'Capa', rows: [[text('Maio')]] },
    {
      name: 'Clientes',
      rows: [[text('nome'), text('CPF')], ...rows.map((id) => [text('x'), text(id)])],
    },
  ],
});

describe('confere bulk check', () => {
  it('reports on stdout, and explains on stderr', async ({ fresh: user }) => {
    const file = await user.file('in.csv', CSV);
    const { stdout, stderr } = await user.ends(0, ['bulk', 'check', file]);
    expect(stdout.split('\n').map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ['rows', '5'],
      ['valid', '3'],
      ['duplicates', '1', 'row 4'],
      ['invalid', '2'],
      ['check digits', '1', 'row 5 (check_digit)'],
      ['empty', '1', 'row 6 (empty)'],
      ['unique', '2'],
      ['credits', 'at most 2'],
      [''],
    ]);
    expect(stderr).toMatch(/column 2 "CPF" .*\n$/);
    expect((await user.run(['bulk', 'check', file, '-q'])).stderr).toBe('');
  });

  it.for([
    ['a gzip file', 'in.csv.gz', gzipSync(CSV), 'gzip, UTF-8'],
    ['a workbook', 'in.xlsx', XLSX, 'sheet 2 "Clientes"'],
    ['a workbook by another name', 'in.csv', XLSX, 'sheet 2 "Clientes"'],
  ] as const)(
    'reads %s, from a file and from standard input, and leaves nothing behind',
    async ([, name, content, told], { fresh: user }) => {
      const file = await user.file(name, content);
      const before = await readdir(user.folder);
      for (const [args, stdin] of [
        [[file], ''],
        [['-'], content],
      ] as const) {
        const check = ['bulk', 'check', ...args, '--json', '-v'];
        const { stdout, stderr } = await user.ends(0, check, { stdin });
        expect(JSON.parse(stdout)).toMatchObject({ rows: 5, invalid: 2, duplicates: 1, unique: 2 });
        expect(stderr.replaceAll('\\"', '"')).toContain(told);
      }
      expect(await readdir(user.folder)).toEqual(before);
    },
  );

  it('--rejects writes the invalid rows and replaces nothing', async ({ fresh: user }) => {
    const file = await user.file('in.csv', CSV);
    const bad = join(user.folder, 'bad.csv');
    const args = ['bulk', 'check', file, '--rejects', bad];
    const { stderr } = await user.ends(0, args);
    expect(stderr).toContain(`Rejected rows: ${bad} (2 rows).`);
    const wanted =
      'nome;CPF;lookup_status;lookup_reason;lookup_row\nx;52998224724;invalid;check_digit;5\nx;;invalid;empty;6\n';
    expect(await readFile(bad, 'utf8')).toBe(wanted);
    await user.ends(2, args);
    await user.ends(0, [...args, '--overwrite']);
    await user.ends(2, ['bulk', 'check', file, '--rejects', file, '--overwrite']);
    await symlink(file, join(user.folder, 'link.csv'));
    const linked = await user.ends(2, ['bulk', 'check', file, '--rejects', 'link.csv']);
    expect(linked.stderr).toContain('would replace the input');
    await user.ends(2, ['bulk', 'check', file, '--rejects', '-']);
    const nowhere = join(user.folder, 'no', 'bad.csv');
    const failed = await user.run(['bulk', 'check', file, '--rejects', nowhere]);
    expect(failed).toMatchObject({ code: 2, stdout: '' });
    expect(failed.stderr).toContain('its folder does not exist');
  });
});

describe('confere bulk run', () => {
  it('a workbook gives a workbook beside it', async ({ fresh: user }) => {
    const file = await user.file('in.xlsx', XLSX);
    const run = ['--sandbox', 'bulk', 'run', file, '--interval', '100ms', '--allow-overage'];
    await user.ends(0, run);
    const bytes = await readFile(join(user.folder, 'in.confere.xlsx'));
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    const check = await user.run(['bulk', 'check', 'in.confere.xlsx', '--json']);
    expect(JSON.parse(check.stdout)).toMatchObject({ rows: 5 });
  });

  it.for([
    ['in.xlsx', XLSX, ['--format', 'csv'], 'nome,CPF,lookup_status'],
    ['in.csv.gz', gzipSync(CSV), [], 'nome;CPF;lookup_status'],
  ] as const)(
    '%s gives a CSV with the input’s own columns first',
    async ([name, content, flags, header], { fresh: user }) => {
      const file = await user.file(name, content);
      const run = ['--sandbox', 'bulk', 'run', file, '--interval', '100ms', '--allow-overage'];
      await user.ends(0, [...run, ...flags]);
      const result = await readFile(join(user.folder, 'in.confere.csv'), 'utf8');
      const lines = result.trimEnd().split('\n');
      expect(lines[0]?.startsWith(header)).toBe(true);
      expect(lines).toHaveLength(6);
    },
  );
});
