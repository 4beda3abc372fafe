import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { runInFolder } from '../helpers/in-process.js';
import { printedCommands, wordsOf } from '../helpers/terminal/printed-commands.js';
import { exitCodeOf } from '../helpers/run-confere.js';
import { createSharedClock } from '../helpers/clocks/shared-time.js';
import type { Account } from './book.js';
import { IndependentService } from './service.js';

const COMMAND = fileURLToPath(new URL('../../bin/confere.js', import.meta.url));
const CLOCK = new URL('../helpers/clocks/shared-time-preload.js', import.meta.url).href;
/** A command that runs for more real milliseconds has a dead end of its own. */
const PATIENCE = 60_000;
/** A sleep is shorter by this factor: for runs that wait for each other, more than in a process. */
const HASTE = 20_000;
/** The user gives up after this many commands. */
const MOST_STEPS = 6;

export interface Ended {
  readonly line: string;
  /** Null: killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command reads from standard input. */
export interface Way {
  readonly stdin?: string;
  /** Standard input does not end. */
  readonly isOpen?: boolean;
}

/** A service, a folder of the user, and what the user saw. */
export class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'confere-independent-'));
  readonly service: IndependentService;
  readonly trail: Ended[] = [];
  readonly #children = new Set<Child>();
  url = '';
  key = 'chave-um';
  readonly #time = join(this.folder, '.time');

  constructor() {
    writeFileSync(this.#time, '0');
    this.service = new IndependentService(() => this.now());
  }

  now(): number {
    return Date.now() + Number(readFileSync(this.#time, 'utf8'));
  }

  later(ms: number): void {
    writeFileSync(this.#time, String(Number(readFileSync(this.#time, 'utf8')) + ms));
  }

  async open(account: Partial<Account> = {}): Promise<void> {
    this.service.book.open(this.key, account);
    this.url = await this.service.start();
  }

  async close(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    await this.service.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  write(name: string, ids: readonly string[]): void {
    writeFileSync(join(this.folder, name), ['id', ...ids, ''].join('\n'));
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  /** Starts a command as a process of its own, in the scenario's time. */
  start(args: readonly string[], { stdin = '', isOpen = false }: Way = {}) {
    const child = startChild(args, this.folder, this.environment());
    this.#children.add(child);
    child.stdin.on('error', () => undefined);
    child.stdin.write(stdin);
    if (!isOpen) child.stdin.end();
    return { child, done: this.#follow(child, ['confere', ...args].join(' ')) };
  }

  /** Runs a command in this process, after the commands of other scenarios. */
  async run(args: readonly string[], way: Way = {}): Promise<Ended> {
    const ended = await this.#inside(args, way);
    this.trail.push(ended);
    return ended;
  }

  /** Runs the same command in two processes at once. */
  async runTwice(args: readonly string[], way: Way = {}): Promise<void> {
    this.trail.push(
      ...(await Promise.all([this.start(args, way).done, this.start(args, way).done])),
    );
  }

  async #inside(args: readonly string[], { stdin = '' }: Way): Promise<Ended> {
    const given = {
      env: this.environment(),
      late: [],
      clock: createSharedClock(this.#time, HASTE),
    };
    const { code, stdout, stderr } = await runInFolder(this.folder, args, { stdin }, given);
    return { line: ['confere', ...args].join(' '), code, stdout, stderr };
  }

  /** Starts a command that ends with a signal when a request with this beginning has been served. */
  async killedAt(on: string, args: readonly string[], way: Way = {}): Promise<Ended> {
    let kill = (): void => undefined;
    this.service.fault(on, 'after', 'hang', () => {
      kill();
    });
    const { child, done } = this.start(args, way);
    kill = () => void child.kill('SIGKILL');
    const ended = await done;
    this.trail.push(ended);
    return ended;
  }

  /** Runs a command, and then what the screen says, until a command ends well or the user is out of patience. */
  async obey(args: readonly string[], choose = careful()): Promise<Ended> {
    let ended = await this.run(args);
    for (let step = 1; step < MOST_STEPS && ended.code !== 0; step += 1) {
      const line = choose(printedCommands(ended.stderr));
      if (line === undefined) break;
      ended = await this.run(wordsOf(line));
    }
    return ended;
  }

  environment(): Record<string, string> {
    return {
      ...{ PATH: process.env['PATH'] ?? '', HOME: this.folder, TMPDIR: this.folder },
      ...{ CONFERE_HOME: join(this.folder, 'home'), TIME_FILE: this.#time, TIME_HASTE: '400' },
      ...{ CONFERE_BASE_URL: this.url, CONFERE_API_KEY: this.key },
    };
  }

  /** Which of these identifiers the ledger answers for; nothing can be charged meanwhile. */
  async atHome(kind: 'cpf' | 'cnpj', ids: readonly string[]): Promise<Set<string>> {
    this.service.fault(`GET /${kind}/`, 'before', 404, undefined, Infinity);
    const way = { stdin: ids.join('\n') };
    const { stdout } = await this.#inside([kind, '-', '--json', '--reuse', '900d'], way);
    const lines = stdout.split('\n').filter((line) => line !== '');
    const answers = lines.map((line) => JSON.parse(line) as { id: string; source?: string });
    return new Set(answers.filter(({ source }) => source === 'ledger').map(({ id }) => id));
  }

  async #follow(child: Child, line: string): Promise<Ended> {
    const ended = await child;
    this.#children.delete(child);
    const { stdout, stderr } = ended;
    return { line, code: exitCodeOf(ended), stdout, stderr };
  }
}

type Child = ReturnType<typeof startChild>;

function startChild(args: readonly string[], cwd: string, env: Record<string, string>) {
  const limits = { timeout: PATIENCE, killSignal: 'SIGKILL' } as const;
  const output = { stripFinalNewline: false, reject: false } as const;
  const options = { cwd, env, extendEnv: false, ...output, ...limits } as const;
  return execa(process.execPath, ['--import', CLOCK, COMMAND, ...args], options);
}

/**
 * A user who takes the first printed command that was not taken yet, else the last one, but never says the words
 * that allow a second charge.
 */
export function careful(): (commands: readonly string[]) => string | undefined {
  const taken = new Set<string>();
  return (commands) => {
    const free = commands.filter((line) => !/--resubmit|--fresh|bulk status/.test(line));
    const line = free.find((one) => !taken.has(one)) ?? free.at(-1);
    if (line !== undefined) taken.add(line);
    return line;
  };
}
