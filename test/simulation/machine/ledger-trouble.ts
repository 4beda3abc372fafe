import { ConfereError } from '../../../src/errors.js';
import type { Kind } from '../kinds.js';
import type { Random } from '../random.js';
import type { Scheduler } from './scheduler.js';

/** When the ledger cannot be used: another process writes for too long, or the disk is full for a while. */
export class LedgerTrouble {
  #until = -Infinity;

  constructor(
    readonly scheduler: Scheduler,
    readonly random: Random,
    readonly kinds: ReadonlySet<Kind>,
  ) {}

  /** The error of an operation at this moment. */
  now(): ConfereError | undefined {
    const { kinds, random, scheduler } = this;
    if (kinds.has('ledger_busy') && random.chance(0.02)) {
      return new ConfereError('state_busy', { path: 'ledger.db' });
    }
    if (kinds.has('machines')) return this.#away();
    if (!kinds.has('ledger_unwritable')) return undefined;
    if (random.chance(0.01)) this.#until = scheduler.now + random.pick([300, 20_000, 600_000]);
    if (scheduler.now > this.#until) return undefined;
    return new ConfereError('state_unusable', { of: 'file', path: 'ledger.db', why: 'full' });
  }

  /** A database that is shared may do what is asked, and go away before it says so. */
  lostAnswer(): ConfereError | undefined {
    const { kinds, random } = this;
    const isLost = kinds.has('machines') && kinds.has('database_away') && random.chance(0.005);
    return isLost ? away() : undefined;
  }

  #away(): ConfereError | undefined {
    const { kinds, random, scheduler } = this;
    if (!kinds.has('database_away')) return undefined;
    if (random.chance(0.01)) this.#until = scheduler.now + random.pick([300, 20_000, 600_000]);
    return scheduler.now > this.#until ? undefined : away();
  }
}

function away(): ConfereError {
  const facts = { database: 'postgres://confere@127.0.0.1', reason: 'ECONNREFUSED' };
  return new ConfereError('database_unusable', { ...facts, why: 'unreachable' });
}
