import type { Kind } from '../kinds.js';
import type { Scheduler } from '../machine/scheduler.js';
import type { Random } from '../random.js';
import type { Account } from './account.js';
import type { Book, Sent } from './book.js';
import type { People } from './service.js';

export type BatchKind = 'cpf' | 'cnpj';

/** What becomes of a job; chosen when it is made. */
export interface Fate {
  /** Ms from the submission to the first identifier. */
  readonly late: number;
  /** Ms for each identifier. */
  readonly pace: number;
  readonly end: 'done' | 'without_database' | 'unsaved' | 'orphaned';
  /** How many identifiers are processed before such an end. */
  readonly stopsAfter: number;
  /** How long a failed job says so and then goes on after all; 0 if it does not. */
  readonly goesOnAfter: number;
  /** How long, from the submission, the service answers 404. */
  readonly hiddenFor: number;
  /** How long, from its end, a found identifier is counted and not named. */
  readonly namesFewerFor: number;
}

const MINUTE = 60_000;
/** An orphan is given up after about ten minutes without progress (spec, "Limits"). */
const ORPHANED_AFTER = 600_000;

interface Surroundings {
  readonly scheduler: Scheduler;
  readonly account: Pick<Account, 'prices' | 'covers' | 'take'>;
  readonly book: Book;
  readonly people: People;
  /** Whether a job waits until another one has ended. */
  readonly isBlocked: (job: Job) => boolean;
  readonly tell: (line: () => string) => void;
}

/** A batch job at the service (spec, "States and transitions"). */
export class Job {
  status: 'processing' | 'done' | 'failed' = 'processing';
  error: string | null = null;
  skipped = 0;
  readonly results: { readonly id: string; readonly found: boolean }[] = [];
  readonly createdAt: number;
  endedAt = Infinity;
  updatedAt: number;
  readonly fate: Fate;
  /** Somebody has asked for it. */
  isKnown = false;
  #next = 0;

  constructor(
    readonly id: string,
    readonly kind: BatchKind,
    readonly key: string,
    readonly ids: readonly string[],
    readonly label: string | null,
    fate: Fate,
    readonly world: Surroundings,
    readonly sent: Sent | undefined,
  ) {
    this.createdAt = world.scheduler.now;
    this.updatedAt = this.createdAt;
    this.fate = inTime(
      fate,
      ids.findIndex((one) => world.people.isFound(one)),
    );
    this.#beginAfter(this.fate.late);
  }

  chargedSince(moment: number): number {
    const own = this.world.book.charges.filter(({ by, at }) => by === this.id && at > moment);
    return own.reduce((sum, { credits }) => sum + credits, 0);
  }

  /** Records that it will still find, as far as it goes. */
  get toFind(): number {
    if (this.status !== 'processing') return 0;
    return this.ids.slice(this.#next).filter((id) => this.world.people.isFound(id)).length;
  }

  /** A job that waits behind another one begins as late after that. */
  #beginAfter(ms: number): void {
    const { scheduler, isBlocked } = this.world;
    scheduler.after(ms, 'job begins', () => {
      if (!isBlocked(this)) this.#step();
      else this.#beginAfter(Math.max(5_000, this.fate.late));
    });
  }

  #step(): void {
    const { scheduler } = this.world;
    const { fate } = this;
    if (fate.end !== 'done' && this.#next >= fate.stopsAfter) {
      this.#stop();
      return;
    }
    const id = this.ids[this.#next];
    if (id === undefined) {
      this.#ends('done', null);
      return;
    }
    this.#next += 1;
    this.#process(id);
    scheduler.after(fate.pace, 'job goes on', () => {
      this.#step();
    });
  }

  #process(id: string): void {
    const { account, book, people, scheduler } = this.world;
    const cost = account.prices[this.kind];
    this.updatedAt = scheduler.now;
    if (!account.covers(cost)) {
      this.skipped += 1;
      return;
    }
    const found = people.isFound(id);
    if (found) {
      account.take(cost);
      const { id: by, kind: endpoint, sent } = this;
      book.write({ at: scheduler.now, endpoint, id, credits: cost, by, sent });
    }
    this.results.push({ id, found });
  }

  #stop(): void {
    const { end, goesOnAfter } = this.fate;
    if (end === 'without_database') this.#ends('failed', 'Banco de dados indisponível');
    else if (end === 'unsaved') this.#ends('failed', 'Falha ao registrar validação');
    else {
      const orphaned = 'Worker interrompido (job órfão)';
      this.world.scheduler.after(ORPHANED_AFTER, 'job is an orphan', () => {
        this.#ends('failed', orphaned);
      });
    }
    if (goesOnAfter === 0 || end === 'without_database') return;
    this.world.scheduler.after(goesOnAfter, 'failed job goes on', () => {
      this.#goOn();
    });
  }

  #goOn(): void {
    for (const id of this.ids.slice(this.#next)) this.#process(id);
    this.#next = this.ids.length;
    this.#ends('done', null);
  }

  #ends(status: 'done' | 'failed', error: string | null): void {
    this.status = status;
    this.error = error;
    this.endedAt = this.world.scheduler.now;
    this.updatedAt = this.endedAt;
    this.world.tell(
      () =>
        `the service: job ${this.id} ${status}${error === null ? '' : ` (${error})`}, ${this.found} found of ${this.ids.length}`,
    );
  }

  get found(): number {
    return this.results.filter(({ found }) => found).length;
  }

  get isHidden(): boolean {
    return this.world.scheduler.now < this.createdAt + this.fate.hiddenFor;
  }
}

/**
 * The settle time of money rule 2 is for jobs that begin within about ten minutes; one that only then comes to the
 * first identifier that is charged is left out. `first`: how many come before that one.
 */
function inTime(fate: Fate, first: number): Fate {
  const before = Math.max(0, first);
  const pace = Math.min(fate.pace, ORPHANED_AFTER / (before + 1));
  return { ...fate, pace, late: Math.min(fate.late, ORPHANED_AFTER - before * pace) };
}

/** What becomes of a job of `items` identifiers in a world with these kinds of trouble. */
export function chooseFate(random: Random, kinds: ReadonlySet<Kind>, items: number): Fate {
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
    // A job without progress for about ten minutes would be an orphan.
    late: often('job_late')
      ? random.int(1, 9) * MINUTE + random.int(0, 50_000)
      : random.int(0, 3_000),
    // Where jobs wait for each other, some take long.
    pace: random.pick(kinds.has('jobs_queue') ? [200, 60_000, 150_000] : [0, 200, 4_000, 30_000]),
    end,
    stopsAfter: end === 'without_database' ? 0 : random.int(0, items - 1),
    goesOnAfter: often('job_failed_goes_on', 0.7) ? random.int(1_000, 4_900) : 0,
    hiddenFor: hiddenForEver
      ? Infinity
      : often('job_hidden_for_a_while')
        ? random.pick([5_000, 2 * MINUTE, 60 * MINUTE])
        : 0,
    namesFewerFor: namesFewerForEver
      ? Infinity
      : often('job_names_fewer')
        ? random.pick([100, 20_000, 30 * MINUTE])
        : 0,
  };
}
