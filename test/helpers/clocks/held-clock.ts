import { once, EventEmitter } from 'node:events';
import { createFakeClock } from './fake-clock.js';
import { sleeping, type Sleeper } from './skipping-clock.js';

/** A clock on which sleeps do not end until a test advances it. */
export function createHeldClock() {
  const clock = createFakeClock();
  const sleepers = new Set<Sleeper>();
  const news = new EventEmitter();

  const advance = (ms: number): void => {
    clock.advance(ms);
    for (const sleeper of [...sleepers]) if (sleeper.at <= clock.now()) sleeper.wake();
  };
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    const end = sleeping(sleepers, clock.now() + ms, signal);
    news.emit('asleep');
    return end;
  };
  /** Resolves as soon as a sleep has begun. */
  const asleep = async (): Promise<void> => {
    if (sleepers.size === 0) await once(news, 'asleep');
  };
  /** Advances the time to the end of the first sleep, if there is one. */
  const wake = (): void => {
    const first = Math.min(...Array.from(sleepers, ({ at }) => at));
    if (Number.isFinite(first)) advance(first - clock.now());
  };
  /** Ends sleeps until `end` is settled. */
  const wakeUntil = async (end: Promise<unknown>): Promise<void> => {
    const over = end.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([over, asleep()]))) wake();
  };
  return { ...clock, advance, sleep, asleep, wake, wakeUntil };
}
