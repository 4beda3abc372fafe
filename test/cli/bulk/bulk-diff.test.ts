import { readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newInProcessUser } from '../../helpers/in-process.js';
import { makeCnpj, makeCpf, PERSON } from '../../helpers/invented.js';
import type { User } from '../../helpers/run-confere.js';
import { startReferee, type Referee } from '../../helpers/referee/index.js';
import { FAST, names, parsed, sized } from './bulk-support.js';

const COLUMNS = 'id,kind,change,field,old,new';

/** Two results that share identifiers, in `older.csv` and `newer.csv`; returns the ids of their batches. */
async function twoResults(one: User): Promise<string[]> {
  const made: string[] = [];
  for (const [name, from] of [
    ['older', 0],
    ['newer', 2],
  ] as const) {
    const file = await one.file(`${name}.in.csv`, sized(4, from));
    const { stdout } = await user.run([
      'bulk',
      'run',
      file,
      '-o',
      `${name}.csv`,
      '--json',
      ...FAST,
    ]);
    made.push(String(parsed(stdout)['batch']));
  }
  return made;
}

async function edited(name: string, edit: (text: string) => string): Promise<string> {
  return user.file(name, edit(await readFile(join(user.folder, 'older.csv'), 'utf8')));
}

/** A result of three companies, with the cells of each identifier. */
function companies(cells: (id: string) => readonly string[], header: string): string {
  const rows = [1, 2, 3].map((n) => `${[...cells(makeCnpj(n)), 'found', '', 'ANA'].join(';')}\n`);
  return `${header};lookup_status;lookup_reason;lookup_razao_social\n${rows.join('')}`;
}

/** The results are made once. */
let server: Referee;
let user: User;
let ids: string[];

beforeAll(async () => {
  server = await startReferee();
  user = await newInProcessUser(server);
  ids = await twoResults(user);
  await symlink('newer.csv', join(user.folder, 'link.csv'));
  await user.file(
    'companies.csv',
    companies((id) => [id], 'cnpj'),
  );
});

afterAll(async () => {
  await user[Symbol.asyncDispose]();
  await server.close();
});

describe('confere bulk diff', () => {
  it('compares batches and files alike, without a request', async () => {
    const requests = server.log.length;
    const seen = new Set<string>();
    for (const older of [ids[0] ?? '', 'older.csv'])
      for (const newer of [ids[1] ?? '', 'newer.csv']) {
        const { stdout } = await user.ends(0, ['bulk', 'diff', older, newer, '--format', 'csv']);
        seen.add(stdout);
      }
    expect(seen.size).toBe(1);
    const [header, ...rows] = [...seen].join('').trimEnd().split('\n');
    expect(header).toBe(COLUMNS);
    const told = rows.map((row) => row.split(',').slice(0, 4).join(' ')).sort();
    expect(told).toEqual(
      [
        ...[makeCpf(0), makeCpf(1)].map((id) => `${id} cpf disappeared lookup_status`),
        ...[makeCpf(4), makeCpf(5)].map((id) => `${id} cpf appeared lookup_status`),
      ].sort(),
    );
    expect(server.log).toHaveLength(requests);
  });

  it('shows in the summary what differs and how often, but nobody', async () => {
    await edited('edited.csv', (text) => text.replaceAll(PERSON, 'OUTRA PESSOA'));
    const { stdout } = await user.ends(0, ['bulk', 'diff', 'older.csv', 'edited.csv']);
    expect(stdout).toContain('older.csv (older) and edited.csv (newer)');
    expect(stdout).toMatch(/nameUpper +\d/);
    expect(stdout).not.toContain('PESSOA');
    expect(stdout).not.toMatch(/\d{9}/);
    const json = await user.json(['bulk', 'diff', 'older.csv', 'edited.csv']);
    const changed = Number(json['changed']);
    expect(changed).toBeGreaterThan(0);
    expect(json).toMatchObject({
      ...{ differing: changed, same: 4 - changed, appeared: 0, foundNow: 0, output: null },
      older: { name: 'older.csv', is: 'file', identifiers: 4, invalid: 0 },
    });
  });

  it('--exit-status makes a difference exit 9, with one sentence, also under -q', async () => {
    const same = await user.run(['bulk', 'diff', 'older.csv', 'older.csv', '--exit-status', '-q']);
    expect({ code: same.code, stderr: same.stderr }).toEqual({ code: 0, stderr: '' });
    const other = ['bulk', 'diff', 'older.csv', 'newer.csv'];
    await user.ends(0, other);
    const differs = await user.run([...other, '--exit-status', '-q']);
    expect({ code: differs.code, stderr: differs.stderr }).toEqual({
      ...{ code: 9, stderr: 'confere: 4 identifiers differ.\n' },
    });
    const json = await user.run([...other, '--exit-status', '--json']);
    expect(parsed(json.stderr)).toMatchObject({
      error: { code: 'results_differ', exitCode: 9, httpStatus: null },
    });
    await user.ends(0, [...other, '--exit-status', '--only', 'birth']);
  });

  it.for(['csv', 'json', 'jsonl', 'xlsx', 'csv.gz'])(
    'writes every change to a .%s',
    async (ext) => {
      const args = ['bulk', 'diff', 'older.csv', 'newer.csv', '-o', `changes.${ext}`];
      const { code, stdout, stderr } = await user.run(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(`changes: changes.${ext}`);
      const facts = await stat(join(user.folder, `changes.${ext}`));
      if (process.platform !== 'win32') expect(facts.mode & 0o777).toBe(0o600);
      if (ext === 'json') {
        const text = await readFile(join(user.folder, 'changes.json'), 'utf8');
        const all = JSON.parse(text) as Record<string, unknown>[];
        expect(all).toHaveLength(4);
        for (const change of all) expect(Object.keys(change).join()).toBe(COLUMNS);
      }
      // The second time it is there.
      await user.ends(2, args);
      await user.ends(0, [...args, '--overwrite']);
    },
  );

  it.for([
    [['older.csv', 'gone.csv'], 'gone.csv'],
    [['older.csv', 'zzzz'], 'zzzz'],
    [['older.csv', 'older.in.csv'], 'lookup_status'],
    [['older.csv', 'newer.csv', '--only', 'parters'], 'partners'],
    [['older.csv', 'newer.csv', '-o', 'newer.csv', '--overwrite'], 'newer.csv'],
    [['older.csv', 'newer.csv', '-o', 'link.csv', '--overwrite'], 'newer.csv'],
    [['older.csv', 'newer.csv', '-o', 'no/where.csv'], 'folder'],
    [['older.csv', 'newer.csv', '-o', 'changes.pdf'], '.xlsx'],
    [['older.csv', 'newer.csv', '-o', '-', '--json'], '--json'],
    [['older.csv', 'newer.csv', '--fields', 'name'], '--fields'],
    [['older.csv'], 'needs <newer>'],
    [[], 'needs <older>'],
    [['older.csv', 'newer.csv', '--column', 'no'], 'no column "no"'],
    [['older.csv', 'newer.csv', '--sheet', '2'], '--sheet'],
    [['older.csv', 'companies.csv'], 'CNPJ'],
  ] as const)('is refused: %j', async ([args, told]) => {
    const before = await readFile(join(user.folder, 'newer.csv'), 'utf8');
    const { stderr } = await user.silent(2, ['bulk', 'diff', ...args]);
    expect(stderr).toContain(told);
    expect(stderr).not.toMatch(/sent/);
    expect(await readFile(join(user.folder, 'newer.csv'), 'utf8')).toBe(before);
  });

  it('takes --column and --sheet for the result that has them', async () => {
    const split = (id: string) => [id.slice(0, 8), id.slice(8, 12), id.slice(12), id.slice(0, 8)];
    await user.file('parts.csv', companies(split, 'raiz;ordem;dv;nota'));
    const [older = ''] = ids;
    await user.run(['bulk', 'export', older, '-o', 'side.xlsx']);
    for (const args of [
      ['parts.csv', 'companies.csv', '--column', '1+2+3'],
      ['companies.csv', 'parts.csv', '--column', 'raiz+ordem+dv'],
      ['companies.csv', 'parts.csv', '--column', 'cnpj'],
      ['parts.csv', 'companies.csv'],
      ['older.csv', 'side.xlsx', '--sheet', '1'],
    ]) {
      const { code, stdout, stderr } = await user.run(['bulk', 'diff', ...args, '--json']);
      expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
      expect(parsed(stdout), args.join(' ')).toMatchObject({ differing: 0 });
    }
  });

  it.each([
    ['bulk', 'diff', 'older.csv', 'newer.csv'],
    ['bulk', 'check', '-'],
  ])('without state says which folder for temporary files is not there: %s %s', async (...args) => {
    const env = { TMPDIR: join(user.folder, 'no-folder'), CONFERE_HOME: join(user.folder, 'new') };
    const { code, stderr } = await user.start(args, { env }).done;
    expect(code).toBe(2);
    expect(stderr).toContain('no-folder, does not exist. Create it, or set TMPDIR');
  });

  it('leaves nothing in the temporary folder', async () => {
    const [older = ''] = ids;
    await user.run(['bulk', 'export', older, '-o', 'older.xlsx']);
    const env = { TMPDIR: user.folder };
    const before = await names(user);
    const done = await user.start(['bulk', 'diff', 'older.xlsx', 'older.csv', '--exit-status'], {
      env,
    }).done;
    expect(done.code).toBe(0);
    expect(await names(user)).toEqual(before);
  });
});
