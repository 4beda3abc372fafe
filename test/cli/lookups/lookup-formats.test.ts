import { chmod, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '../../helpers/with-service.js';
import { eventually, lines, makeCnpj, makeCpf, sized } from '../support.js';
import { formatId } from '../../../src/identifiers/index.js';

const HEAD = 'input,kind,id,lookup_status,lookup_reason';

describe.concurrent('the formats of single lookups', () => {
  it('--format table is one table of several, and a card of one', async ({ arrange }) => {
    const { user } = await arrange({ missing: [makeCpf(2)] });
    const all = `cpf ${makeCpf(1)} ${makeCpf(2)} ${makeCpf(3)} 9 --format table`;
    const { stdout, stderr } = await user.ends(3, all);
    // Every identifier has its row, so that it can be told which was not found.
    const rows = stdout.trimEnd().split('\n');
    expect(rows[0]).toMatch(/^CPF +Result +Name +Gender +Born$/);
    expect(rows[1]).toMatch(/^[\d.-]{14} {2}found +\S/);
    expect(rows[2]?.trim()).toBe(`${formatId('cpf', makeCpf(2))}  not found`);
    expect(rows.slice(4).map((row) => row.trim())).toEqual(['9               invalid']);
    expect(stderr).not.toContain('(free)');
    expect(stderr).toContain('argument 4, 9: not a valid CPF.');
    const fields = await user.run(`${all} --fields day,month`);
    expect(fields.stdout).toMatch(/^CPF +Result +day +month\n[\d.-]{14} {2}found +2 +3\n/);
    const csv = await user.run(`${all.replace('table', 'csv')} --fields day`);
    expect(csv.stdout).toContain(`${HEAD},lookup_source,lookup_fetched_at,lookup_day\n`);
    const one = await user.run(`cpf ${makeCpf(1)} --format table`);
    expect(one.stdout).toMatch(/^CPF .*\n {2}Name/);
    const company = await user.run(`cnpj ${makeCnpj(1)} ${makeCnpj(2)} --format table`);
    expect(company.stdout).toMatch(
      /^CNPJ +Result +Legal name +Registration status +Opened +City\n(\S.*\n){2}$/,
    );
  });

  it.for([
    ['cpf 1 --fields nome', 'birthDate'],
    ['quota --fields plan', 'confere cpf'],
    ['bulk list --fields id', 'confere cpf'],
    ['cpf 1 --format yaml', 'Formats: table, json, jsonl, csv.'],
    ['cpf --help --json', 'This command prints no JSON'],
    ['bulk list --format tsv', 'Formats: table, json, csv.'],
    ['cpf 1 -o x.xlsx', 'Use a name that ends in .csv, .json, .jsonl, .txt.'],
    ['cpf 1 -o x.json --format jsonl', 'Leave out --format, or use'],
    ['cpf 1 --json --format csv', 'contradict each other'],
    ['sandbox --format json', 'This command prints no JSON'],
    ['cpf -', 'no identifier'],
  ] as const)('%s exits 2 before any request', async ([line, words], { server, user }) => {
    const { stderr } = await user.silent(2, line);
    expect(stderr).toContain(words);
    expect(server.log).toEqual([]);
  });

  it('--format json is --json, which has one object, or one a line for lookups', async ({
    user,
  }) => {
    await user.file('in.csv', sized(1));
    await user.run('bulk run in.csv');
    const two = `${makeCpf(1)} ${makeCpf(2)}`;
    expect((await user.run(`cpf ${two} --format json`)).stdout.split('\n')).toHaveLength(3);
    for (const line of [
      ...['bulk list', 'bulk watch', 'bulk check in.csv', 'auth status'],
      ...[`lookup ${two}`, `check ${two}`],
    ])
      expect((await user.ends(0, `${line} --format json`)).stdout).toBe(
        (await user.ends(0, `${line} --json`)).stdout,
      );
  });

  it('the name of a file has priority over a format of the profile', async ({ user }) => {
    await user.run('config set format json');
    for (const ending of ['csv', 'jsonl', 'txt']) {
      await user.ends(0, `cpf ${makeCpf(1)} -o a.${ending}`);
      const text = await user.read(`a.${ending}`);
      expect(text.startsWith(ending === 'csv' ? HEAD : '{"input"'), ending).toBe(true);
    }
  });

  it('a name that ends in .json holds one array', async ({ arrange }) => {
    const { user } = await arrange({ missing: [makeCpf(2)] });
    const written = async (name: string, ...ids: string[]) => {
      await user.run(['cpf', ...ids, '-o', name]);
      return JSON.parse(await user.read(name)) as unknown;
    };
    expect(await written('two.json', makeCpf(1), makeCpf(2))).toMatchObject([
      { id: makeCpf(1), status: 'found' },
      { id: makeCpf(2), status: 'not_found' },
    ]);
    expect(await written('one.json', makeCpf(1))).toMatchObject([{ source: 'ledger' }]);
    await expect(written('none.json', '-')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('-o replaces a file when it is whole, and follows no link', async ({ server, user }) => {
    await symlink('new.csv', join(user.folder, 'link.csv'));
    const refused = await user.ends(2, `cpf ${makeCpf(1)} -o link.csv --overwrite`);
    expect(refused.stderr).toContain('is a link');
    expect(server.log).toEqual([]);
    const old = await user.file('old.csv', 'old');
    await chmod(old, 0o644);
    await user.ends(0, `cpf ${makeCpf(1)} -o old.csv --overwrite`);
    expect((await stat(old)).mode & 0o777).toBe(0o644);
    const names = (await readdir(user.folder)).filter((name) => name !== 'home');
    expect(names).toEqual(['link.csv', 'old.csv']);
  });

  it('-o keeps the old file until SIGINT, and then what was answered', async ({ user }) => {
    const file = await user.file('a.jsonl', 'old');
    const options = { stdin: `${makeCpf(1)}\n`, keepsTyping: true };
    const running = user.start('cpf - -o a.jsonl --overwrite', options);
    await eventually(async () => {
      const part = (await readdir(user.folder)).find((name) => name.endsWith('.part')) ?? '';
      expect(await user.read(part)).toContain(makeCpf(1));
    });
    expect(await readFile(file, 'utf8')).toBe('old');
    running.kill('SIGINT');
    expect((await running.done).code).toBe(130);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ id: makeCpf(1) });
  });

  it('--json has lines of JSON only on stderr, and -v has the notices there', async ({ user }) => {
    await user.file('in.csv', sized(1));
    expect((await user.ends(0, 'bulk run in.csv --json')).stderr).toBe('');
    const said = await user.run('bulk run in.csv --again --fresh --overwrite --json -v');
    const notices = lines<{ notice?: unknown }>(said.stderr).map(({ notice }) => notice);
    expect(notices).toContainEqual(expect.stringContaining('POST /cpf/bulk'));
    expect(notices.length).toBeGreaterThan(3);
    const refused = await user.run('bulk run none.csv --json -v --timestamps');
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { exitCode: 2 } });
    expect(await user.json('--version')).toHaveProperty('version');
  });

  it('bulk list --json is one array with the times', async ({ user }) => {
    expect(await user.json('bulk list')).toEqual([]);
    const empty = await user.run('bulk list');
    expect(empty).toMatchObject({ stdout: '', stderr: 'There are no batches yet.\n' });
    for (const n of [1, 2]) await user.file(`${n}.csv`, `cpf\n${makeCpf(n)}\n`);
    await user.run('bulk run 1.csv');
    await user.run('bulk submit 2.csv');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown;
    expect(await user.json('bulk list')).toMatchObject([
      { file: '2.csv', createdAt: time, endedAt: null },
      { file: '1.csv', createdAt: time, endedAt: time },
    ]);
  });
});

it.concurrent('confere check reads standard input and writes csv', async ({ fresh: user }) => {
  const options = { stdin: `\ufeff${makeCpf(1)}\r\nx\n` };
  const { stdout } = await user.run('check - --format csv', options);
  expect(stdout).toBe(
    `input,kind,id,status,reason\n${makeCpf(1)},cpf,${makeCpf(1)},valid,\nx,,,invalid,format\n`,
  );
});

describe('confere check', () => {
  it('recognizes the kind, keeps the order, and exits 3', async ({ fresh: user }) => {
    const ids = ['12.ABC.345/01DE-35', '529.982.247-24', '529.982.247-25', '11111111111'];
    const { stdout } = await user.ends(3, ['check', '--json', ...ids]);
    const all = lines(stdout);
    expect(all).toEqual([
      { input: ids[0], kind: 'cnpj', id: '12ABC34501DE35', status: 'valid' },
      expect.objectContaining({ input: ids[1], status: 'invalid' }),
      { input: ids[2], kind: 'cpf', id: '52998224725', status: 'valid' },
      expect.objectContaining({ input: ids[3], status: 'invalid' }),
    ]);
    expect(all[1]).toHaveProperty('error.code', 'check_digit');
    expect(all[3]).toHaveProperty('error.code', 'repeated');
    expect(all[3]).toHaveProperty('error.httpStatus', null);
  });

  it.for([
    ['check 123 52998224725', 'confere: 1 identifier is not valid; see standard output.'],
    ['cpf 123 --json -q', '{"error":{"code":"some_invalid","message":"1 identifier is'],
    ['bulk check - --strict -q', 'confere: 1 row is invalid, which --strict does not'],
  ] as const)('%s comes with a sentence for exit code 3', async ([line, told], { fresh: user }) => {
    const stdin = 'cpf\n52998224725\n123\n';
    const { stdout, stderr } = await user.ends(3, line, { stdin, env: { CONFERE_SANDBOX: '1' } });
    expect(stdout).not.toBe('');
    const last = stderr.trimEnd().split('\n').at(-1) ?? '';
    expect(last).toContain(told);
    if (line.includes('--json')) expect(JSON.parse(last)).toHaveProperty('error.exitCode', 3);
  });
});

it.for([
  '529.982.247-25 0X123456789050',
  '529.982.247-24  1 x\u202ey',
  '- 52998224725',
  '- -',
  'help 52998224725',
])('a check of %j says the same with an idle option', async (ids, { fresh: user }) => {
  const stdin = '52998224725\nabc\n';
  for (const language of ['en', 'pt-BR']) {
    const given = { stdin, env: { CONFERE_LANG: language } };
    const alone = await user.run(`check ${ids}`, given);
    expect(alone).toEqual(await user.run(`check --no-progress ${ids}`, given));
  }
});
