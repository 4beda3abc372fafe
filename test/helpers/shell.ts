import { chmod, mkdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { execa, execaSync } from 'execa';
import { runInFolder } from './in-process.js';
import { COMMAND, environmentOf, newUser, type User, type Result } from './run-confere.js';
import type { Referee } from './referee/index.js';
import { createSkippingClock } from './clocks/skipping-clock.js';

/** Whether the recipes and the documentation can run; Windows has other shells. */
export const hasShell = process.platform !== 'win32';

export function hasProgram(name: string): boolean {
  return hasShell && !execaSync('sh', ['-c', `command -v ${name}`], { reject: false }).failed;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A user with a shell and `confere` on the PATH. */
export interface ShellUser extends User {
  /** Runs `command` in bash, in the user's folder. */
  sh(command: string, env?: Readonly<Record<string, string>>): Promise<Ended>;
}

/**
 * What the shell calls as `confere` runs in this process (see `answerShellCalls`); with `asProcesses` each is a
 * process, for what runs at the same time.
 */
export async function newShellUser(
  server?: Pick<Referee, 'url' | 'key'>,
  { asProcesses = false } = {},
): Promise<ShellUser> {
  const user = await newUser(server);
  await mkdir(join(user.folder, 'bin'));
  const command = `"${process.execPath}" "${COMMAND}"`;
  const calls = asProcesses ? undefined : await answerShellCalls(command);
  const script = calls?.script ?? `#!/bin/sh\nexec ${command} "$@"\n`;
  await chmod(await user.file('bin/confere', script), 0o755);
  const base = {
    ...environmentOf(user.folder, server),
    PATH: [join(user.folder, 'bin'), process.env['PATH'] ?? ''].join(delimiter),
  };
  return {
    ...user,
    sh: async (script, env = {}) => {
      const { exitCode, stdout, stderr } = await execa('bash', ['--norc', '-c', script], {
        cwd: user.folder,
        env: { ...base, ...env },
        extendEnv: false,
        stdin: 'ignore',
        stripFinalNewline: false,
        reject: false,
      });
      return { code: exitCode ?? null, stdout, stderr };
    },
    async [Symbol.asyncDispose]() {
      await calls?.close();
      await user[Symbol.asyncDispose]();
    },
  };
}

/**
 * What a shell calls as `confere`: the command line runs in the test's process, which saves starting Node for each
 * one. Command lines run one after the other, so of two in a pipe the first ends before the second begins. What
 * serves until it is stopped is a process.
 */
function script(port: number, command: string): string {
  return `#!/bin/bash
case "\${1-}" in sandbox | mcp) exec ${command} "$@" ;; esac
stdin=
for word in "$@"; do
  case $word in - | --with-key) stdin=$(mktemp) && cat > "$stdin" ;; esac
done
exec 3<> /dev/tcp/127.0.0.1/${port}
{ printf '%s\\0' "$PWD" "$stdin" $# "$@"; env -0; printf '\\0'; } >&3
IFS=' ' read -r code stdout stderr <&3
[ "$stdout" = 0 ] || head -c "$stdout" <&3
[ "$stderr" = 0 ] || head -c "$stderr" <&3 >&2
exit "$code"
`;
}

interface Call {
  readonly folder: string;
  /** A file with what the command reads; empty for none. */
  readonly stdin: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** `command`: how a shell starts the built command. */
async function answerShellCalls(command: string) {
  const clock = createSkippingClock();
  const server = createServer((socket) => {
    void answer(socket, clock);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    script: script((server.address() as AddressInfo).port, command),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function answer(socket: Socket, clock: ReturnType<typeof createSkippingClock>) {
  socket.on('error', () => undefined);
  const { folder, stdin, args, env } = await callFrom(socket);
  const given = stdin !== '' && existsSync(stdin) ? await readFile(stdin) : '';
  const ended = await runInFolder(folder, args, { stdin: given }, { env, late: [], clock }).catch(
    (error: unknown): Pick<Result, 'code' | 'bytes' | 'stderr'> => {
      return { code: 1, bytes: Buffer.alloc(0), stderr: String(error) };
    },
  );
  const stderr = Buffer.from(ended.stderr);
  socket.write(`${ended.code} ${ended.bytes.length} ${stderr.length}\n`);
  socket.end(Buffer.concat([ended.bytes, stderr]));
}

/** Reads a call: texts that end with NUL, the number of arguments before them, an empty one at the end. */
async function callFrom(socket: Socket): Promise<Call> {
  let text = '';
  socket.setEncoding('utf8');
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += part as string;
    const [folder = '', stdin = '', count = '', ...rest] = text.split('\0').slice(0, -1);
    const last = rest.indexOf('', Number(count));
    if (count === '' || last < 0) continue;
    const env = rest.slice(Number(count), last).map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at), entry.slice(at + 1)] as const;
    });
    return { folder, stdin, args: rest.slice(0, Number(count)), env: Object.fromEntries(env) };
  }
  throw new Error('The shell ended before its command line did.');
}
