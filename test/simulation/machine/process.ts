import type { Clock } from '../../../src/clock.js';
import type { Scheduler } from './scheduler.js';

/** When a machine began to run, and what it calls itself and this run of it. */
export interface Boot {
  readonly at: number;
  readonly machine: { readonly host: string; readonly boot: string };
}

/** A running command: it has a clock and dies at any moment, with everything in its memory. */
export class SimProcess {
  isAlive = true;
  /** It stands still until then, as a machine that was suspended. */
  frozenUntil = -Infinity;
  #stopped: number | undefined;
  /** Jobs that it has just proved free, by their batch and number. */
  readonly proved = new Set<string>();
  readonly clock: Clock;
  /** What the operating system gives back when the process dies: locks, open files. */
  readonly belongings = new Set<() => void>();
  readonly stopListeners = new Set<(signal: 'SIGINT' | 'SIGTERM') => void>();
  readonly whenDead: Promise<'dead'>;
  #die: (dead: 'dead') => void = () => undefined;

  constructor(
    readonly id: number,
    readonly scheduler: Scheduler,
    /** Ms by which the clock of this process is ahead. */
    readonly ahead: number,
    readonly boot: Boot,
  ) {
    this.clock = clockOf(this, scheduler);
    this.whenDead = new Promise((resolve) => (this.#die = resolve));
  }

  /** Waits for its turn. A dead process waits for ever. */
  turn(label: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.isAlive) this.scheduler.soon(label, resolve, this);
    });
  }

  kill(): void {
    this.end();
    this.#die('dead');
  }

  freeze(ms: number): void {
    this.#stopped = this.scheduler.now;
    this.frozenUntil = this.scheduler.now + ms;
  }

  /** Resolves at once, or when it goes on. */
  async thawed(): Promise<void> {
    if (this.frozenUntil > this.scheduler.now) await this.turn('thaws');
  }

  /** Since when it has done nothing: it died, or it stands still; undefined while it works. */
  stoppedAt(): number | undefined {
    if (!this.isAlive) return this.#stopped;
    return this.scheduler.now < this.frozenUntil ? this.#stopped : undefined;
  }

  /** Gives everything back, as at the end of a process. */
  end(): void {
    if (this.isAlive && this.scheduler.now >= this.frozenUntil) this.#stopped = this.scheduler.now;
    this.isAlive = false;
    for (const giveBack of [...this.belongings]) giveBack();
    this.belongings.clear();
  }
}

/** A promise for whoever is dead. */
export const never = new Promise<never>(() => undefined);

function clockOf(process: SimProcess, scheduler: Scheduler): Clock {
  return {
    now: () => scheduler.now + process.ahead,
    uptime: () => ({ ms: scheduler.now - process.boot.at, ...process.boot.machine }),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const wake = () => {
          signal?.removeEventListener('abort', aborted);
          resolve();
        };
        const cancel = scheduler.after(ms, 'sleep', wake, process);
        const aborted = () => {
          cancel();
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', aborted, { once: true });
      }),
    timeout: (ms) => {
      const controller = new AbortController();
      const clear = scheduler.after(
        ms,
        'timeout',
        () => {
          controller.abort(new Error(`no answer within ${ms} ms`));
        },
        process,
      );
      return { signal: controller.signal, clear };
    },
  };
}
