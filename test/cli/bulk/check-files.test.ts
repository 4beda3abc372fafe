import { readFile, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { text, workbook } from '../../helpers/files/workbook.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { FAST, makeCpf, parsed, sits } from '../support.js';

const rows = [makeCpf(1), makeCpf(2), makeCpf(1), '52998224724', ''];
const CSV = `nome;CPF\n${rows.map((id) => `x;${id}\n`).join('')}`;
const list = [[text('nome'), text('CPF')], ...rows.map((id) => [text('x'), text(id)])];
const XLSX = workbook({
  sheets: [
    { name: 'Capa', rows: [[text('Maio')]] },
    { name: 'Clientes', rows: list },
  ],
});

describe('confere bulk check', () => {
  it('reports on stdout, and explains on stderr', async ({ fresh: user }) => {
    await user.file('in.csv', CSV);
    const { stdout, stderr } = await user.ends(0, 'bulk check in.csv');
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
    expect((await user.run('bulk check in.csv -q')).stderr).toBe('');
  });

  it.for([
    ['a gzip file', 'in.csv.gz', gzipSync(CSV), 'gzip, UTF-8'],
    ['a workbook by another name', 'in.csv', XLSX, 'sheet 2 "Clientes"'],
  ] as const)('reads %s, piped or not', async ([, name, stdin, told], { fresh: user }) => {
    await user.file(name, stdin);
    const before = await readdir(user.folder);
    for (const from of [name, '-']) {
      const { stdout, stderr } = await user.ends(0, `bulk check ${from} --json -v`, { stdin });
      expect(parsed(stdout)).toMatchObject({ rows: 5, invalid: 2, duplicates: 1, unique: 2 });
      expect(stderr.replaceAll('\\"', '"')).toContain(told);
    }
    expect(await readdir(user.folder)).toEqual(before);
  });

  it('--rejects writes the invalid rows and replaces nothing', async ({ fresh: user }) => {
    await user.file('in.csv', CSV);
    const args = 'bulk check in.csv --rejects';
    const { stderr } = await user.ends(0, `${args} bad.csv`);
    expect(stderr).toContain('Rejected rows: bad.csv (2 rows).');
    expect(await user.read('bad.csv')).toBe(
      'nome;CPF;lookup_status;lookup_reason;lookup_row\nx;52998224724;invalid;check_digit;5\nx;;invalid;empty;6\n',
    );
    await symlink('in.csv', join(user.folder, 'link.csv'));
    for (const [place, told] of [
      ['bad.csv', '--overwrite'],
      ['bad.csv', 'or --rejects <file> to write elsewhere'],
      ['in.csv --overwrite', 'is also an input'],
      ['link.csv', 'is also an input'],
      ['-', '--rejects'],
      ['no/bad.csv', 'its folder does not exist'],
    ] as const)
      expect((await user.silent(2, `${args} ${place}`)).stderr).toContain(told);
    await user.ends(0, `${args} bad.csv --overwrite`);
  });
});

it.for([
  ['in.xlsx', XLSX, 'in.confere.xlsx'],
  ['in.csv.gz', gzipSync(CSV), 'in.confere.csv'],
] as const)('a run of %s gives its format', async ([name, content, result], { fresh: user }) => {
  await user.file(name, content);
  await user.ends(0, `--sandbox bulk run ${name} --allow-overage`);
  const bytes = await readFile(join(user.folder, result));
  if (name === 'in.xlsx') expect(bytes.subarray(0, 2).toString()).toBe('PK');
  else expect(bytes.toString()).toMatch(/^nome;CPF;lookup_status/);
  expect(await user.json(`bulk check ${result}`)).toMatchObject({ rows: 5 });
});

describe('a workbook with several sheets', () => {
  const sheet = (name: string, ...from: number[]) => ({
    name,
    rows: [[text('CPF')], ...from.map((n) => [text(makeCpf(n))])],
  });
  const SHEETS = workbook({ sheets: [sheet('Nov', 1, 2), sheet('Dez', 2, 3)] });

  it('is one input with --sheet all, and one batch', async ({ server, user }) => {
    await user.file('in.xlsx', SHEETS);
    const args = ['bulk', 'run', 'in.xlsx', '--sheet', 'all', ...FAST];
    const first = await user.json(args);
    expect(first).toMatchObject({ rows: 4, unique: 3, duplicates: 1, found: 3 });
    const { stdout } = await user.run('bulk export --format csv --fields cpf');
    const ids = stdout.trim().split(/\r?\n/).slice(1);
    expect(ids.map((row) => row.split(',')[0])).toEqual([1, 2, 2, 3].map((n) => makeCpf(n)));
    expect((await user.json(args))['batch']).toBe(first['batch']);
    expect(server.book.charged).toHaveLength(3);
  });

  it('is asked about in a terminal, and elsewhere refused', async ({ user }) => {
    await user.file('in.xlsx', SHEETS);
    const check = 'bulk check in.xlsx';
    const asked = await user.ends(0, check, sits('all\n'));
    expect(asked.stderr).toContain(
      'in.xlsx has several sheets that hold identifiers:\n  1  "Nov"\n  2  "Dez"\nWhich sheet? [1/2/all] ',
    );
    expect(asked.stderr).toContain('To skip this question, add --sheet all.');
    expect(asked.stdout).toMatch(/rows +4/);
    expect((await user.run(check, sits('2\n'))).stdout).toMatch(/rows +2/);
    await user.ends(2, check, sits('\n'));
    const { stderr } = await user.ends(2, check);
    expect(stderr).toContain('Choose one with --sheet, or all with --sheet all.');
  });
});
