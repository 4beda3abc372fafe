import { readFileSync } from 'node:fs';

/** The characters that keys send and that the system would turn into a signal. */
const SIGNALS = { '\u0003': 'SIGINT', '\u001c': 'SIGQUIT', '\u001a': 'SIGTSTP' } as const;

const nothing = (): void => undefined;

/**
 * Ignores what is typed at the terminal of this process, which would stand among lines that move, until the returned
 * function is called. Keys that send a signal still do. Does nothing in the background, where the system would stop the
 * process, and where something reads standard input.
 */
export function ignoreKeys(): () => void {
  const { stdin } = process;
  const isRead = stdin.listenerCount('data') + stdin.listenerCount('readable') > 0;
  if (!stdin.isTTY || isRead || !isInForeground()) return nothing;
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
