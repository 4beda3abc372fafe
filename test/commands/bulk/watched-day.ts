import { getEventListeners } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished } from 'vitest';
import type { Clock } from '../../../src/clock.js';
import { processContext, type Context } from '../../../src/context.js';
import { main } from '../../../src/main.js';
import { openDatabase } from '../../../src/sqlite/index.js';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import { KEY, startReferee } from '../../helpers/referee/index.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Identifiers of each kind, in one job per kind. */
const EACH = 200;
const IDS = Array.from({ length: EACH }, (_, n) => [makeCpf(n), makeCnpj(n)]).flat();
const TABLES = ['batches', 'jobs', 'items', 'records', 'slots', 'decisions'];

/** The resources in use at one moment. */
export interface Held {
  readonly heap: number;
  readonly wal: number;
  readonly timeouts: number;
  readonly stopListeners: number;
  readonly signalListeners: number;
  /** Sockets, timers and open files: everything that keeps the event loop alive. */
  readonly resources: number;
}

/**
 * Runs `bulk submit` and `bulk watch --interval` on a clock that does not wait, and measures once an
 * hour.
 */
export async function watchedDay(interval: string) {
  const folder = await mkdtemp(join(tmpdir(), 'confere-day-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'in.csv');
  await writeFile(file, `id\n${IDS.join('\n')}\n`);
  const clock = createFakeClock();
  const service = await startReferee({ speed: { clock, lasts: DAY } });
  onTestFinished(() => service.close());
  const ledger = () => inFolder(join(folder, 'home'), 'ledger.db');

  const held: Held[] = [];
  const open = { timeouts: 0, stopListeners: 0 };
  const look = async (signal?: AbortSignal) => {
    await turn();
    held.push({
      ...open,
      heap: heapUsed(),
      wal: statSync(`${ledger()}-wal`).size,
      signalListeners: signal === undefined ? 0 : getEventListeners(signal, 'abort').length,
      resources: process.getActiveResourcesInfo().length,
    });
  };
  const context = contextOf(folder, service.url, hourly(clock, open, look), open);
  const run = async (args: readonly string[]) => {
    const code = await main(args, { ...context, stdin: new PassThrough(), ...silent() });
    expect(code).toBe(0);
  };
  // Otherwise the second kind waits for what the first one costs.
  for (const kind of ['cpf', 'cnpj']) await run(['config', 'set', `cost-${kind}`, '1']);
  await run(['bulk', 'submit', file, '--type', 'both']);
  const atStart = clock.now();
  await run(['bulk', 'watch', '--deadline', '25h', '--interval', interval]);
  const hours = (clock.now() - atStart) / HOUR;
  return { hours, held, open, service, stored: stored(ledger()) };
}

/**
 * A clock that calls `look` whenever another hour has passed; a sleep listens to its signal like a real
 * one.
 */
function hourly(
  clock: Clock,
  open: { timeouts: number },
  look: (signal?: AbortSignal) => Promise<void>,
): Clock {
  let next = clock.now() + HOUR;
  return {
    now: () => clock.now(),
    uptime: () => clock.uptime(),
    async sleep(ms, signal) {
      await clock.sleep(ms, signal);
      await turn(undefined, { signal });
      if (clock.now() < next) return;
      next += HOUR;
      await look(signal);
    },
    timeout(ms) {
      const timer = clock.timeout(ms);
      open.timeouts += 1;
      const clear = () => {
        open.timeouts -= 1;
        timer.clear();
      };
      return { signal: timer.signal, clear };
    },
  };
}

function contextOf(
  folder: string,
  url: string,
  clock: Clock,
  open: { stopListeners: number },
): Context {
  return {
    ...processContext(),
    env: {
      CONFERE_HOME: join(folder, 'home'),
      CONFERE_BASE_URL: url,
      CONFERE_API_KEY: KEY,
    },
    clock,
    onStopSignal: () => {
      open.stopListeners += 1;
      return () => (open.stopListeners -= 1);
    },
  };
}

/** Streams that discard everything. */
function silent() {
  return { stdout: new PassThrough().resume(), stderr: new PassThrough().resume() };
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

function inFolder(folder: string, name: string): string {
  const [found] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith(name),
  );
  return join(folder, found ?? '');
}

/** The ledger's pages and the rows of each of its tables. */
function stored(path: string) {
  const db = openDatabase(path);
  const rows = TABLES.map((table) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);
  const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count']);
  db.close();
  return { pages, rows };
}
