import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { isCpf, PERSON } from '../helpers/invented.js';
import { KEY } from '../helpers/referee/index.js';
import { runMain } from '../helpers/in-process.js';
import { exitCodeOf } from '../helpers/run-confere.js';
import { createSharedClock } from '../helpers/clocks/shared-time.js';
import type { Step } from './scenario.js';

const here = (name: string): string => new URL(name, import.meta.url).href;
const PRELOADS = [
  '--import',
  here('./kill-at.js'),
  '--import',
  here('../helpers/clocks/shared-time-preload.js'),
];
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COMMAND = join(ROOT, 'bin', 'confere.js');
/** A command that runs for more real milliseconds hangs. */
const PATIENCE = 90_000;
/** A sleep is shorter by this factor. */
const HASTE = 200;

export interface Place {
  /** The user's folder, with input and output. */
  readonly folder: string;
  readonly home: string;
  /** The file with the offset of the clock. */
  readonly clock: string;
  readonly url: string;
}

export interface Ended {
  readonly args: readonly string[];
  /** Null: killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly hung: boolean;
}

/** Starts the built command with both preloads; `done` rejects only if no process could be started. */
export function startCommand(place: Place, args: readonly string[], step: Step) {
  if (!existsSync(join(ROOT, 'dist', 'start.cjs'))) throw new Error('npm run build comes first.');
  const limits = { timeout: PATIENCE, killSignal: 'SIGKILL' } as const;
  const child = execa(process.execPath, [...PRELOADS, COMMAND, ...args], {
    cwd: place.folder,
    env: environment(place, step),
    extendEnv: false,
    stdin: 'ignore',
    stripFinalNewline: false,
    reject: false,
    ...limits,
  });
  const kill = (): void => void child.kill('SIGKILL');
  const timer = step.killAfter === undefined ? undefined : setTimeout(kill, step.killAfter);
  const done = child.then((ended): Ended => {
    clearTimeout(timer);
    const { stdout, stderr, timedOut: hung } = ended;
    return { args, code: exitCodeOf(ended), stdout, stderr, hung };
  });
  return { kill, done };
}

/** Runs `main` in this process, for a command that nothing disturbs. */
export function startInside(place: Place, args: readonly string[]) {
  const clock = createSharedClock(place.clock, HASTE);
  const ended = runMain(args, {}, { env: environment(place, {}), late: [], clock });
  const done = ended.then(({ code, stdout, stderr }): Ended => {
    return { args, code, stdout, stderr, hung: false };
  });
  return { kill: () => undefined, done };
}

function environment({ folder, home, clock, url }: Place, { crashAt, everyWrite }: Step) {
  return {
    ...{ PATH: process.env['PATH'], HOME: folder, TMPDIR: folder, CONFERE_HOME: home },
    ...{ CONFERE_BASE_URL: url, CONFERE_API_KEY: KEY, TIME_FILE: clock, TIME_HASTE: `${HASTE}` },
    ...(crashAt === undefined ? {} : { CRASH_AT: crashAt }),
    ...(everyWrite === true ? { CRASH_POINTS: 'all' } : {}),
  };
}

/** The key, a name and a full CPF must not be on stderr (contract, "Streams"). */
export function leaks(stderr: string): string[] {
  const numbers = stderr.match(/\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g) ?? [];
  const cpfs = numbers.filter((number) => isCpf(number.replaceAll(/\D/g, '')));
  return [...[KEY, PERSON].filter((secret) => stderr.includes(secret)), ...cpfs];
}
