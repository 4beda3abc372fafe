import { setImmediate as turn } from 'node:timers/promises';
import type { Random } from '../random.js';

/** A promise of the contract was broken; `promise` is its short name. */
export class Violation extends Error {
  constructor(promise: string, message: string) {
    super(`${promise}: ${message}`);
  }
}

/** Something that happens at a moment (epoch ms) of the simulated clock, while its owner lives. */
interface Happening {
  readonly at: number;
  readonly owner: Mortal | undefined;
  readonly label: string;
  readonly fire: () => void;
}

interface Mortal {
  readonly isAlive: boolean;
  readonly frozenUntil: number;
}

/** More steps than any run needs: whoever takes them goes round in circles. */
const MOST_STEPS = 40_000;

/**
 * The one clock and the one queue of a simulated world. Everything waits here: nothing goes on until all that
 * can run has come to rest, and then one happening is chosen. So a seed decides every order.
 */
export class Scheduler {
  now: number;
  steps = 0;
  /** Decides just before something happens to a process whether the process dies instead. */
  reaper: (owner: Mortal, label: string) => boolean = () => false;
  isAlone: () => boolean = () => false;
  #ready: Happening[] = [];
  #later: Happening[] = [];

  constructor(
    start: number,
    readonly random: Random,
  ) {
    this.now = start;
  }

  /** Happens in `ms` milliseconds; the returned function calls it off. */
  after(ms: number, label: string, fire: () => void, owner?: Mortal): () => void {
    const at = this.now + Math.max(0, ms);
    const happening = { at, owner, label, fire };
    const list = this.#later;
    list.splice(list.findLastIndex((one) => one.at <= at) + 1, 0, happening);
    return () => {
      const found = list.indexOf(happening);
      if (found >= 0) list.splice(found, 1);
    };
  }

  /** Happens now, but another process may be faster; at once where there is no other. */
  soon(label: string, fire: () => void, owner: Mortal): void {
    const isFrozen = owner.frozenUntil > this.now;
    if (!isFrozen && this.isAlone() && this.#ready.length === 0 && this.steps < MOST_STEPS) {
      this.steps += 1;
      if (!this.reaper(owner, label)) fire();
    } else this.#ready.push({ at: this.now, owner, label, fire });
  }

  async runUntil(isOver: () => boolean): Promise<void> {
    for (;;) {
      await atRest();
      if (isOver()) return;
      this.steps += 1;
      if (this.steps > MOST_STEPS) throw new Violation('no standstill', 'it never ends');
      const next = this.#next();
      if (next === undefined)
        throw new Violation('no standstill', 'everybody waits and nothing happens');
      const { owner, label, fire } = next;
      if (owner?.isAlive === true && owner.frozenUntil > this.now)
        this.after(owner.frozenUntil - this.now, label, fire, owner);
      else if (owner === undefined || (owner.isAlive && !this.reaper(owner, label))) fire();
    }
  }

  #next(): Happening | undefined {
    if (this.#ready.length > 0) {
      const place = this.#ready.length === 1 ? 0 : this.random.int(0, this.#ready.length - 1);
      return this.#ready.splice(place, 1)[0];
    }
    const next = this.#later.shift();
    if (next !== undefined) this.now = Math.max(this.now, next.at);
    return next;
  }
}

/** Work of Node that a process waits for; it is never part of the simulated time. */
const AT_WORK = /^(Immediate|FSReq|Zlib|ZLIB)/;

async function atRest(): Promise<void> {
  do await turn();
  while (process.getActiveResourcesInfo().some((name) => AT_WORK.test(name)));
}
