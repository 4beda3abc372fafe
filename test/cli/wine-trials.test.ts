import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';

/** `npm run windows` with this program as wine; without one if it is undefined. Returns the lines printed, and the exit code. */
async function trials(wine: string | undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'confere-wine-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (wine !== undefined) {
    await writeFile(join(folder, 'wine'), `#!/bin/sh\n${wine}\n`);
    await chmod(join(folder, 'wine'), 0o755);
  }
  // A machine may have a wine of its own, beside node.
  await symlink(process.execPath, join(folder, 'node'));
  const env = { PATH: folder, CONFERE_WINDOWS_NODE: 'node.exe', TMPDIR: folder };
  const options = { env, reject: false, timeout: 110_000 } as const;
  const { stdout, exitCode } = await execa(process.execPath, ['scripts/windows/index.js'], options);
  return { lines: stdout.split('\n'), exitCode };
}

/** Runs what it is given with the Node of this machine. */
const STAND_IN = '[ "$1" = --version ] && echo wine-9.0 && exit; shift; exec node "$@"';

it.each([
  [undefined, 'wine is not in PATH (8 or newer)'],
  ['echo wine-6.0.4', 'wine-6.0.4 is too old (8 or newer)'],
])('without a wine that can run Node (%s) nothing is tried', async (wine, why) => {
  expect(await trials(wine)).toEqual({ lines: [`SKIPPED: ${why}`], exitCode: 0 });
});

it(
  'each trial runs, and what only Windows can show is not said',
  { timeout: 120_000 },
  async () => {
    const { lines, exitCode } = await trials(STAND_IN);
    expect({ lines, exitCode }).toEqual({
      lines: [
        'passed              confere --version',
        'passed              confere check',
        'passed              confere cpf with -o',
        'passed              a batch in Latin-1 with CRLF',
        'could not be said   settings in %APPDATA%, the ledger in %LOCALAPPDATA%: this Node is one of linux',
        'passed              a batch that another run holds',
        'passed              kill -9 in a batch, and the same command again',
        '6 passed, 0 failed, 1 could not be said',
      ],
      exitCode: 0,
    });
  },
);

it('a trial that fails is told, with the others', { timeout: 120_000 }, async () => {
  // Every command that looks something up ends with 9.
  const broken = `case "$*" in *"bulk run"*|*" cpf "*) exit 9;; esac; ${STAND_IN}`;
  const { lines, exitCode } = await trials(broken);
  expect(lines.map((line) => line.slice(0, 20).trim())).toEqual([
    ...['passed', 'passed', 'failed', 'failed', 'could not be said', 'failed', 'failed'],
    '2 passed, 4 failed,',
  ]);
  expect(exitCode).toBe(1);
});

it('nothing is said of a Node that does not start', async () => {
  const { lines, exitCode } = await trials(
    '[ "$1" = --version ] && echo wine-8.0 && exit; exit 53',
  );
  expect(lines[0]).toMatch(/^failed {14}confere --version: /);
  expect(lines.at(-1)).toBe('0 passed, 1 failed, 6 could not be said');
  expect(exitCode).toBe(1);
});
