import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newUser, type User } from '../helpers/run-confere.js';
import { makeCnpj, makeCpf, startSpecServer } from '../helpers/spec-server.js';

const FAST = ['--interval', '100ms', '--settle', '200ms'];
const KEYS = [
  ...['batch', 'kind', 'file', 'state', 'rows', 'invalid', 'duplicates', 'repaired', 'unique'],
  ...['reused', 'found', 'notFound', 'skipped', 'failed', 'pending', 'unconfirmed', 'reasons'],
  ...['credits', 'jobs', 'output'],
];

/** Five rows: two found, one of them twice, one not found, one invalid. */
const INPUT = `nome;cpf;obs\r\n${[
  `Ana;${makeCpf(1)};"a;b"`,
  `Bia;${makeCpf(2)};`,
  `Caio;${makeCpf(1)};x`,
  `Davi;52998224724;`,
  `Eva;${makeCpf(3)};fim`,
]
  .map((row) => `${row}\r\n`)
  .join('')}`;

function sized(count: number, from = 0): string {
  return `cpf\n${Array.from({ length: count }, (_, n) => `${makeCpf(from + n)}\n`).join('')}`;
}

function parsed(stdout: string): Record<string, number> & Record<string, unknown> {
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '') as Record<string, number> & Record<string, unknown>;
}

async function names(user: User): Promise<string[]> {
  return (await readdir(user.folder)).filter((name) => name !== 'home').sort();
}

describe.concurrent('confere bulk run', () => {
  it('writes the result beside the input, every row kept, and nothing to stdout', async ({
    expect,
  }) => {
    await using server = await startSpecServer({ missing: [makeCpf(3)] });
    await using user = await newUser(server);
    const file = await user.file('clientes.csv', INPUT);
    const { code, stdout, stderr } = await user.run(['bulk', 'run', file, ...FAST]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('Costs at most 3 credits; balance 100,000');
    expect(await names(user)).toEqual(['clientes.confere.csv', 'clientes.csv']);
    const result = await readFile(join(user.folder, 'clientes.confere.csv'), 'utf8');
    const rows = result.split('\r\n');
    expect(rows).toHaveLength(7);
    INPUT.split('\r\n').forEach((row, index) => {
      expect(rows[index]?.startsWith(row)).toBe(true);
    });
    expect(rows[0]).toContain(';lookup_status;lookup_reason;lookup_source;lookup_fetched_at;');
    const statuses = rows.slice(1, 6).map((row) => /;(found|not_found|invalid);/.exec(row)?.[1]);
    expect(statuses).toEqual(['found', 'found', 'found', 'invalid', 'not_found']);
    expect(server.posts.map(({ ids }) => ids)).toEqual([[makeCpf(1), makeCpf(2), makeCpf(3)]]);
    expect(server.book.toSorted()).toEqual([makeCpf(1), makeCpf(2)].toSorted());
  });

  it('--json prints exactly one object with every key of the contract and right sums', async ({
    expect,
  }) => {
    await using server = await startSpecServer({ missing: [makeCpf(3)] });
    await using user = await newUser(server);
    const file = await user.file('in.csv', INPUT);
    const { code, stdout } = await user.run(['bulk', 'run', file, '--json', ...FAST]);
    const summary = parsed(stdout);
    expect(code).toBe(0);
    expect(Object.keys(summary).sort()).toEqual(KEYS.toSorted());
    const { rows, invalid, duplicates, unique } = summary;
    expect(rows).toBe((invalid ?? 0) + (duplicates ?? 0) + (unique ?? 0));
    expect(summary).toEqual({
      batch: expect.any(String) as string,
      kind: 'cpf',
      file: 'in.csv',
      state: 'complete',
      ...{ rows: 5, invalid: 1, duplicates: 1, repaired: 0, unique: 3 },
      ...{ reused: 0, found: 2, notFound: 1, skipped: 0, failed: 0, pending: 0, unconfirmed: 0 },
      reasons: { check_digit: 1 },
      credits: { estimated: 3, charged: 2, saved: 0 },
      jobs: [
        {
          jobId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          ...{ status: 'done', items: 3, found: 2, notFound: 1, skipped: 0, error: null },
        },
      ],
      output: join(user.folder, 'in.confere.csv'),
    });
  });

  it('-o - puts the rows on stdout and no file anywhere', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    const file = await user.file('in.csv', INPUT);
    const { code, stdout } = await user.run(['bulk', 'run', file, '-o', '-', ...FAST]);
    expect(code).toBe(0);
    expect(stdout.split('\r\n')).toHaveLength(7);
    expect(stdout.startsWith('nome;cpf;obs;lookup_status;')).toBe(true);
    expect(await names(user)).toEqual(['in.csv']);
  });

  it('--json with -o - is refused: two things on one stream', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    const file = await user.file('in.csv', INPUT);
    expect((await user.run(['bulk', 'run', file, '-o', '-', '--json'])).code).toBe(2);
    expect(server.log).toEqual([]);
  });

  it('an output that exists is refused before anything is sent', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    const file = await user.file('in.csv', INPUT);
    const output = await user.file('in.confere.csv', 'precious\n');
    const refused = await user.run(['bulk', 'run', file, ...FAST]);
    expect({ code: refused.code, log: server.log }).toEqual({ code: 2, log: [] });
    expect(refused.stderr).toContain('--overwrite');
    expect(await readFile(output, 'utf8')).toBe('precious\n');
    const forced = await user.run(['bulk', 'run', file, '--overwrite', ...FAST]);
    expect(forced.code).toBe(0);
    expect(await readFile(output, 'utf8')).not.toBe('precious\n');
  });

  it.for([
    [['--format', 'table']],
    [['-o', 'out.xlsx']],
    [['-o', 'nowhere/out.csv']],
    [['-o', '.']],
    [['--partners', 'partners.csv']],
  ])(
    'an output that cannot be written is refused before anything is sent: %j',
    async ([flags], { expect }) => {
      await using server = await startSpecServer();
      await using user = await newUser(server);
      const file = await user.file('in.csv', INPUT);
      const { code, stdout } = await user.run(['bulk', 'run', file, ...(flags ?? []), ...FAST]);
      expect({ code, stdout, log: server.log }).toEqual({ code: 2, stdout: '', log: [] });
    },
  );

  it('--format names the kind of the default output, too', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    const file = await user.file('in.csv', INPUT);
    const { code } = await user.run(['bulk', 'run', file, '--format', 'json', ...FAST]);
    expect(code).toBe(0);
    expect(await names(user)).toEqual(['in.confere.json', 'in.csv']);
    const result = await readFile(join(user.folder, 'in.confere.json'), 'utf8');
    expect(JSON.parse(result)).toHaveLength(5);
  });

  it('the same file again sends nothing and replaces its own output only', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    const file = await user.file('in.csv', INPUT);
    const args = ['bulk', 'run', file, '--json', ...FAST];
    const first = await user.run(args);
    const second = await user.run(args);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(parsed(second.stdout)['batch']).toBe(parsed(first.stdout)['batch']);
    expect(server.posts).toHaveLength(1);
    await user.file('in.confere.csv', 'edited by hand\n');
    expect((await user.run(args)).code).toBe(2);
    expect(server.posts).toHaveLength(1);
  });

  it('another file with the same identifiers is answered from the ledger', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    await user.run(['bulk', 'run', await user.file('a.csv', sized(5)), ...FAST]);
    const more = await user.file('b.csv', sized(8));
    const { stdout } = await user.run(['bulk', 'run', more, '--json', ...FAST]);
    expect(parsed(stdout)).toMatchObject({
      reused: 5,
      found: 8,
      credits: { estimated: 3, charged: 3, saved: 5 },
    });
    expect(server.book).toHaveLength(8);
    expect(server.posts.map(({ ids }) => ids.length)).toEqual([5, 3]);
  });

  it('--again --fresh asks for everything anew', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    const file = await user.file('in.csv', sized(3));
    await user.run(['bulk', 'run', file, ...FAST]);
    const again = ['--again', '--fresh', '-o', 'again.csv'];
    expect((await user.run(['bulk', 'run', file, ...again, ...FAST])).code).toBe(0);
    expect(server.posts).toHaveLength(2);
    const { stdout } = await user.run(['bulk', 'list']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  it('--dry-run sends nothing and stores nothing', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    const file = await user.file('in.csv', INPUT);
    for (const command of ['run', 'submit']) {
      const { code, stdout } = await user.run(['bulk', command, file, '-n', '--json']);
      expect(code).toBe(0);
      expect(parsed(stdout)).toMatchObject({ batch: null, unique: 3 });
    }
    expect(server.posts).toEqual([]);
    expect((await user.run(['bulk', 'list'])).stdout).toBe('');
    expect(await names(user)).toEqual(['in.csv']);
  });

  it.for([
    ['--max-credits 2', 100, ['--max-credits', '2']],
    ['a balance too small', 2, []],
    ['no balance', 0, []],
  ] as const)('%s exits 7 and sends nothing', async ([, credits, flags], { expect }) => {
    await using server = await startSpecServer({ credits });
    await using user = await newUser(server);
    const file = await user.file('in.csv', INPUT);
    const { code } = await user.run(['bulk', 'run', file, ...flags, ...FAST]);
    expect(code).toBe(7);
    expect(server.posts).toEqual([]);
    expect(existsSync(join(user.folder, 'in.confere.csv'))).toBe(false);
  });

  it('--fit-balance sends what the balance covers, exits 7, and the rest later', async ({
    expect,
  }) => {
    await using server = await startSpecServer({ credits: 2 });
    await using user = await newUser(server);
    const file = await user.file('in.csv', sized(5));
    const args = ['bulk', 'run', file, '--fit-balance', '--json', ...FAST];
    const { code, stdout } = await user.run(args);
    expect(code).toBe(7);
    expect(parsed(stdout)).toMatchObject({ state: 'incomplete', found: 2, pending: 3 });
    expect(server.posts.map(({ ids }) => ids.length)).toEqual([2]);
  });

  it('sends --name as fileName', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    const file = await user.file('in.csv', INPUT);
    await user.run(['bulk', 'run', file, '--name', 'Clientes março', ...FAST]);
    expect(server.posts.map(({ fileName }) => fileName)).toEqual(['Clientes março']);
  });

  it('reads standard input and writes standard output', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    const { code, stdout } = await user.run(['bulk', 'run', '-', ...FAST], { stdin: INPUT });
    expect(code).toBe(0);
    expect(stdout.split('\r\n')).toHaveLength(7);
    const again = await user.run(['bulk', 'run', '-', ...FAST], { stdin: INPUT });
    expect(again.stdout).toBe(stdout);
    expect(server.posts).toHaveLength(1);
  });

  it('several inputs go to --out-dir; one that is bad does not stop the others', async ({
    expect,
  }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    await user.file('a.csv', sized(2));
    await user.file('b.csv', 'nothing,here\n1,2\n');
    await user.file('c.csv', `cnpj\n${makeCnpj(1)}\n${makeCnpj(2)}\n`);
    const files = ['a.csv', 'b.csv', 'c.csv'];
    const { code } = await user.run(['bulk', 'run', ...files, '--out-dir', 'out', ...FAST]);
    expect(code).toBe(2);
    const written = (await readdir(join(user.folder, 'out'))).sort();
    expect(written).toEqual(['a.confere.csv', 'c.confere.csv']);
    expect(server.book).toHaveLength(4);
    expect((await user.run(['bulk', 'run', ...files, '-o', 'x.csv'])).code).toBe(2);
  });

  it('invalid rows leave the exit at 0 unless --strict', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    const file = await user.file('in.csv', INPUT);
    const codes = [];
    for (const flags of [[], ['--strict']]) {
      codes.push((await user.run(['bulk', 'run', file, ...flags, ...FAST])).code);
    }
    expect(codes).toEqual([0, 3]);
  });

  it('a job still processing at the deadline exits 8, and again completes', async ({ expect }) => {
    await using server = await startSpecServer({ holdJobs: true });
    await using user = await newUser(server);
    const file = await user.file('in.csv', INPUT);
    const late = await user.run(['bulk', 'run', file, '--json', '--deadline', '1s', ...FAST]);
    expect(late.code).toBe(8);
    expect(parsed(late.stdout)).toMatchObject({ state: 'running', pending: 3 });
    server.releaseJobs();
    expect((await user.run(['bulk', 'run', file, ...FAST])).code).toBe(0);
    expect(server.posts).toHaveLength(1);
  });

  it('an error under --json is one JSON line on stderr, even with notices', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    const file = await user.file('in.csv', INPUT);
    const args = ['bulk', 'run', file, '--max-credits', '1', '--json', '-q', ...FAST];
    const { code, stderr } = await user.run(args);
    expect(code).toBe(7);
    expect(JSON.parse(stderr)).toMatchObject({ error: { exitCode: 7, httpStatus: null } });
  });
});

describe.concurrent('confere bulk submit, watch, export, status and list', () => {
  it('prints the id before the first request', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    server.script('GET /quota', 'hang');
    const file = await user.file('in.csv', INPUT);
    const running = user.start(['bulk', 'submit', file]);
    await server.seen('GET /quota');
    await running.says('stdout', '\n');
    running.kill('SIGKILL');
    const { stdout } = await running.done;
    expect(stdout).toMatch(/^\w+\n$/);
    expect((await user.run(['bulk', 'status', stdout.trim(), '--json'])).code).toBe(0);
    expect(server.log).toEqual(['GET /quota']);
  });

  it('goes step by step, the id naming the batch by a prefix', async ({ expect }) => {
    await using server = await startSpecServer({ holdJobs: true });
    await using user = await newUser(server);
    const file = await user.file('in.csv', INPUT);
    const submitted = await user.run(['bulk', 'submit', file]);
    const id = submitted.stdout.trim();
    expect({ code: submitted.code, stdout: submitted.stdout }).toEqual({
      code: 0,
      stdout: `${id}\n`,
    });
    const early = await user.run(['bulk', 'export', id]);
    expect({ code: early.code, stdout: early.stdout }).toEqual({ code: 2, stdout: '' });
    const status = await user.run(['bulk', 'status', '--json']);
    expect(parsed(status.stdout)).toMatchObject({ batch: id, state: 'running', pending: 3 });
    server.releaseJobs();
    const watched = await user.run(['bulk', 'watch', id.slice(0, 6), '--json', ...FAST]);
    expect(watched.code).toBe(0);
    expect(parsed(watched.stdout)).toMatchObject({ batch: id, state: 'complete', found: 3 });
    const env = { CONFERE_API_KEY: undefined };
    const exported = await user.run(['bulk', 'export', id], { env });
    expect(exported.code).toBe(0);
    expect(exported.stdout.split('\r\n')).toHaveLength(7);
    const only = await user.run(['bulk', 'export', '--only', 'invalid'], { env });
    expect(only.stdout.split('\r\n')).toHaveLength(3);
    const jsonl = await user.run(['bulk', 'export', '--format', 'jsonl'], { env });
    expect(
      jsonl.stdout
        .trimEnd()
        .split('\n')
        .map((line) => typeof JSON.parse(line)),
    ).toHaveLength(5);
    const listed = await user.run(['bulk', 'list', '--json'], { env });
    expect(parsed(listed.stdout)).toMatchObject({ batch: id, state: 'complete' });
  });

  it('export refuses a file that exists', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    await user.run(['bulk', 'run', await user.file('in.csv', INPUT), ...FAST]);
    await user.file('out.csv', 'precious\n');
    expect((await user.run(['bulk', 'export', '-o', 'out.csv'])).code).toBe(2);
    expect(await readFile(join(user.folder, 'out.csv'), 'utf8')).toBe('precious\n');
    expect((await user.run(['bulk', 'export', '-o', 'out.csv', '--overwrite'])).code).toBe(0);
  });

  it('submit --json prints one object; the same file again the same batch', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    const file = await user.file('in.csv', INPUT);
    const first = parsed((await user.run(['bulk', 'submit', file, '--json'])).stdout);
    const second = parsed((await user.run(['bulk', 'submit', file, '--json'])).stdout);
    expect(Object.keys(first).sort()).toEqual(KEYS.toSorted());
    expect(second['batch']).toBe(first['batch']);
    expect(server.posts).toHaveLength(1);
  });

  it('an unusable input leaves stdout empty and no batch behind', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    const file = await user.file('in.csv', 'a,b\n1,2\n3,4\n');
    const { code, stdout } = await user.run(['bulk', 'submit', file]);
    expect({ code, stdout, log: server.log }).toEqual({ code: 2, stdout: '', log: [] });
    expect((await user.run(['bulk', 'list'])).stdout).toBe('');
  });

  it('an unknown batch and an empty ledger exit 2', async ({ expect }) => {
    await using server = await startSpecServer();
    await using user = await newUser(server);
    for (const args of [['watch'], ['export'], ['status'], ['status', 'zzz'], ['watch', 'zzz']]) {
      const { code, stdout } = await user.run(['bulk', ...args]);
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
    }
  });
});
