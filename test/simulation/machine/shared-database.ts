import { ConfereError } from '../../../src/errors.js';
import { LEASE, REQUEST_TIME } from '../../../src/ledger/postgres/leases.js';
import type { HeldLock } from '../../../src/ledger/index.js';
import type { SimProcess } from './process.js';
import type { Scheduler } from './scheduler.js';

interface Lease {
  readonly name: string;
  readonly fence: number;
  readonly holder: SimProcess;
  readonly since: number;
  /** Ms between its last renewal and the moment when its holder stops. */
  readonly phase: number;
}

/** Who may take the lease of a batch at once or after its end, as in `src/ledger/postgres/leases.ts`. */
interface Wanted {
  readonly batch: string;
  /** Whether a submission of the batch has no outcome. */
  readonly isSubmitting: boolean;
}

/**
 * What PostgreSQL adds to a ledger that machines share, as a model: leases with numbers, and a clock of its own. A process
 * that lives and does not stand still renews what it holds.
 */
export class SharedDatabase {
  readonly copies = new Map<number, Uint8Array[]>();
  readonly refusals = new Map<string, number>();
  readonly #leases = new Map<string, Lease>();
  #fences = 0;

  constructor(
    readonly scheduler: Scheduler,
    /** Ms by which its clock differs from the true time. */
    readonly ahead: number,
  ) {}

  get now(): number {
    return this.scheduler.now + this.ahead;
  }

  takeBatch(process: SimProcess, { batch, isSubmitting }: Wanted): Lease {
    const name = `batch ${batch}`;
    const known = this.#leases.get(name);
    if (known !== undefined) {
      const over = this.now - this.#until(known);
      const isOwn = machineOf(known.holder) === machineOf(process);
      if (!isOwn && over < (isSubmitting ? REQUEST_TIME : 0))
        throw new ConfereError('batch_held', { batch, by: this.#holderOf(known) });
    }
    return this.#put(name, process);
  }

  /** Takes a lease of any name; undefined while another one lasts. */
  takeName(process: SimProcess, name: string): Lease | undefined {
    const known = this.#leases.get(name);
    if (known !== undefined && this.#until(known) > this.now) return undefined;
    return this.#put(name, process);
  }

  beginSession(process: SimProcess, name: string): Lease {
    return this.#leases.get(name) ?? this.#put(name, process);
  }

  /** @throws ConfereError `batch_lost` */
  guard(lease: Lease, batch: string): void {
    const known = this.#leases.get(lease.name);
    if (known?.fence === lease.fence) return;
    const by = known === undefined ? null : this.#holderOf(known);
    throw new ConfereError('batch_lost', { batch, by });
  }

  /** Whether a session may still live, for a process of this machine. */
  mayLive(process: SimProcess, name: string): boolean {
    const known = this.#leases.get(name);
    if (known === undefined) return false;
    if (machineOf(known.holder) === machineOf(process)) return known.holder.isAlive;
    return this.#until(known) + REQUEST_TIME > this.now;
  }

  has(name: string): boolean {
    return this.#leases.has(name);
  }

  /** Who has a lease that lasts, and is not this process. */
  other(process: SimProcess, name: string): { host: string; since: number } | undefined {
    const known = this.#leases.get(name);
    if (known === undefined || known.holder === process) return undefined;
    return this.#until(known) > this.now ? this.#holderOf(known) : undefined;
  }

  lockOf({ name, fence }: Lease): HeldLock {
    const release = () => {
      if (this.#leases.get(name)?.fence === fence) this.#leases.delete(name);
      return Promise.resolve();
    };
    return { release };
  }

  dropAllOf(process: SimProcess): void {
    for (const [name, { holder }] of this.#leases)
      if (holder === process) this.#leases.delete(name);
  }

  #put(name: string, holder: SimProcess): Lease {
    const fence = (this.#fences += 1);
    const lease = { name, fence, holder, since: this.now, phase: (fence * 1_733) % 10_000 };
    this.#leases.set(name, lease);
    return lease;
  }

  #until({ holder, phase }: Lease): number {
    const stopped = holder.stoppedAt();
    const renewed = stopped === undefined ? this.now : stopped + this.ahead - phase;
    return renewed + LEASE;
  }

  #holderOf({ holder, since }: Lease) {
    return { host: holder.boot.machine.host, since };
  }
}

function machineOf({ boot }: SimProcess): string {
  return `${boot.machine.host} ${boot.machine.boot}`;
}
