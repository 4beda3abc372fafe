import type { Endpoint, Shown } from '../model/account.js';
import type { Job } from '../model/job.js';
import type { SimProcess } from '../machine/process.js';

/** A request that may charge, as it left a command of the user. */
export interface Sent {
  readonly command: number;
  readonly kind: Endpoint;
  readonly items: number;
  /** The batch and the number of a job. */
  readonly job: string | undefined;
  /** The tick at which the ledger let it begin. */
  readonly begun: number;
  /** When it left: by the true time, and by the clock that its day is counted by. */
  readonly at: number;
  readonly clock: number;
  /** The tick, and the time, at which its command knew what became of it; Infinity while it does not. */
  ended: number;
  endedAt: number;
  isAccepted: boolean;
  isLost: boolean;
  /** Credits that the service took for it, and the records that it took them for. */
  taken: number;
  found: number;
}

/** One command of the user, and what it may take. */
export interface Taker {
  readonly command: number;
  readonly argv: readonly string[];
  readonly maxCredits: number;
  /** When it began: by the true time, and by the clock that its day is counted by. */
  readonly begun: number;
  readonly clock: number;
  /** The tick at which it read the profile. */
  readonly since: number;
}

/** A reading of the balance that a ledger has, with the ticks before it was asked for, and when it was written down. */
export type Reading = Shown & { command: number; asked: number; noted: number };

/** What other jobs take of a balance by what they cost, which is at most as much as could be known. */
interface Claim {
  readonly kind: Endpoint;
  readonly price: number;
  readonly credits: number;
}

export interface Budget {
  readonly of: 'day' | 'month';
  readonly limit: number;
  readonly since: number;
  until: number;
}

/**
 * Which command asked for what, and what it could know when it did. Ticks count everything that is noted here: much
 * happens within a millisecond.
 */
export class Takings {
  readonly takers = new Map<number, Taker>();
  readonly sents: Sent[] = [];
  readonly readings: Reading[] = [];
  readonly budgets: Budget[] = [];
  readonly told: { readonly kind: Endpoint; readonly price: number; readonly at: number }[] = [];
  /** Jobs that were submitted, and what was left then where something may cost more. */
  readonly overdrafts: {
    readonly sent: Sent;
    readonly price: number;
    readonly remaining: number;
    readonly claims: readonly Claim[];
  }[] = [];
  /** By how much (ms) the clocks differ by which commands tell whether a balance is young. */
  skew = 0;
  #ticks = 0;
  /** What the ledger let a command ask for: nothing of it has left until then. In ticks. */
  readonly unsent: {
    readonly command: number;
    readonly job: string | undefined;
    readonly begun: number;
    until: number;
  }[] = [];
  readonly #begun = new Map<string, (typeof this.unsent)[number]>();
  readonly #heard = new Map<number, Shown & { asked: number }>();
  readonly #ends = new Map<number, Set<Job>>();

  starts(command: number, argv: readonly string[], begun: number, clock: number): void {
    const place = argv.indexOf('--max-credits');
    const maxCredits = place < 0 ? Infinity : Number(argv[place + 1]);
    this.takers.set(command, { command, argv, maxCredits, begun, clock, since: this.tick() });
  }

  /** Whoever died before the answer came left an unknown outcome. */
  dies({ id }: SimProcess): void {
    for (const sent of this.sents)
      if (sent.command === id && sent.ended === Infinity && !sent.isAccepted) sent.isLost = true;
  }

  /** The ledger lets a process ask for these, of one of the kinds. */
  begins(
    { id }: SimProcess,
    kinds: readonly Endpoint[],
    ids: readonly string[],
    job?: string,
  ): void {
    const unsent = { command: id, job, begun: this.tick(), until: Infinity };
    this.unsent.push(unsent);
    for (const one of ids)
      for (const kind of kinds) this.#begun.set(`${id} ${kind} ${one}`, unsent);
  }

  /** The user gives a job up, and nobody learns what becomes of it. */
  givesUp(job: string): void {
    for (const sent of this.sents)
      if (sent.job === job && sent.ended === Infinity) sent.isLost = true;
  }

  /** A process has noted what became of what it asked for: what has not left by then never will. */
  settles({ id }: SimProcess): void {
    for (const unsent of this.unsent)
      if (unsent.command === id) unsent.until = Math.min(unsent.until, this.tick());
  }

  leaves(
    { id, scheduler }: SimProcess,
    { kind, ids, clock }: { kind: Endpoint; ids: readonly string[]; clock: number },
  ): Sent {
    const unsent = this.#begun.get(`${id} ${kind} ${ids[0] ?? ''}`);
    const begun = unsent?.begun ?? this.tick();
    if (unsent !== undefined) unsent.until = begun;
    const sent = {
      ...{
        command: id,
        kind,
        items: ids.length,
        job: unsent?.job,
        begun,
        at: scheduler.now,
        clock,
      },
      ...{ ended: Infinity, endedAt: Infinity, isAccepted: false, isLost: false },
      ...{ taken: 0, found: 0 },
    };
    this.sents.push(sent);
    return sent;
  }

  hears({ id }: SimProcess, asked: number, shown: Shown): void {
    this.#heard.set(id, { ...shown, asked });
  }

  /** The process has written down the balance that it heard last. */
  notes({ id }: SimProcess): void {
    const heard = this.#heard.get(id);
    if (heard !== undefined) this.readings.push({ ...heard, command: id, noted: this.tick() });
  }

  /** The answer that tells the end of a job has reached a process. */
  hearsEnd({ id }: SimProcess, job: Job): void {
    this.#ends.set(id, (this.#ends.get(id) ?? new Set()).add(job));
  }

  /** The process has written down the end of a job, which may tell too little. */
  notesEnd({ id, scheduler }: SimProcess, tellsAll: boolean, job: string): void {
    const heard = [...(this.#ends.get(id) ?? [])];
    const own = heard.filter(({ sent }) => sent?.job === job);
    // One that was adopted may have been begun as another.
    for (const one of own.length > 0 ? own : heard) {
      const { sent } = one;
      if (sent === undefined) continue;
      if (tellsAll) this.ended(sent, scheduler.now);
      else sent.isLost = true;
      if (tellsAll) this.#ends.get(id)?.delete(one);
    }
  }

  /** What became of a request is known; if it was refused, nothing of it was under way at any time. */
  ended(sent: Sent, now: number, isRefused = false): void {
    if (sent.ended < Infinity && !isRefused) return;
    sent.ended = isRefused ? sent.begun : this.tick();
    sent.endedAt = now;
  }

  /** What the user says that a record costs, as a command read it when it began: a later word does not reach it. */
  toldTo(command: number, kind: Endpoint): number | undefined {
    const { since = Infinity } = this.takers.get(command) ?? {};
    return this.told.findLast((told) => told.kind === kind && told.at <= since)?.price;
  }

  tick(): number {
    return (this.#ticks += 1);
  }

  /** A job begins at a service that bills what is beyond the balance: the reading behind it must have covered it. */
  submitted(sent: Sent, jobs: readonly Job[], prices: Readonly<Record<Endpoint, number>>): void {
    const taker = this.takers.get(sent.command);
    const reading = this.readings.findLast(
      ({ command, noted }) => command === sent.command && noted <= sent.begun,
    );
    if (reading === undefined || taker?.argv.includes('--allow-overage') === true) return;
    // Who began later, while this one stood still, had to leave room for it.
    const others = jobs.filter((job) => job.sent?.isLost === false && job.sent.begun < sent.begun);
    // They count as the user said, where the user said what a record costs.
    const claims = others.map((job) => {
      const known = Math.min(prices[job.kind], this.toldTo(sent.command, job.kind) ?? Infinity);
      const share = job.chargedSince(reading.at) / prices[job.kind];
      return { kind: job.kind, price: known, credits: (job.toFind + share) * known };
    });
    const { remaining } = reading;
    this.overdrafts.push({ sent, price: prices[sent.kind], remaining, claims });
  }
}
