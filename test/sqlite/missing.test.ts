import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { hasWalResetFix } from '../../src/sqlite/node.js';

/**
 * The built command as `npm ci --omit=optional` installs it on a platform without a binary: without
 * libsql.
 */
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confere-bare-'));
  for (const part of ['bin', 'dist', 'package.json']) {
    await cp(part, join(folder, part), { recursive: true });
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function confere(...args: readonly string[]) {
  const env = { PATH: process.env['PATH'] ?? '', CONFERE_HOME: join(folder, 'home'), CI: '1' };
  const command = [join(folder, 'bin', 'confere.js'), ...args];
  return execaSync(process.execPath, command, { env, extendEnv: false, reject: false });
}

describe('without the SQLite library', () => {
  it.skipIf(hasWalResetFix(process.versions['sqlite']))(
    'a command with a ledger reports it',
    () => {
      const { exitCode, stdout, stderr } = confere('bulk', 'list', '--sandbox', '--json');
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'no_sqlite', exitCode: 2 } });
    },
  );

  it('a command that does not need it works', () => {
    const { exitCode, stdout, stderr } = confere('check', '529.982.247-25', '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('"valid"');
  });
});
