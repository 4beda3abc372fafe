import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { text, workbook } from '../../helpers/files/workbook.js';
import { makeCpf } from '../../helpers/invented.js';
import type { RunOptions, User } from '../../helpers/run-confere.js';
import { it } from '../../helpers/with-service.js';
import { FAST, parsed } from './bulk-support.js';

/** Somebody at a terminal who answers so. */
function sits(stdin: string): RunOptions {
  return { columns: 200, sits: true, stdin, env: { NO_COLOR: '1' } };
}

function sheet(name: string, title: string, ...from: number[]) {
  return { name, rows: [[text(title)], ...from.map((n) => [text(makeCpf(n))])] };
}

async function book(user: User, title = 'CPF') {
  const sheets = [sheet('Nov', 'CPF', 1, 2), sheet('Dez', title, 2, 3)];
  await writeFile(join(user.folder, 'in.xlsx'), workbook({ sheets }));
}

describe('a workbook with several sheets', () => {
  it('is one input with --sheet all, and one batch', async ({ server, user }) => {
    await book(user);
    const args = ['bulk', 'run', 'in.xlsx', '--sheet', 'all', '--json', ...FAST];
    const { stdout } = await user.ends(0, args);
    expect(parsed(stdout)).toMatchObject({ rows: 4, unique: 3, duplicates: 1, found: 3 });
    const result = await user.run(['bulk', 'export', '--format', 'csv', '--fields', 'cpf']);
    const ids = result.stdout.trim().split(/\r?\n/).slice(1);
    expect(ids.map((row) => row.split(',')[0])).toEqual([1, 2, 2, 3].map((n) => makeCpf(n)));
    const again = await user.run(args);
    expect(parsed(again.stdout)['batch']).toBe(parsed(stdout)['batch']);
    expect(server.book.charged).toHaveLength(3);
  });

  it('is refused where they have other columns, and names both', async ({ server, user }) => {
    await book(user, 'Cônjuge');
    const { stderr } = await user.ends(2, ['bulk', 'run', 'in.xlsx', '--sheet', 'all']);
    expect(stderr).toContain('sheet 2 "Dez" has other columns than sheet 1 "Nov"');
    expect(server.log).toEqual([]);
  });

  it('is offered as an option would name it', async ({ user }) => {
    const sheets = [sheet('2', 'CPF', 1, 2), sheet('all', 'CPF', 2, 3, 4)];
    await writeFile(join(user.folder, 'in.xlsx'), workbook({ sheets }));
    const first = await user.run(['bulk', 'check', 'in.xlsx'], sits('1\n'));
    expect(first.stderr).toContain('Which sheet? [1/all] ');
    expect(first.stdout).toMatch(/rows +2/);
    const named = await user.run(['bulk', 'check', 'in.xlsx'], sits('all\n'));
    expect(named.stdout).toMatch(/rows +3/);
  });

  it('is asked about in a terminal, and elsewhere refused with both answers', async ({ user }) => {
    await book(user);
    const asked = await user.ends(0, ['bulk', 'check', 'in.xlsx'], sits('all\n'));
    expect(asked.stderr).toContain(
      'in.xlsx has several sheets that hold identifiers:\n  1  "Nov"\n  2  "Dez"\nWhich sheet? [1/2/all] ',
    );
    expect(asked.stderr).toContain('To skip this question, add --sheet all.');
    expect(asked.stdout).toMatch(/rows +4/);
    const one = await user.run(['bulk', 'check', 'in.xlsx'], sits('2\n'));
    expect(one.stdout).toMatch(/rows +2/);
    await user.ends(2, ['bulk', 'check', 'in.xlsx'], sits('\n'));
    const script = await user.ends(2, ['bulk', 'check', 'in.xlsx']);
    expect(script.stderr).toContain('Choose one with --sheet, or all with --sheet all.');
  });
});
