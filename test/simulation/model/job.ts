import type { Request } from '../check/log.js';
import type { Kind } from '../kinds.js';
import type { Random } from '../random.js';
import type { Service } from './service.js';

export type BatchKind = 'cpf' | 'cnpj';

const MINUTE = 60_000;
/** An orphan is given up after about ten minutes without progress (spec, "Limits"). */
const ORPHANED_AFTER = 600_000;

export type Fate = ReturnType<typeof chooseFate>;

/** What becomes of a job of `items` identifiers in a world with these kinds of trouble; times in ms. */
export function chooseFate(random: Random, kinds: ReadonlySet<Kind>, items: number) {
  const often = (kind: Kind, share = 0.5) => kinds.has(kind) && random.chance(share);
  const end = often('job_without_database', 0.35)
    ? 'without_database'
    : often('job_unsaved', 0.35)
      ? 'unsaved'
      : often('job_orphaned', 0.35)
        ? 'orphaned'
        : 'done';
  const hiddenForEver = often('job_hidden_for_ever', 0.4);
  const namesFewerForEver = often('job_names_fewer_for_ever', 0.4);
  return {
    // Until the first identifier. A job without progress for about ten minutes would be an orphan.
    late: often('job_late')
      ? random.int(1, 9) * MINUTE + random.int(0, 50_000)
      : random.int(0, 3_000),
    // For each identifier. Where jobs wait for each other, some take long.
    pace: random.pick<number>(
      kinds.has('jobs_queue') ? [200, 60_000, 150_000] : [0, 200, 4_000, 30_000],
    ),
    end,
    isBilledAtEnd: kinds.has('job_billed_at_end'),
    /** How many identifiers are processed before another end than `done`. */
    stopsAfter: end === 'without_database' ? 0 : random.int(0, items - 1),
    /** How long a failed job says so and then goes on after all; 0 if it does not. */
    goesOnAfter: often('job_failed_goes_on', 0.7) ? random.int(1_000, 4_900) : 0,
    /** How long, from the submission, the service answers 404. */
    hiddenFor: hiddenForEver
      ? Infinity
      : often('job_hidden_for_a_while')
        ? random.pick([5_000, 2 * MINUTE, 60 * MINUTE])
        : 0,
    /** How long, from its end, a found identifier is counted and not named. */
    namesFewerFor: namesFewerForEver
      ? Infinity
      : often('job_names_fewer')
        ? random.pick([100, 20_000, 30 * MINUTE])
        : 0,
  } as const;
}

/** A batch job at the service (spec, "States and transitions"); without a request another program paid for it long ago. */
export class Job {
  status: 'processing' | 'done' | 'failed' = 'processing';
  error: string | null = null;
  skipped = 0;
  readonly results: { readonly id: string; readonly found: boolean }[] = [];
  readonly createdAt: number;
  endedAt = Infinity;
  updatedAt: number;
  readonly fate: Fate;
  isKnown = false;
  #next = 0;
  #billed = 0;

  constructor(
    readonly id: string,
    readonly kind: BatchKind,
    readonly key: string,
    readonly ids: readonly string[],
    readonly label: string | null,
    fate: Fate,
    readonly service: Service,
    readonly request: Request | undefined,
  ) {
    this.createdAt = service.world.now;
    this.updatedAt = this.createdAt;
    this.fate = inTime(fate, this);
    this.#beginAfter(this.fate.late);
  }

  get isHidden(): boolean {
    return this.service.world.now < this.createdAt + this.fate.hiddenFor;
  }

  /** A job that waits behind another one begins as late after that. */
  #beginAfter(ms: number): void {
    this.#after(ms, 'job begins', () => {
      if (!this.service.isBlocked(this)) this.#step();
      else this.#beginAfter(Math.max(5_000, this.fate.late));
    });
  }

  #after(ms: number, label: string, fire: () => void): void {
    this.service.world.scheduler.after(ms, label, fire);
  }

  #step(): void {
    const { end, stopsAfter, pace } = this.fate;
    if (end !== 'done' && this.#next >= stopsAfter) {
      this.#stop();
      return;
    }
    const id = this.ids[this.#next];
    if (id === undefined) {
      this.#ends('done');
      return;
    }
    this.#next += 1;
    this.#process(id);
    this.#after(pace, 'job goes on', () => {
      this.#step();
    });
  }

  #process(id: string): void {
    const { account, people, world } = this.service;
    this.updatedAt = world.now;
    if (
      this.request !== undefined &&
      !account.covers(this.#unbilled() + account.prices[this.kind])
    ) {
      this.skipped += 1;
      return;
    }
    this.results.push({ id, found: people.isFound(id) });
    if (!this.fate.isBilledAtEnd) this.#bill();
  }

  #unbilled(): number {
    const found = this.results.filter((one) => one.found).length;
    return (found - this.#billed) * this.service.account.prices[this.kind];
  }

  /** Charges the found identifiers that were not charged yet. */
  #bill(): void {
    const { kind, request, service } = this;
    const found = this.results.filter((one) => one.found).slice(this.#billed);
    this.#billed += found.length;
    if (request === undefined) return;
    for (const { id } of found) {
      const credits = service.account.prices[kind];
      service.charge({ endpoint: kind, id, credits, by: this.id, request });
    }
  }

  #stop(): void {
    const { end, goesOnAfter } = this.fate;
    if (end === 'without_database') this.#ends('failed', 'Banco de dados indisponível');
    else if (end === 'unsaved') this.#ends('failed', 'Falha ao registrar validação');
    else
      this.#after(ORPHANED_AFTER, 'job is an orphan', () => {
        this.#ends('failed', 'Worker interrompido (job órfão)');
      });
    if (goesOnAfter === 0 || end === 'without_database') return;
    this.#after(goesOnAfter, 'failed job goes on', () => {
      for (const id of this.ids.slice(this.#next)) this.#process(id);
      this.#next = this.ids.length;
      this.#ends('done');
    });
  }

  #ends(status: 'done' | 'failed', error: string | null = null): void {
    const { world } = this.service;
    this.#bill();
    Object.assign(this, { status, error, endedAt: world.now, updatedAt: world.now });
    const found = this.results.filter((one) => one.found).length;
    const why = error === null ? '' : ` (${error})`;
    const numbers = `${found} found of ${this.ids.length}`;
    world.tell(undefined, () => `the service: job ${this.id} ${status}${why}, ${numbers}`);
  }
}

/**
 * The settle time of money rule 2 is for jobs that begin within about ten minutes. Nobody could wait for one whose
 * first charge comes only after that.
 */
function inTime(fate: Fate, { ids, service: { people } }: Pick<Job, 'ids' | 'service'>): Fate {
  const first = ids.findIndex((one) => people.isFound(one));
  const before = fate.isBilledAtEnd ? ids.length : Math.max(0, first);
  const pace = Math.min(fate.pace, ORPHANED_AFTER / (before + 1));
  const late = Math.min(fate.late, ORPHANED_AFTER - before * pace);
  // An orphan is billed at its end only after another ten minutes.
  const end = fate.isBilledAtEnd && fate.end === 'orphaned' ? 'unsaved' : fate.end;
  return { ...fate, pace, end, late };
}
