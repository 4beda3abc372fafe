import { spawn } from 'node:child_process';

/**
 * Runs a command line in the platform's shell, with `input` on its standard input; what it prints is dropped. Resolves to
 * why it failed, as its exit code, its signal or the system's reason; undefined if it succeeded.
 */
export function runInShell(
  command: string,
  input: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(command, {
      ...{ shell: true, env, windowsHide: true },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.once('error', ({ message }) => {
      resolve(message);
    });
    child.once('close', (code, signal) => {
      resolve(code === 0 ? undefined : String(code ?? signal));
    });
    // One that does not read it may have ended before.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
