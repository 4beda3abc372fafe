import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf, PERSON } from '../../helpers/invented.js';
import type { User } from '../../helpers/run-confere.js';
import { FAST, INPUT, names } from './bulk-support.js';

async function withBatch(user: User, name = 'in.csv', input = INPUT): Promise<string> {
  await user.run(['bulk', 'run', await user.file(name, input), '-o', 'result.csv', ...FAST]);
  return name;
}

describe.concurrent('confere bulk report', () => {
  it('writes one page for its owner alone, without a request', async ({ server, user }) => {
    await withBatch(user);
    const requests = server.log.length;
    const { stderr } = await user.silent(0, ['bulk', 'report', '-o', 'report.html']);
    expect(stderr).toContain('report.html');
    const path = join(user.folder, 'report.html');
    expect((await readFile(path, 'utf8')).startsWith('<!doctype html>\n<html lang="en">')).toBe(
      true,
    );
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await names(user)).toEqual(['in.csv', 'report.html', 'result.csv']);
    expect(server.log).toHaveLength(requests);
  });

  it('contains no personal data', async ({ server, user }) => {
    await withBatch(user, `maria-${makeCpf(1)}.csv`);
    const page = (await user.run(['bulk', 'report'])).stdout;
    const json = (await user.run(['bulk', 'report', '--json'])).stdout;
    for (const text of [page, json]) {
      expect(text.toLowerCase()).not.toContain('maria');
      for (const id of [makeCpf(1), makeCpf(2), makeCpf(3)]) {
        expect(text).not.toContain(id);
        expect(text).not.toContain(id.slice(3, 9));
      }
      expect(text).not.toContain(PERSON);
      expect(text).not.toContain(user.folder);
      expect(text).not.toContain(server.key);
    }
  });

  it('--json prints its numbers, which add up', async ({ user }) => {
    await withBatch(user);
    const summary = await user.json(['bulk', 'status']);
    const { stdout } = await user.ends(0, ['bulk', 'report', '--json', '-o', 'report.html']);
    expect(await names(user)).toContain('report.html');
    const numbers = JSON.parse(stdout) as {
      totals: Record<string, unknown>;
      parts: { found: number; breakdowns: { name: string; notInformed: number }[] }[];
    };
    for (const [name, value] of Object.entries(numbers.totals))
      expect(summary[name]).toEqual(value);
    expect(numbers.parts[0]?.found).toBe(summary['found']);
    expect(numbers.parts[0]?.breakdowns.map(({ name }) => name)).toEqual(['sex', 'ageBand']);
  });

  it('refuses a file that exists, also the result of the batch', async ({ user }) => {
    await withBatch(user);
    const before = await readFile(join(user.folder, 'result.csv'), 'utf8');
    const refused = await user.run(['bulk', 'report', '-o', 'result.csv', '--overwrite']);
    expect({ code: refused.code, stderr: refused.stderr }).toEqual({
      ...{ code: 2, stderr: expect.stringContaining('.html') as string },
    });
    expect(await readFile(join(user.folder, 'result.csv'), 'utf8')).toBe(before);
    await user.file('page.html', 'precious');
    const exists = await user.ends(2, ['bulk', 'report', '-o', 'page.html']);
    expect(exists.stderr).toContain('--overwrite');
    expect(await readFile(join(user.folder, 'page.html'), 'utf8')).toBe('precious');
    await user.ends(0, ['bulk', 'report', '-o', 'page.html', '--overwrite']);
  });

  it.for([
    [['-o', '-', '--json']],
    [['--lang', 'en']],
    [['--title', 'x']],
    [['-o', 'nowhere/report.html']],
    [['nosuch']],
    [['--fields', 'uf']],
  ])('exits 2 on %j', async ([flags], { user }) => {
    await withBatch(user);
    await user.silent(2, ['bulk', 'report', ...(flags ?? [])]);
  });
});
