import { readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { text, workbook } from '../../helpers/files/workbook.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import {
  FAST,
  INPUT,
  lines,
  makeCpf,
  names,
  PERSON,
  printedCommands,
  sits,
  type User,
  wordsOf,
} from '../support.js';

const read = (user: User, name: string) => user.read(name);

describe.concurrent('the output of confere bulk run', () => {
  it('is replaced by its own run alone', async ({ server, user }) => {
    const nightly = async (name: string) => {
      const file = await user.file(`${name}.csv`, INPUT);
      return (await user.run(['bulk', 'run', file, '-o', `${name}-out.csv`])).code;
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
    const run = ['bulk', 'run', file, ...FAST, '-o'];
    for (const args of [['in.csv'], ['link.csv'], ['in.csv', '--overwrite']]) {
      const { stderr } = await user.silent(2, [...run, ...args]);
      expect(stderr).toContain('is also an input');
      expect(stderr).not.toContain('--overwrite');
    }
    expect(server.log).toEqual([]);
    await user.ends(0, [...run, 'out.csv']);
    const { stderr } = await user.ends(2, 'bulk export -o in.csv --overwrite');
    expect(stderr).toContain('is also an input, which is never replaced');
    expect(await readFile(file, 'utf8')).toBe(INPUT);
  });

  it('that exists is refused before anything is sent', async ({ server, user }) => {
    const file = await user.file('in.csv', INPUT);
    await user.file('in.confere.csv', 'precious\n');
    const { stderr } = await user.silent(2, `bulk run ${file}`);
    expect(stderr).toContain('--overwrite');
    expect(server.log).toEqual([]);
    expect(await read(user, 'in.confere.csv')).toBe('precious\n');
    await user.ends(0, `bulk run ${file} --overwrite`);
    expect(await read(user, 'in.confere.csv')).not.toBe('precious\n');
  });

  const book = workbook({ sheets: [{ name: 'S', rows: [[text('cpf')], [text(makeCpf(1))]] }] });
  it.for<[string, Buffer, string]>([
    ['a.csv', book, 'a.confere.xlsx'],
    ['b.xls', book, 'b.confere.xlsx'],
    ['c.dat.gz', gzipSync(book), 'c.confere.xlsx'],
    ['d.xlsx', Buffer.from(`cpf\n${makeCpf(1)}\n`), 'd.confere.csv'],
    ['e.txt.gz', gzipSync(`cpf\n${makeCpf(1)}\n`), 'e.confere.txt'],
  ])(
    'has the format of what the input holds, whatever its name: %s',
    async ([name, content, result], { user }) => {
      await user.ends(0, `bulk run ${await user.file(name, content)}`);
      expect(await names(user)).toContain(result);
      const head = (await readFile(join(user.folder, result))).toString('latin1', 0, 3);
      expect(head).toBe(result.endsWith('.xlsx') ? 'PK\x03' : 'cpf');
    },
  );

  it.for([
    ['run in.csv --format table', 'xlsx'],
    ['run in.csv -o nowhere/out.csv', 'folder'],
    ['run in.csv --partners partners.csv', 'CNPJ'],
    ['run in.csv -o out.xlsx.gz --dry-run', 'cannot be written. Use a name that ends in'],
    ['report -o page.pdf', 'cannot be written. Use a name that ends in'],
    ['diff in.csv in2.csv -o changes.parquet', 'cannot be written. Use a name that ends in'],
    ['run in.csv -o x.xlsx --format csv', 'Leave out --format, or use a name that ends in .'],
    ['run in.csv --excel -o x.xlsx', 'Leave out --excel, or use a name that ends in .csv'],
    ['run in.csv --excel --format jsonl', '--excel and --format jsonl contradict each other'],
    ['export --excel -o x.tsv', 'Leave out --excel, or use a name that ends in .csv'],
    ['export --excel -o x.json', 'Leave out --excel, or use a name that ends in .csv'],
    ['export --excel --json', '--json and --excel contradict each other'],
    ['export --json -o x.csv', 'Leave out --json, or use a name that ends in .json'],
    ['export --json --format csv -o x', '--json and --format csv contradict each other'],
    ['diff in.csv in2.csv --excel --json', '--json and --excel contradict each other'],
    ['diff in.csv in2.csv --excel -o x.jsonl', 'Leave out --excel, or use a name that ends in'],
  ] as const)('that cannot be is refused at once: %s', async ([line, told], { server, user }) => {
    await user.file('in.csv', INPUT);
    await user.file('in2.csv', INPUT.replace('Ana', 'Ane'));
    if (/^(export|report)/.test(line)) await user.run('bulk run in.csv');
    const before = [server.log.length, await names(user)];
    const { stderr } = await user.silent(2, `bulk ${line}`);
    expect(stderr).toContain(told);
    expect([server.log.length, await names(user)]).toEqual(before);
  });

  it.for([
    ['-o nowhere/out.csv', 2],
    ['--partners partners.csv', 2],
    ['-o in2.csv', 2],
    ['-o .', 2],
    ['--out-dir new', 0],
    ['', 0],
  ] as const)('is refused in a rehearsal as in the run: %j', async ([options, code], { user }) => {
    await user.file('in.csv', INPUT);
    await user.file('in2.csv', INPUT.replace('Ana', 'Ane'));
    const before = await names(user);
    const { stderr } = await user.ends(code, `bulk run in.csv -n ${options}`.trim());
    expect(await names(user)).toEqual(before);
    const run = await user.ends(code, `bulk run in.csv ${options}`.trim());
    const refusal = run.stderr.split('\n').at(-2)?.split(';')[0];
    if (code === 2) expect(stderr).toContain(refusal);
    else await user.ends(0, 'bulk run in.csv -n');
  });

  it('stays the result of the batch, whatever is exported', async ({ user }) => {
    await user.run(['bulk', 'run', await user.file('in.csv', INPUT)]);
    const exported = ['bulk', 'export', '-o', 'out.csv'];
    await user.ends(0, exported);
    await user.ends(2, [...exported, '--only', 'found']);
    const result = ['bulk', 'export', '-o', 'in.confere.csv'];
    await user.ends(2, result);
    await user.ends(0, [...result, '--overwrite']);
    await user.ends(0, 'bulk run in.csv');
    const { output } = await user.json('bulk status');
    expect(output).toBe(join(user.folder, 'in.confere.csv'));
  });

  it('has the format that --json and --excel ask for', async ({ user }) => {
    await user.file('in.tsv', INPUT.replaceAll(';', '\t'));
    await user.ends(0, 'config set format json');
    await user.ends(0, 'bulk run in.tsv --excel');
    expect(await read(user, 'in.confere.csv')).toMatch(/^\ufeffnome;cpf;obs;lookup_status/);
    for (const name of ['x', 'x.json', 'x.jsonl']) {
      await user.ends(0, `bulk export --json -o ${name}`);
      const text = await read(user, name);
      expect(text.startsWith('[') ? JSON.parse(text) : lines(text)).toHaveLength(5);
      expect(text.startsWith('['), name).toBe(name !== 'x.jsonl');
    }
  });

  it('of a .txt is a .txt, which is no format of its own', async ({ user }) => {
    await user.file('in.txt', INPUT);
    await user.ends(0, 'bulk run in.txt');
    await user.ends(0, 'bulk export -o x.txt');
    expect(await read(user, 'in.confere.txt')).toContain('lookup_status');
    expect(await read(user, 'x.txt')).toBe(await read(user, 'in.confere.txt'));
    const { stderr } = await user.ends(2, 'bulk export --format txt');
    expect(stderr).toContain('tsv');
  });
});

describe.concurrent('a terminal', () => {
  it('gets at most 50 rows of people unasked', async ({ arrange }) => {
    const { server, user } = await arrange({ rows: 51 });
    const stdin = await read(user, 'in.csv');
    const typed = await user.silent(2, 'bulk run - --yes', { columns: 80, stdin });
    expect(typed.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'Nothing was sent. The result has 51 rows, and a terminal shows at most 50 unasked.',
    );
    expect(server.posts).toEqual([]);
    await user.run('bulk run in.csv --yes');
    const many = await user.silent(2, 'bulk export', sits());
    const [printed = ''] = printedCommands(many.stderr);
    await user.ends(0, wordsOf(printed), sits());
    expect(await read(user, printed.split(' ').at(-1) ?? '')).toContain('lookup_status');
    expect((await user.ends(0, 'bulk export -o -', sits())).stdout).toContain(PERSON);
    await user.file('few.csv', INPUT);
    await user.run('bulk run few.csv --yes');
    expect((await user.ends(0, 'bulk export', sits())).stdout).toContain(PERSON);
  });
});

describe.concurrent('confere bulk report', () => {
  const run = ['bulk', 'run', '-o', 'result.csv', ...FAST];

  it('writes one page for its owner alone, without a request', async ({ server, user }) => {
    await user.run([...run, await user.file('in.csv', INPUT)]);
    const requests = server.log.length;
    const { stderr } = await user.silent(0, 'bulk report -o report.html');
    expect(stderr).toContain('report.html');
    expect(await read(user, 'report.html')).toMatch(/^<!doctype html>\n<html lang="en">/);
    const { mode } = await stat(join(user.folder, 'report.html'));
    if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
    expect(await names(user)).toEqual(['in.csv', 'report.html', 'result.csv']);
    expect(server.log).toHaveLength(requests);
  });

  it('contains no personal data', async ({ server, user }) => {
    await user.run([...run, await user.file(`maria-${makeCpf(1)}.csv`, INPUT)]);
    const ids = [1, 2, 3].flatMap((n) => [makeCpf(n), makeCpf(n).slice(3, 9)]);
    for (const how of [[], ['--json']]) {
      const { stdout } = await user.ends(0, ['bulk', 'report', ...how]);
      expect(stdout.toLowerCase()).not.toContain('maria');
      for (const secret of [...ids, PERSON, user.folder, server.key])
        expect(stdout).not.toContain(secret);
    }
  });

  it('refuses a file that exists, and the result of the batch', async ({ user }) => {
    await user.run([...run, await user.file('in.csv', INPUT)]);
    const before = await read(user, 'result.csv');
    const result = await user.ends(2, 'bulk report -o result.csv --overwrite');
    expect(result.stderr).toContain('.html');
    expect(await read(user, 'result.csv')).toBe(before);
    await user.file('page.html', 'precious');
    const exists = await user.ends(2, 'bulk report -o page.html');
    expect(exists.stderr).toContain('--overwrite');
    expect(await read(user, 'page.html')).toBe('precious');
    await user.ends(0, 'bulk report -o page.html --overwrite');
    for (const wrong of ['-o - --json', '-o nowhere/report.html', 'nosuch', '--fields uf'])
      await user.silent(2, `bulk report ${wrong}`);
  });
});
