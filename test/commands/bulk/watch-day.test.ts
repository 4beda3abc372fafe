import { expect, it, onTestFinished } from 'vitest';
import { watchedDay, type Held } from './watched-day.js';

/** The memory in bytes that 2,800 polls may keep: less than 750 each, mostly the engine's own code. */
const HEAP_GROWTH = 2_000_000;
/** Flushes to a busy disk take time. */
const SLOW = { timeout: 180_000 };
/** The pages to which SQLite lets the write-ahead log grow, and one transaction more. */
const LONGEST_WAL = 1_100 * 4_120;

it('a day of bulk watch uses no more memory at its end than after an hour', SLOW, async () => {
  const warnings: Error[] = [];
  const warned = (warning: Error) => warnings.push(warning);
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));

  const often = await watchedDay('1m');
  expect(often.hours).toBe(24);
  const asked = ['POST', 'GET /c'].map((prefix) => often.service.count(prefix));
  expect(asked).toEqual([2, 2 * 24 * 60]);
  expect(often.held).toHaveLength(24);
  const [first, last] = [often.held[0], often.held.at(-1)] as [Held, Held];
  expect(last).toMatchObject({ timeouts: 0, stopListeners: 1, signalListeners: 0 });
  expect(last.resources).toBeLessThanOrEqual(first.resources + 2);
  expect(often.service.mostOpen).toBeLessThanOrEqual(4);
  expect(often.open).toEqual({ timeouts: 0, stopListeners: 0 });
  expect(last.heap - first.heap).toBeLessThan(HEAP_GROWTH);
  expect(Math.max(...often.held.map(({ wal }) => wal))).toBeLessThan(LONGEST_WAL);
  expect(warnings).toEqual([]);

  // Polling 360 times as often gives the same ledger.
  const seldom = await watchedDay('6h');
  expect(seldom.service.count('GET /c')).toBe(8);
  expect(often.stored.rows).toEqual(seldom.stored.rows);
  expect(often.stored.pages).toBeLessThanOrEqual(seldom.stored.pages + 2);
});
