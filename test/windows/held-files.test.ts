import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TimerOptions } from 'node:timers';
import { beforeEach, describe, expect, vi } from 'vitest';
import { it } from '../helpers/with-service.js';
import { FAST } from '../cli/support.js';
import { newInProcessUser } from '../helpers/in-process.js';
import { makeCpf } from '../helpers/invented.js';

/** How often Windows refuses a call that begins like this, because Excel or a virus scanner has the file open. */
const held = new Map<string, { left: number; code: string }>();

function refuse(call: string, path: unknown): void {
  const found = [...held].find(([begin]) => `${call} ${String(path)}`.includes(begin))?.[1];
  if (found === undefined || found.left === 0) return;
  found.left -= 1;
  throw Object.assign(new Error(`${found.code}: held`), { code: found.code });
}

vi.mock('node:fs', async (original) => {
  const real: typeof import('node:fs') = await original();
  return {
    ...real,
    openSync: (...[path, flags, mode]: Parameters<typeof real.openSync>) => {
      refuse(`open ${String(flags)}`, path);
      return real.openSync(path, flags, mode);
    },
  };
});

vi.mock('node:fs/promises', async (original) => {
  const real: typeof import('node:fs/promises') = await original();
  return {
    ...real,
    open: async (...[path, flags, mode]: Parameters<typeof real.open>) => {
      refuse(`open ${String(flags)}`, path);
      return real.open(path, flags, mode);
    },
    copyFile: async (...[from, to, mode]: Parameters<typeof real.copyFile>) => {
      refuse('copy', from);
      await real.copyFile(from, to, mode);
    },
    rename: async (from: string, to: string) => {
      refuse('rename', to);
      await real.rename(from, to);
    },
    rm: async (...[path, options]: Parameters<typeof real.rm>) => {
      refuse('rm', path);
      await real.rm(path, options);
    },
  };
});

/** What waits in real time for another program, as `patience.ts` does for 10 s, waits a hundredth of it. */
vi.mock('node:timers/promises', async (original) => {
  const real: typeof import('node:timers/promises') = await original();
  return {
    ...real,
    setTimeout: (ms: number, ...others: [unknown?, TimerOptions?]) =>
      real.setTimeout(ms / 100, ...others),
  };
});

const WINDOWS = { platform: 'win32' };
const INPUT = `cpf\n${makeCpf(1)}\n${makeCpf(2)}\n`;

beforeEach(() => {
  held.clear();
});

describe('a result that Excel has open', () => {
  it('is refused before anything is sent', async ({ server, user }) => {
    const file = await user.file('in.csv', INPUT);
    const out = await user.file('out.csv', 'old');
    held.set(`open r+ ${out}`, { left: Infinity, code: 'EBUSY' });
    const args = ['bulk', 'run', file, '-o', out, '--overwrite', ...FAST];
    const { stderr } = await user.ends(2, args, WINDOWS);
    expect(stderr).toContain(`${out} cannot be written: another program has it open.`);
    expect(server.posts).toEqual([]);
  });

  it('in the end is told, and written for free by the next run', async ({ server, user }) => {
    const file = await user.file('in.csv', INPUT);
    const out = join(user.folder, 'out.csv');
    held.set(`rename ${out}`, { left: Infinity, code: 'EBUSY' });
    const args = ['bulk', 'run', file, '-o', out, ...FAST];
    const { stderr } = await user.ends(2, args, WINDOWS);
    expect(stderr).toContain(`${out} cannot be written: another program has it open.`);
    expect(await readdir(user.folder)).toEqual(['home', 'in.csv']);
    held.clear();
    await user.ends(0, args, WINDOWS);
    expect(await readFile(out, 'utf8')).toContain(`${makeCpf(1)},found`);
    expect(server.posts).toHaveLength(1);
  });
});

it('what a scanner has open for a moment is renamed and removed all the same', async ({ user }) => {
  const file = await user.file('in.csv', INPUT);
  const out = join(user.folder, 'out.csv');
  held.set(`rename ${out}`, { left: 3, code: 'EPERM' }).set('/input', { left: 2, code: 'EACCES' });
  const { code, stderr } = await user.run(['bulk', 'run', file, '-o', out], WINDOWS);
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('open in') as string,
  });
  expect(existsSync(out)).toBe(true);
});

it('a ledger that another program holds is waited for, and no other folder is advised', async () => {
  await using user = await newInProcessUser();
  held.set('ledger.db', { left: Infinity, code: 'EBUSY' });
  const { stderr } = await user.ends(5, ['--sandbox', 'cpf', makeCpf(1)], WINDOWS);
  expect(stderr).toMatch(
    /has been using .* Wait until it has ended, then run the same command again/,
  );
  expect(stderr).not.toContain('CONFERE_HOME');
  held.clear();
  await user.ends(0, '--sandbox bulk list', WINDOWS);
});

it('an input that nobody may read is a sentence', async () => {
  await using user = await newInProcessUser();
  const file = await user.file('in.csv', INPUT);
  held.set(`copy ${file}`, { left: Infinity, code: 'EBUSY' });
  const { stderr } = await user.ends(2, `--sandbox bulk run ${file}`, WINDOWS);
  expect(stderr).toContain('close it in other programs (Excel?)');
});

it('what bulk delete cannot remove is removed by the next command', async ({ user }) => {
  const file = await user.file('in.csv', INPUT);
  const out = join(user.folder, 'out.csv');
  await user.run(['bulk', 'run', file, '-o', out], WINDOWS);
  const all = await readdir(user.folder, { recursive: true });
  const copy = all.find((name) => /batches.\w+.input$/.test(name)) ?? '';
  held.set(`rm ${dirname(join(user.folder, copy))}`, { left: Infinity, code: 'EBUSY' });
  const { stdout } = await user.run('bulk status --json', WINDOWS);
  const { batch } = JSON.parse(stdout) as { batch: string };
  const removed = await user.ends(0, `bulk delete ${batch} -y`, WINDOWS);
  expect(removed.stderr).toContain(
    'except its copy of the input, which another program has open. The next command deletes it.',
  );
  expect(existsSync(join(user.folder, copy))).toBe(true);
  held.clear();
  await user.run('bulk list', WINDOWS);
  expect(existsSync(join(user.folder, copy))).toBe(false);
});
