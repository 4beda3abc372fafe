import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'vitest';
import { keepCompiledCode } from '../../src/compiled.js';
import { expectCalls } from '../helpers/cases.js';
import { newFolder, POSIX } from './support.js';

interface Home {
  /** Of the state folder; it is not there when left out. */
  readonly mode?: number;
  readonly isLink?: boolean;
  readonly isOthers?: boolean;
  /** Names another folder. */
  readonly variable?: string;
}

/** The folders that Node is asked to keep compiled code in, and the modes that they have then. */
function keep({ mode, isLink = false, isOthers = false, variable }: Home): string[] {
  const [home, named] = [newFolder(), newFolder()];
  const state = join(home, '.local/state/confere');
  if (isLink) {
    mkdirSync(dirname(state), { recursive: true });
    symlinkSync(newFolder(), state);
  }
  if (mode !== undefined) {
    mkdirSync(state, { recursive: true });
    chmodSync(state, mode);
  }
  for (const name of ['state', 'confere']) mkdirSync(join(named, name), { mode: 0o700 });
  const env: Record<string, string> = { HOME: home };
  if (variable !== undefined) env[variable] = named;
  const user = userInfo().uid;
  const getuid = () => (isOthers ? user + 1 : user);
  const folders: string[] = [];
  keepCompiledCode({ env, platform: 'linux', getuid }, (folder) => {
    const directory = join(folder, 'v24');
    // Node makes it as the umask says.
    mkdirSync(directory, { recursive: true, mode: 0o755 });
    folders.push(folder, directory);
    return { directory };
  });
  return folders.map(
    (folder) => `${folder.replace(home, '~')} ${(statSync(folder).mode & 0o777).toString(8)}`,
  );
}

it.skipIf(!POSIX)('compiled code is kept as kept.txt says', async () => {
  await expectCalls(new URL('kept.txt', import.meta.url), { keep });
});
