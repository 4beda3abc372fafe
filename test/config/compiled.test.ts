import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepCompiled } from '../../src/compiled.js';
import { newFolder, POSIX } from './support.js';

const user = userInfo().uid;
const mine = () => user;
const STATE = '.local/state/confere';

/** The folders that Node is asked to keep compiled code in. `mode`: of the state folder; none when left out. */
function keptIn(home: string, mode?: number, getuid: (() => number) | undefined = mine): string[] {
  const state = join(home, STATE);
  if (mode !== undefined) {
    mkdirSync(state, { recursive: true });
    chmodSync(state, mode);
  }
  const kept: string[] = [];
  keepCompiled({ env: { HOME: home }, platform: 'linux', getuid }, (folder) => {
    kept.push(folder.replace(home, '~'));
    // Node makes it as the umask says.
    mkdirSync(join(folder, 'v24'), { recursive: true, mode: 0o755 });
    return { directory: join(folder, 'v24') };
  });
  return kept;
}

describe.skipIf(!POSIX)('the cache of compiled code', () => {
  it('compiled code is kept beside the ledgers, in folders that nobody else may read', () => {
    const home = newFolder();
    expect(keptIn(home, 0o700)).toEqual([join('~', STATE, 'compiled')]);
    const directory = join(home, STATE, 'compiled', 'v24');
    for (const made of [directory, dirname(directory)])
      expect(statSync(made).mode & 0o777, made).toBe(0o700);
  });

  it.each([0o770, 0o755])('compiled code is not kept in a folder with mode %o', (mode) => {
    expect(keptIn(newFolder(), mode)).toEqual([]);
  });

  it.each(['CONFERE_HOME', 'XDG_STATE_HOME'])(
    'compiled code is not kept in a folder that %s names',
    (name) => {
      const [home, named] = [newFolder(), newFolder()];
      for (const state of ['state', 'confere']) mkdirSync(join(named, state), { mode: 0o700 });
      const kept: string[] = [];
      const env = { HOME: home, [name]: named };
      keepCompiled({ env, platform: 'linux', getuid: mine }, (folder) => {
        kept.push(folder);
        return {};
      });
      expect(kept).toEqual([]);
    },
  );

  it("compiled code is not kept in another user's folder", () => {
    expect(keptIn(newFolder(), 0o700, () => user + 1)).toEqual([]);
  });

  it('compiled code is not kept behind a link, and nothing is created for it', () => {
    const home = newFolder();
    mkdirSync(dirname(join(home, STATE)), { recursive: true });
    symlinkSync(newFolder(), join(home, STATE));
    expect(keptIn(home)).toEqual([]);
    expect(keptIn(newFolder())).toEqual([]);
  });
});
