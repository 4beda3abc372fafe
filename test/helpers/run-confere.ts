import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect } from 'vitest';
import { refuseOtherShapes } from '../package/json-shapes.js';
import { isCpf, PERSON } from './invented.js';
import type { Referee } from './referee/index.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const COMMAND = join(ROOT, 'bin', 'confere.js');
const BUILT = join(ROOT, 'dist', 'start.cjs');
/** A process that still runs after this time (ms) is killed, and its test fails. */
const PATIENCE = 45_000;

export interface Result {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  /** stdout as bytes, for inputs that are not UTF-8. */
  readonly bytes: Buffer;
  readonly stderr: string;
}

export interface RunOptions {
  /** In the worker only: stdout and stderr are a terminal of this many columns, */
  readonly columns?: number;
  /** as is standard input, where `stdin` is typed at it; */
  readonly sits?: boolean;
  /** Node's name of another platform, the language of the system, and the number of the user, */
  readonly platform?: string;
  readonly locale?: string;
  readonly uid?: number;
  /** who may have no home folder. */
  readonly isHomeless?: boolean;
  /** Of a process only: another copy of the command. */
  readonly command?: string;
  readonly stdin?: string | Buffer;
  /** Leaves standard input open after `stdin`, for `Running.type`. */
  readonly keepsTyping?: boolean;
  /** Added to the environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export type Running = ReturnType<typeof follow>;

/** The arguments of a command, as words or with a space between each two. */
export type Line = string | readonly string[];
export const wordsIn = (line: Line) => (typeof line === 'string' ? line.split(' ') : line);
export type Json = Record<string, number> & Record<string, unknown>;

/** A user with a folder, an environment, and the built command. */
export type User = Awaited<ReturnType<typeof newUser>>;

/** Without a server the user has neither key nor base URL. */
export async function newUser(server?: Pick<Referee, 'url' | 'key'>) {
  const folder = await mkdtemp(join(tmpdir(), 'confere-cli-'));
  const base = environmentOf(folder, server);
  const running = new Set<Child>();
  const start = (line: Line, options: RunOptions = {}) => {
    const args = wordsIn(line);
    const { stdin = '', keepsTyping = false, env = {}, command } = options;
    if (!existsSync(BUILT))
      throw new Error('This test runs the built command: npm run build first.');
    const child = startChild(args, folder, { ...base, ...env }, command);
    running.add(child);
    void child.then(() => running.delete(child));
    child.stdin.on('error', () => undefined);
    child.stdin.write(stdin);
    if (!keepsTyping) child.stdin.end();
    return follow(child, args, secretsOf(server, options));
  };
  return {
    folder,
    start,
    run: (args: Line, options?: RunOptions) => start(args, options).done,
    ...checks,
    read: (name: string) => readFile(join(folder, name), 'utf8'),
    /** Writes a file into the folder, or into a new folder of it, and returns its path. */
    async file(name: string, content: string | Buffer) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      return path;
    },
    async [Symbol.asyncDispose]() {
      for (const child of running) {
        child.kill('SIGKILL');
        await child;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Runner {
  run(args: Line, options?: RunOptions): Promise<Result>;
}

const checks = {
  /** Runs a command to its end, and the exit code has to be this one. */
  async ends(this: Runner, code: number, args: Line, options?: RunOptions) {
    const result = await this.run(args, options);
    expect(result.code, `confere ${wordsIn(args).join(' ')}\n${result.stderr}`).toBe(code);
    return result;
  },
  /** The same of a command that has to print nothing to stdout. */
  async silent(this: Runner, code: number, args: Line, options?: RunOptions) {
    const result = await checks.ends.call(this, code, args, options);
    expect(result.stdout).toBe('');
    return result;
  },
  /** The one value that the command prints with `--json`. */
  async json<T = Json>(this: Runner, args: Line, options?: RunOptions) {
    return JSON.parse((await this.run([...wordsIn(args), '--json'], options)).stdout) as T;
  },
};

export function environmentOf(folder: string, server?: Pick<Referee, 'url' | 'key'>) {
  const account = server && { CONFERE_BASE_URL: server.url, CONFERE_API_KEY: server.key };
  return {
    PATH: process.env['PATH'],
    HOME: folder,
    TMPDIR: folder,
    CONFERE_HOME: join(folder, 'home'),
    ...account,
  };
}

export function secretsOf(server?: Pick<Referee, 'key'>, { env }: RunOptions = {}): string[] {
  const secrets = [server?.key, env?.['CONFERE_API_KEY'], PERSON];
  return secrets.filter((secret) => secret !== undefined);
}

type Child = ReturnType<typeof startChild>;

/** Never rejects; `follow` reads the output as it comes. */
function startChild(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  command = COMMAND,
) {
  const limits = { timeout: PATIENCE, killSignal: 'SIGKILL' } as const;
  const output = { buffer: false, reject: false } as const;
  const options = { cwd, env, extendEnv: false, ...output, ...limits } as const;
  return execa(process.execPath, [command, ...args], options);
}

function follow(child: Child, args: readonly string[], secrets: readonly string[]) {
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const text = (stream: 'stdout' | 'stderr') => Buffer.concat(chunks[stream]).toString('utf8');
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => chunks[stream].push(chunk));
  const done = child.then((ended): Result => {
    const [stdout, stderr] = [text('stdout'), text('stderr')];
    if (ended.timedOut) throw new Error(`confere ${args.join(' ')} did not end; stderr: ${stderr}`);
    const leaked = leaks(stderr, secrets);
    if (leaked.length > 0) throw new Error(`stderr shows ${leaked.join(', ')}:\n${stderr}`);
    // Null: a signal ended the process, or it never started.
    const { exitCode: code = null, signal = null } = ended;
    if (code === null && signal === null) throw new Error(ended.originalMessage);
    const end = { code, signal };
    refuseOtherShapes(args, { ...end, stdout, stderr });
    return { ...end, stdout, bytes: Buffer.concat(chunks.stdout), stderr };
  });
  // Callers that await it see the error; a test that already failed must not fail a second time.
  done.catch(() => undefined);
  return {
    done,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** The text of stdout or stderr so far. */
    text,
    /** Writes to standard input and ends it. */
    type: (words: string) => {
      child.stdin.end(words);
    },
    /** Closes this end of the pipe, as `head` does when it has read enough. */
    closeStdout: () => {
      child.stdout.destroy();
    },
    /** Resolves when stdout or stderr contains `wanted`; rejects if the process ends without it. */
    says: (stream: 'stdout' | 'stderr', wanted: string) =>
      new Promise<void>((resolve, reject) => {
        const look = (): void => {
          if (text(stream).includes(wanted)) resolve();
        };
        child[stream].on('data', look);
        void child.then(() => {
          reject(new Error(`never said "${wanted}"; stderr: ${text('stderr')}`));
        });
        look();
      }),
  };
}

/** Finds text that stderr must not contain: the key, a name, a full CPF (contract, "Streams"). */
export function leaks(stderr: string, secrets: readonly string[]): string[] {
  const numbers = stderr.match(/\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g) ?? [];
  const cpfs = numbers.filter((number) => isCpf(number.replaceAll(/\D/g, '')));
  return [...secrets.filter((secret) => stderr.includes(secret)), ...cpfs];
}
