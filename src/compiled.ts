import { chmodSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isPrivate, stateFolder } from './config/state-folder.js';

/** What of `process` tells where the state is, and whose it is. Windows has no `getuid`. */
interface ProcessFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  getuid?(): number;
}

/**
 * Has Node keep the compiled code of the command, which saves a third of the time to load it. It is kept beside the
 * ledgers, and nothing is created for it: a machine without state would only pay for writing it. Code is loaded from a
 * folder only where nobody else may write to it, and from none that a variable names: such a folder may have come with its files.
 * `enable`: of `node:module`, from Node 22.8 on.
 */
export function keepCompiled(
  owner: ProcessFacts,
  enable: (folder: string) => { readonly directory?: string },
): void {
  if (owner.getuid === undefined) return;
  try {
    const { env, platform } = owner;
    const state = stateFolder({ env: {}, platform, home: env['HOME'] || homedir() });
    if (!isPrivate(state, owner.getuid())) return;
    const folder = join(state, 'compiled');
    const { directory } = enable(folder);
    // Node makes them as the umask says.
    for (const made of [folder, directory]) if (made !== undefined) chmodSync(made, 0o700);
  } catch {
    // There is no state yet, or no home.
  }
}
