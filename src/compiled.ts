import { chmodSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isPrivate, stateFolder } from './config/state-folder.js';

/** The parts of `process` that say where the state is, and whose it is. Windows has no `getuid`. */
interface ProcessFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  getuid?(): number;
}

/**
 * Has Node keep the compiled code of the command, which saves a third of the time to load it. The code is kept beside
 * the ledgers, and only if their folder exists: a machine without state would pay for writing it and never read it. The
 * folder must be this user's alone. A folder that `CONFERE_HOME` or `XDG_STATE_HOME` names is not used, because it may
 * contain compiled code that somebody else put there.
 * `enable`: `enableCompileCache` of `node:module`, from Node 22.8 on.
 */
export function keepCompiledCode(
  processFacts: ProcessFacts,
  enable: (folder: string) => { readonly directory?: string },
): void {
  if (processFacts.getuid === undefined) return;
  try {
    const { env, platform } = processFacts;
    const state = stateFolder({ env: {}, platform, home: env['HOME'] || homedir() });
    if (!isPrivate(state, processFacts.getuid())) return;
    const folder = join(state, 'compiled');
    const { directory } = enable(folder);
    // Node makes both folders with the usual rights, with which other users may be able to read or write there.
    for (const created of [folder, directory]) if (created !== undefined) chmodSync(created, 0o700);
  } catch {
    // There is no state yet, or no home.
  }
}
