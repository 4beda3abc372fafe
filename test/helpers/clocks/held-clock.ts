import { once, EventEmitter } from 'node:events';
import { createFakeClock, type FakeClock } from './fake-clock.js';

export interface HeldClock extends FakeClock {
  /** Resolves as soon as a sleep has begun. */
  asleep(): Promise<void>;
  /** Advances the time to the end of the first sleep, if there is one. */
  wake(): void;
  /** Ends sleeps until `end` is settled. */
  wakeUntil(end: Promise<unknown>): Promise<void>;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock on which sleeps do not end until a test advances it. */
export function createHeldClock(): HeldClock {
  const clock = createFakeClock();
  const sleepers = new Set<Sleeper>();
  const news = new EventEmitter();

  const advance = (ms: number): void => {
    clock.advance(ms);
    for (const sleeper of [...sleepers]) if (sleeper.at <= clock.now()) sleeper.wake();
  };
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const sleeper = {
        at: clock.now() + ms,
        wake: () => {
          end(resolve);
        },
      };
      const end = (tell: () => void): void => {
        sleepers.delete(sleeper);
        signal?.removeEventListener('abort', aborted);
        tell();
      };
      const aborted = (): void => {
        end(() => {
          reject(signal?.reason as Error);
        });
      };
      signal?.addEventListener('abort', aborted);
      sleepers.add(sleeper);
      news.emit('asleep');
    });
  const asleep = async (): Promise<void> => {
    if (sleepers.size === 0) await once(news, 'asleep');
  };
  const wake = (): void => {
    const first = Math.min(...Array.from(sleepers, ({ at }) => at));
    if (Number.isFinite(first)) advance(first - clock.now());
  };
  const wakeUntil = async (end: Promise<unknown>): Promise<void> => {
    const over = end.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([over, asleep()]))) wake();
  };
  return { ...clock, advance, sleep, asleep, wake, wakeUntil };
}
