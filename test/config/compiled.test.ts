import { chmodSync, mkdirSync, statSync, symlinkSync, mkdtempSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepCompiled } from '../../src/compiled.js';

const user = userInfo().uid;

/** The folders that Node is asked to keep compiled code in. `mode`: of the state folder; none when left out. */
function keptBy(mode?: number, getuid: (() => number) | undefined = () => user): string[] {
  const home = mkdtempSync(join(tmpdir(), 'confere-test-'));
  const state = join(home, 'state');
  if (mode !== undefined) {
    mkdirSync(state);
    chmodSync(state, mode);
  }
  return keptIn(home, getuid).map((folder) => folder.replace(home, '~'));
}

function keptIn(home: string, getuid: (() => number) | undefined): string[] {
  const kept: string[] = [];
  const owner = { env: { CONFERE_HOME: home }, platform: 'linux' };
  keepCompiled(getuid === undefined ? owner : { ...owner, getuid }, (folder) => {
    kept.push(folder);
    return {};
  });
  return kept;
}

describe.skipIf(process.platform === 'win32')('compiled code is kept', () => {
  it('beside the ledgers, in a folder that only its owner may write to', () => {
    expect(keptBy(0o700)).toEqual([join('~', 'state', 'compiled')]);
  });

  it.each([0o770, 0o707, 0o755])('not in a folder with mode %o', (mode) => {
    expect(keptBy(mode)).toEqual([]);
  });

  it('in folders that nobody else may read', () => {
    const home = mkdtempSync(join(tmpdir(), 'confere-test-'));
    mkdirSync(join(home, 'state'), { mode: 0o700 });
    const owner = { env: { CONFERE_HOME: home }, platform: 'linux', getuid: () => user };
    const directory = join(home, 'state', 'compiled', 'v24');
    keepCompiled(owner, () => {
      mkdirSync(directory, { recursive: true, mode: 0o755 });
      return { directory };
    });
    for (const made of [directory, dirname(directory)])
      expect(statSync(made).mode & 0o777, made).toBe(0o700);
  });

  it("not in another user's folder, nor where nobody tells whose it is", () => {
    expect(keptBy(0o700, () => user + 1)).toEqual([]);
    const home = mkdtempSync(join(tmpdir(), 'confere-test-'));
    mkdirSync(join(home, 'state'), { mode: 0o700 });
    expect(keptIn(home, undefined)).toEqual([]);
  });

  it('not behind a link, and nothing is created for it', () => {
    const home = mkdtempSync(join(tmpdir(), 'confere-test-'));
    const elsewhere = mkdtempSync(join(tmpdir(), 'confere-test-'));
    symlinkSync(elsewhere, join(home, 'state'));
    expect(keptIn(home, () => user)).toEqual([]);
    expect(keptBy()).toEqual([]);
  });
});
