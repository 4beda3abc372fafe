import { ConfereError } from '../../../src/base/errors.js';
import type { Kind } from '../kinds.js';
import type { World } from '../world.js';
import type { SimProcess } from './process.js';

/** What goes wrong with processes, their machine and their ledger. */
export class Trouble {
  readonly #crashShare: number;
  #crashesLeft: number;
  #powerCuts = 2;
  #ledgerAwayUntil = -Infinity;
  readonly #overtaken = new Map<SimProcess, () => void>();

  constructor(readonly world: World) {
    const { kinds, random } = world;
    this.#crashShare = kinds.has('crash') ? random.pick([0.003, 0.02, 0.08]) : 0;
    this.#crashesLeft = random.int(1, 4);
  }

  #has(kind: Kind): boolean {
    return !this.world.isQuiet && this.world.kinds.has(kind);
  }

  /** Why an operation of the ledger fails now, if it does; nothing is changed then. */
  ledgerFault(operation: string): ConfereError | undefined {
    // Another process writes for too long.
    if (this.#has('ledger_busy') && this.world.random.chance(0.02))
      return this.#told(new ConfereError('state_busy', { path: 'ledger.db' }), `for ${operation}`);
    return this.#isLedgerAway() ? this.#told(this.#away(), `for ${operation}`) : undefined;
  }

  /** The disk is full for a while, or the database that machines share is away. */
  #isLedgerAway(): boolean {
    const { random, now } = this.world;
    if (!this.#has(this.#has('machines') ? 'database_away' : 'ledger_unwritable')) return false;
    if (random.chance(0.01)) this.#ledgerAwayUntil = now + random.pick([300, 20_000, 600_000]);
    return now <= this.#ledgerAwayUntil;
  }

  /** The error of a shared database that did what was asked and went away before it said so. */
  lostAnswer(operation: string): ConfereError | undefined {
    const isLost =
      this.#has('machines') && this.#has('database_away') && this.world.random.chance(0.005);
    return isLost ? this.#told(this.#away(), `after ${operation}`) : undefined;
  }

  #away(): ConfereError {
    if (!this.world.kinds.has('machines'))
      return new ConfereError('state_unusable', { of: 'file', path: 'ledger.db', why: 'full' });
    const facts = { database: 'postgres://confere@127.0.0.1', reason: 'ECONNREFUSED' };
    return new ConfereError('database_unusable', { ...facts, why: 'unreachable' });
  }

  #told(error: ConfereError, when: string): ConfereError {
    this.world.tally.faults += 1;
    this.world.tell(undefined, () => `the ledger: ${error.code} ${when}`);
    return error;
  }

  /** A machine may stand still, for longer than its leases last. */
  mayFreeze(process: SimProcess, moment: string): void {
    const { random } = this.world;
    if (!this.#has('machines') || !this.#has('freeze')) return;
    // Between what is written down and the request, it matters most.
    if (!random.chance(moment === 'confirmHold' ? 0.2 : 0.005)) return;
    this.#freeze(process, random.pick([5_000, 25_000, 60_000, 150_000, 900_000, 3_600_000]));
  }

  /** The same between the last look at a lease and the request; it matters where somebody else may go on. */
  mayFreezeBefore(
    process: SimProcess,
    kind: 'freeze_answered' | 'freeze_wire',
    share = 0.25,
  ): void {
    const { random } = this.world;
    if (!this.#hasOthersAnd(kind) || !random.chance(share)) return;
    const longest = [900_000, 900_000, 3_600_000, 3_600_000];
    this.#freeze(process, random.pick([5_000, 25_000, 60_000, 150_000, ...longest]));
  }

  #freeze(process: SimProcess, ms: number): void {
    this.world.tell(process, () => `STANDS STILL for ${ms} ms`);
    process.freeze(ms);
    this.world.log.stops(process);
  }

  #hasOthersAnd(kind: Kind): boolean {
    return this.#has(kind) && (this.#has('machines') || this.#has('second_process'));
  }

  /** Between what a command reckoned and the job that it begins, another one may begin a job of its own. */
  async mayBeOvertaken(process: SimProcess): Promise<void> {
    const { random, scheduler } = this.world;
    if (!this.#hasOthersAnd('begin_together') || random.chance(0.3)) return;
    const ms = random.pick([2_000, 60_000, 600_000]);
    this.world.tell(process, () => `is slow until another begins, for ${ms} ms at most`);
    await new Promise<void>((resolve) => {
      const calledOff = scheduler.after(ms, 'goes on', resolve, process);
      this.#overtaken.set(process, () => {
        calledOff();
        scheduler.soon('goes on', resolve, process);
      });
    });
    this.#overtaken.delete(process);
  }

  /** A job was begun: whoever waited for that goes on. */
  overtakes(process: SimProcess): void {
    for (const [slow, goOn] of this.#overtaken) if (slow !== process) goOn();
  }

  /** Whether a process dies at this moment; it is dead then. */
  dies(process: SimProcess, moment: string): boolean {
    const { random } = this.world;
    if (this.world.isQuiet || !process.isAlive) return false;
    if (this.#has('interrupt') && random.chance(0.003)) this.#interrupt(process, moment);
    if (this.#losesPower(moment)) return true;
    // What was paid for and not noted or shown yet is easily lost, so these moments come more often.
    const isDear = moment === 'after endLookup' || moment === 'before paid answer';
    const share = isDear ? Math.min(1, this.#crashShare * 10) : this.#crashShare;
    if (this.#crashesLeft === 0 || !random.chance(share)) return false;
    this.#crashesLeft -= 1;
    this.world.tally.crashes += 1;
    this.world.tell(process, () => `DIES ${moment}`);
    process.kill();
    return true;
  }

  /** Where machines share a ledger, its database is elsewhere and goes on. */
  #losesPower(moment: string): boolean {
    if (!this.#has('power_cut') || this.#has('machines') || this.#powerCuts === 0) return false;
    if (!this.world.random.chance(0.01)) return false;
    this.#powerCuts -= 1;
    this.world.tally.crashes += 1;
    this.world.tell(undefined, () => `THE POWER IS CUT ${moment}`);
    this.world.cutPower();
    return true;
  }

  #interrupt(process: SimProcess, moment: string): void {
    if (process.stopListeners.size === 0) return;
    this.world.tell(process, () => `Ctrl-C ${moment}`);
    for (const listener of process.stopListeners) listener('SIGINT');
  }
}
