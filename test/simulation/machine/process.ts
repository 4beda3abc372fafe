import type { Clock } from '../../../src/base/clock.js';
import type { Kind } from '../kinds.js';
import { Random } from '../random.js';
import type { Scheduler } from './scheduler.js';

const DAY = 86_400_000;

/** When a machine began to run, and what it calls itself and this run of it. */
interface Boot {
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
  /** Told when the ledger is opened: the settings have just been read. */
  whenOpened: () => void = () => undefined;
  readonly stopListeners = new Set<(signal: 'SIGINT' | 'SIGTERM') => void>();
  readonly whenDead: Promise<'dead'>;
  #die: (dead: 'dead') => void = () => undefined;

  constructor(
    readonly id: number,
    readonly scheduler: Scheduler,
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

  async thawed(): Promise<void> {
    if (this.frozenUntil > this.scheduler.now) await this.turn('thaws');
  }

  /** Since when it has done nothing: it died, or it stands still; undefined while it works. */
  stoppedAt(): number | undefined {
    return !this.isAlive || this.scheduler.now < this.frozenUntil ? this.#stopped : undefined;
  }

  end(): void {
    if (this.isAlive && this.scheduler.now >= this.frozenUntil) this.#stopped = this.scheduler.now;
    this.isAlive = false;
    for (const giveBack of [...this.belongings]) giveBack();
    this.belongings.clear();
  }
}

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
      const fire = () => {
        controller.abort(new Error(`no answer within ${ms} ms`));
      };
      return { signal: controller.signal, clear: scheduler.after(ms, 'timeout', fire, process) };
    },
  };
}

/** The machines that the ledger is used on: usually one, which runs on; its clock is right or wrong, its uptime right. */
export class Machines {
  readonly #random: Random;
  readonly #boots: Boot[];
  readonly #changes: boolean;
  readonly #tellsBoot: boolean;
  #used = 0;
  #restarts = 0;
  /** When a process ended last, so that its machine may have restarted since. */
  lastEnd: number;

  constructor(
    seed: number,
    start: number,
    readonly kinds: ReadonlySet<Kind>,
  ) {
    // Draws of its own leave the rest of the world as it is.
    this.#random = new Random(seed ^ 0x5bd1e995);
    this.#changes = kinds.has('clock_differs') && this.#random.chance(0.5);
    this.#tellsBoot = this.#random.chance(0.5);
    this.lastEnd = start;
    this.#boots = [0, 1].map((number) => this.#boot(number, start - this.#random.int(1, 30 * DAY)));
  }

  /** The machine of the next process. `isAlone`: no other process runs that a restart would end. */
  next(now: number, isAlone: boolean): Boot {
    if (this.kinds.has('machines')) return this.#random.pick(this.#boots);
    const often = () => this.#changes && isAlone && this.#random.chance(0.2);
    if (often()) this.#used = 1 - this.#used;
    // Within the last minute, but not while a process ran.
    if (often()) this.restart(Math.max(this.lastEnd, now - this.#random.int(10, 60) * 1_000));
    return this.#boots[this.#used] as Boot;
  }

  restart(at: number): void {
    this.#boots[this.#used] = this.#boot(this.#used, at);
  }

  #boot(number: number, at: number): Boot {
    const boot = this.#tellsBoot ? `boot ${(this.#restarts += 1)}` : '';
    return { at, machine: { host: `machine ${number + 1}`, boot } };
  }
}
