import { stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { describe, expect, it } from '../../helpers/with-service.js';
import { makeCnpj, makeCpf, newInProcessUser, parsed, sized, startReferee } from '../support.js';
import type { Referee, User } from '../support.js';

const COLUMNS = 'id,kind,change,field,old,new';
const DIFF = ['bulk', 'diff', 'older.csv', 'newer.csv'];

/** Two results that share identifiers, in `older.csv` and `newer.csv`, with their batches; they are made once. */
let server: Referee;
let user: User;
const ids: string[] = [];

beforeAll(async () => {
  server = await startReferee();
  user = await newInProcessUser(server);
  for (const [n, name] of ['older', 'newer'].entries()) {
    const file = await user.file(`${name}.in.csv`, sized(4, 2 * n));
    const { batch } = await user.json(['bulk', 'run', file, '-o', `${name}.csv`]);
    ids.push(String(batch));
  }
  await symlink('newer.csv', join(user.folder, 'link.csv'));
  const columns = 'cnpj;lookup_status;lookup_reason;lookup_razao_social';
  await user.file('companies.csv', `${columns}\n${makeCnpj(1)};found;;ANA\n`);
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
      for (const newer of [ids[1] ?? '', 'newer.csv'])
        seen.add((await user.ends(0, ['bulk', 'diff', older, newer, '--format', 'csv'])).stdout);
    expect(seen.size).toBe(1);
    const [header, ...rows] = [...seen].join('').trimEnd().split('\n');
    expect(header).toBe(COLUMNS);
    expect(rows.map((row) => row.split(',').slice(0, 4).join(' ')).sort()).toEqual(
      [
        ...[makeCpf(0), makeCpf(1)].map((id) => `${id} cpf disappeared lookup_status`),
        ...[makeCpf(4), makeCpf(5)].map((id) => `${id} cpf appeared lookup_status`),
      ].sort(),
    );
    expect(server.log).toHaveLength(requests);
  });

  it('finds no change between a workbook and a CSV of one batch of companies', async () => {
    const firms = Array.from({ length: 8 }, (_, n) => makeCnpj(n + 1)).join('\n');
    await user.file('firms.csv', `cnpj\n${firms}\n`);
    await user.ends(0, '--sandbox bulk run firms.csv -o firms.out.csv');
    await user.ends(0, '--sandbox bulk export -o firms.xlsx');
    expect(await user.read('firms.out.csv')).toMatch(/,\d{4}-\d\d-\d\d,.*,\d+,\d\d"|,"\d+,\d\d",/);
    const { stdout } = await user.ends(0, 'bulk diff firms.out.csv firms.xlsx --exit-status');
    expect(stdout).toMatch(/the same +8/);
  });

  it('writes the changes to a file as the newer result is written', async () => {
    const rows = (n: number) => `cpf;lookup_status\r\n${makeCpf(n)};found\r\n`;
    await user.file('a.csv', rows(1));
    await user.file('b.csv', rows(2));
    await user.ends(0, 'bulk diff a.csv b.csv -o semicolons.csv');
    const [head, ...changes] = (await user.read('semicolons.csv')).trimEnd().split('\r\n');
    expect([head, changes.length]).toEqual([COLUMNS.replaceAll(',', ';'), 2]);
  });

  it('--exit-status makes a difference exit 9, with one sentence, also under -q', async () => {
    const same = await user.ends(0, 'bulk diff older.csv older.csv --exit-status -q');
    expect(same.stderr).toBe('');
    await user.ends(0, DIFF);
    const { stderr } = await user.ends(9, [...DIFF, '--exit-status', '-q']);
    expect(stderr).toBe('confere: 4 identifiers differ.\n');
    const json = await user.run([...DIFF, '--exit-status', '--json']);
    const error = { code: 'results_differ', exitCode: 9, httpStatus: null };
    expect(parsed(json.stderr)).toMatchObject({ error });
    await user.ends(0, [...DIFF, '--exit-status', '--only', 'birth']);
  });

  it.for(['json', 'xlsx', 'csv.gz'])('writes every change to a .%s', async (ext) => {
    const args = [...DIFF, '-o', `changes.${ext}`];
    const { stdout, stderr } = await user.ends(0, args);
    expect(stderr).toBe('');
    expect(stdout).toContain(`changes: changes.${ext}`);
    const { mode } = await stat(join(user.folder, `changes.${ext}`));
    if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
    if (ext === 'json') {
      const text = await user.read('changes.json');
      const all = JSON.parse(text) as object[];
      expect(all.map((change) => Object.keys(change).join())).toEqual(all.map(() => COLUMNS));
      expect(all).toHaveLength(4);
    }
    // The second time it is there, and both of its inputs make one file.
    expect((await user.ends(2, args)).stderr).toContain('or -o <file> to write elsewhere');
    await user.ends(0, [...args, '--overwrite']);
  });

  it.for([
    ['older.csv gone.csv', 'gone.csv'],
    ['older.csv older.in.csv', 'lookup_status'],
    ['older.csv newer.csv --only parters', 'partners'],
    ['older.csv newer.csv -o link.csv --overwrite', 'Name another file.'],
    ['older.csv newer.csv -o - --json', 'Name a file with -o.'],
    ['older.csv companies.csv', 'CNPJ'],
  ] as const)('is refused: %s', async ([args, told]) => {
    const before = await user.read('newer.csv');
    const { stderr } = await user.silent(2, `bulk diff ${args}`);
    expect(stderr).toContain(told);
    expect(stderr).not.toMatch(/sent/);
    expect(await user.read('newer.csv')).toBe(before);
  });
});
