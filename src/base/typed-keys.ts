import { readFileSync } from 'node:fs';

/** The characters that keys send and that the system would turn into a signal. */
const SIGNALS = { '\u0003': 'SIGINT', '\u001c': 'SIGQUIT', '\u001a': 'SIGTSTP' } as const;

const nothing = (): void => undefined;

/**
 * Keeps what is typed at the terminal of this process from standing among lines that move, until the returned function is
 * called. Keys that send a signal still do. Does nothing in the background, where the system would stop the process, and
 * where something reads keys from standard input. `isInput`: the command reads standard input.
 */
export function ignoreKeys(isInput = false): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return hideKeys();
  const isRead = isInput || stdin.listenerCount('data') + stdin.listenerCount('readable') > 0;
  if (isRead || !isInForeground()) return nothing;
  const begin = (): void => {
    if (!isInForeground()) return;
    stdin.setRawMode(true);
    stdin.on('data', onKeys).resume();
    // A forgotten end must not keep the process alive.
    stdin.unref();
  };
  const end = (): void => {
    stdin.off('data', onKeys).pause();
    if (isInForeground()) stdin.setRawMode(false);
    stdin.ref();
  };
  const onKeys = (keys: Buffer): void => {
    for (const [key, signal] of Object.entries(SIGNALS)) if (keys.includes(key)) raise(signal, end);
  };
  const onContinued = (): void => {
    end();
    begin();
  };
  begin();
  process.on('SIGCONT', onContinued);
  return () => {
    process.off('SIGCONT', onContinued);
    end();
  };
}

/**
 * Keeps the terminal of stderr from showing what is typed. The keys are not read, because standard input is a pipe or a
 * file: its writer may ask for a password at the same terminal. Whoever reads the terminal next gets them.
 */
function hideKeys(): () => void {
  if (process.platform === 'win32' || !isInForeground()) return nothing;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const set = (mode: 'echo' | '-echo'): void => {
    if (isInForeground())
      spawnSync('stty', [mode], { stdio: [process.stderr.fd, 'ignore', 'ignore'] });
  };
  const begin = (): void => {
    set('-echo');
  };
  const end = (): void => {
    set('echo');
  };
  const onSuspended = (): void => {
    end();
    process.kill(process.pid, 'SIGSTOP');
  };
  begin();
  process.on('SIGTSTP', onSuspended).on('SIGCONT', begin).on('exit', end);
  return () => {
    process.off('SIGTSTP', onSuspended).off('SIGCONT', begin).off('exit', end);
    end();
  };
}

/** Signals the programs of this terminal, as the system does; on Windows, this process alone. */
function raise(signal: (typeof SIGNALS)[keyof typeof SIGNALS], endIgnoring: () => void): void {
  if (process.platform === 'win32') {
    if (signal === 'SIGINT') process.emit('SIGINT');
    return;
  }
  // The shell gets the terminal as it was; SIGCONT begins anew.
  if (signal !== 'SIGINT') endIgnoring();
  process.kill(0, signal);
}

/** Whether the process may read and change its terminal: a background process that did would be stopped. */
function isInForeground(): boolean {
  if (process.platform === 'win32') return true;
  const [own, foreground] = readGroups();
  return own !== undefined && own === foreground;
}

/** Returns the process group of this process and that in the foreground of its terminal. */
function readGroups(): readonly string[] {
  try {
    if (process.platform === 'linux') {
      // The name of the program, in parentheses, may contain blanks.
      const stat = readFileSync('/proc/self/stat', 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return [stat[2] ?? '', stat[5] ?? ''];
    }
    // Few terminals need this module, which takes a moment to load.
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    const columns = ['-o', 'pgid=', '-o', 'tpgid=', '-p', String(process.pid)];
    return spawnSync('ps', columns, { encoding: 'utf8' }).stdout.trim().split(/\s+/);
  } catch {
    return [];
  }
}
