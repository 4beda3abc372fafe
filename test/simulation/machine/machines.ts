import type { Kind } from '../kinds.js';
import { Random } from '../random.js';
import type { Boot } from './process.js';

const DAY = 86_400_000;

/** The machines that the ledger is used on: usually one, which runs on; its clock is right or wrong, its uptime right. */
export class Machines {
  readonly #random: Random;
  readonly #boots: Boot[];
  readonly #share: boolean;
  readonly #changes: boolean;
  readonly #tellsBoot: boolean;
  #used = 0;
  #restarts = 0;
  #lastEnd: number;

  constructor(seed: number, start: number, kinds: ReadonlySet<Kind>) {
    // Draws of its own leave the rest of the world as it is.
    this.#random = new Random(seed ^ 0x5bd1e995);
    this.#share = kinds.has('machines');
    this.#changes = kinds.has('clock_differs') && this.#random.chance(0.5);
    this.#tellsBoot = this.#random.chance(0.5);
    this.#lastEnd = start;
    this.#boots = [1, 2].map((number) => this.#boot(number, start - this.#random.int(1, 30 * DAY)));
  }

  /** The machine of the next process. `isAlone`: no other process runs that a restart would end. */
  next(now: number, isAlone: boolean): Boot {
    // Any of those that share a ledger.
    if (this.#share) return this.#random.pick(this.#boots);
    if (this.#changes && isAlone && this.#random.chance(0.2)) this.#used = 1 - this.#used;
    if (this.#changes && isAlone && this.#random.chance(0.2))
      this.#boots[this.#used] = this.#boot(this.#used + 1, this.#restartedAt(now));
    return this.#boots[this.#used] as Boot;
  }

  /** The power was cut: the machine begins anew. */
  restart(now: number): void {
    this.#boots[this.#used] = this.#boot(this.#used + 1, now);
  }

  /** A process has ended, so that its machine may restart. */
  ended(now: number): void {
    this.#lastEnd = now;
  }

  /** Within the last minute, but not while a process ran. */
  #restartedAt(now: number): number {
    return Math.max(this.#lastEnd, now - this.#random.int(10, 60) * 1_000);
  }

  #boot(number: number, at: number): Boot {
    const boot = this.#tellsBoot ? `boot ${(this.#restarts += 1)}` : '';
    return { at, machine: { host: `machine ${number}`, boot } };
  }
}
