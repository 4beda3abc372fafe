import { getEventListeners } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { processContext } from '../../../src/base/context.js';
import { main } from '../../../src/main.js';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { KEY, startReferee } from '../../helpers/referee/index.js';
import { sized } from '../../cli/support.js';

const HOUR = 3_600_000;
/** The memory in bytes that 1,400 polls may keep, mostly the engine's own code. */
const HEAP_GROWTH = 2_000_000;

/** What is in use at one moment. */
interface Held {
  readonly heap: number;
  readonly signalListeners: number;
  /** Sockets, timers and open files: everything that keeps the event loop alive. */
  readonly resources: number;
}

/** Measures `bulk watch` once an hour, on a clock that does not wait. */
async function watchedDay() {
  const folder = await mkdtemp(join(tmpdir(), 'confere-day-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'in.csv');
  await writeFile(file, sized(200));
  const clock = createFakeClock();
  const service = await startReferee({ speed: { clock, lasts: 24 * HOUR } });
  onTestFinished(() => service.close());
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held: Held[] = [];
  let next = clock.now() + HOUR;
  let listening = 0;
  const sleep = async (ms: number, signal?: AbortSignal) => {
    await clock.sleep(ms, signal);
    await turn(undefined, { signal });
    if (clock.now() < next) return;
    next += HOUR;
    collect();
    const signalListeners = signal === undefined ? 0 : getEventListeners(signal, 'abort').length;
    const resources = process.getActiveResourcesInfo().length;
    held.push({ heap: process.memoryUsage().heapUsed, signalListeners, resources });
  };
  const context = {
    ...processContext(),
    clock: { ...clock, sleep },
    env: {
      CONFERE_HOME: join(folder, 'home'),
      CONFERE_API_KEY: KEY,
      CONFERE_BASE_URL: service.url,
    },
    onStopSignal: () => {
      listening += 1;
      return () => (listening -= 1);
    },
  };
  for (const args of [
    ['config', 'set', 'cost-cpf', '1'],
    ['bulk', 'submit', file],
    ['bulk', 'watch', '--deadline', '25h', '--interval', '1m'],
  ]) {
    const [stdout, stderr] = [new PassThrough().resume(), new PassThrough().resume()];
    expect(await main(args, { ...context, stdin: new PassThrough(), stdout, stderr })).toBe(0);
  }
  return { held, service, listening };
}

it(
  'a day of bulk watch holds no more at its end than after an hour',
  { timeout: 180_000 },
  async () => {
    const { held, service, listening } = await watchedDay();
    expect([service.count('POST'), service.count('GET /c')]).toEqual([1, 24 * 60]);
    expect(held).toHaveLength(24);
    const [first, last] = [held[0], held.at(-1)] as [Held, Held];
    expect([last.signalListeners, listening]).toEqual([0, 0]);
    expect(last.resources).toBeLessThanOrEqual(first.resources + 2);
    expect(last.heap - first.heap).toBeLessThan(HEAP_GROWTH);
    expect(service.mostOpen()).toBeLessThanOrEqual(4);
  },
);
