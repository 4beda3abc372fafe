import { readFileSync } from 'node:fs';

/** The characters that keys send and that the system would turn into a signal. */
const SIGNALS = { '\u0003': 'SIGINT', '\u001c': 'SIGQUIT', '\u001a': 'SIGTSTP' } as const;

const doNothing = (): void => undefined;

/**
 * Ignores what is typed at the terminal of this process until the returned function is called, because the terminal
 * would print it among lines that move. Keys that send a signal still send it. Does nothing if the process is in the
 * background, where the system would stop it, or if something reads keys from standard input. Where standard input is
 * no terminal, the keys are only hidden, and left to the next program that reads the terminal. `readsStdin`: the
 * command reads standard input.
 */
export function ignoreTyping(readsStdin = false): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return hideKeys();
  const isRead = readsStdin || stdin.listenerCount('data') + stdin.listenerCount('readable') > 0;
  if (isRead || !isInForeground()) return doNothing;
  const startIgnoring = (): void => {
    if (!isInForeground()) return;
    stdin.setRawMode(true);
    stdin.on('data', onKeys).resume();
    // A caller that never stops ignoring must not keep the process alive.
    stdin.unref();
  };
  const stopIgnoring = (): void => {
    stdin.off('data', onKeys).pause();
    if (isInForeground()) stdin.setRawMode(false);
    stdin.ref();
  };
  const onKeys = (keys: Buffer): void => {
    for (const [key, signal] of Object.entries(SIGNALS))
      if (keys.includes(key)) raise(signal, stopIgnoring);
  };
  const onContinued = (): void => {
    stopIgnoring();
    startIgnoring();
  };
  startIgnoring();
  process.on('SIGCONT', onContinued);
  return () => {
    process.off('SIGCONT', onContinued);
    stopIgnoring();
  };
}

/**
 * Keeps the terminal of stderr from showing what is typed. The keys are left to the next program that reads the
 * terminal: standard input is a pipe or a file, and the writer of the pipe may ask for a password at the same terminal.
 */
function hideKeys(): () => void {
  if (process.platform === 'win32' || !isInForeground()) return doNothing;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const setEcho = (mode: 'echo' | '-echo'): void => {
    if (isInForeground())
      spawnSync('stty', [mode], { stdio: [process.stderr.fd, 'ignore', 'ignore'] });
  };
  const hide = (): void => {
    setEcho('-echo');
  };
  const show = (): void => {
    setEcho('echo');
  };
  const onSuspended = (): void => {
    show();
    process.kill(process.pid, 'SIGSTOP');
  };
  hide();
  process.on('SIGTSTP', onSuspended).on('SIGCONT', hide).on('exit', show);
  return () => {
    process.off('SIGTSTP', onSuspended).off('SIGCONT', hide).off('exit', show);
    show();
  };
}

/** Signals the programs of this terminal, as the system does; on Windows, this process alone. */
function raise(signal: (typeof SIGNALS)[keyof typeof SIGNALS], stopIgnoring: () => void): void {
  if (process.platform === 'win32') {
    if (signal === 'SIGINT') process.emit('SIGINT');
    return;
  }
  // The shell gets the terminal as it was; after SIGCONT, keys are ignored again.
  if (signal !== 'SIGINT') stopIgnoring();
  process.kill(0, signal);
}

/** Whether the process may read and change its terminal: the system stops a background process that tries. */
function isInForeground(): boolean {
  if (process.platform === 'win32') return true;
  const [ownGroup, foregroundGroup] = readGroups();
  return ownGroup !== undefined && ownGroup === foregroundGroup;
}

/** Returns two process groups: that of this process, and that in the foreground of its terminal. */
function readGroups(): readonly string[] {
  try {
    if (process.platform === 'linux') {
      // The name of the program, in parentheses, may contain blanks.
      const stat = readFileSync('/proc/self/stat', 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return [stat[2] ?? '', stat[5] ?? ''];
    }
    // The module is loaded late, because it takes a moment and Linux does not need it.
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    const columns = ['-o', 'pgid=', '-o', 'tpgid=', '-p', String(process.pid)];
    return spawnSync('ps', columns, { encoding: 'utf8' }).stdout.trim().split(/\s+/);
  } catch {
    return [];
  }
}
