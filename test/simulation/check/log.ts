import type { SimProcess } from '../machine/process.js';
import type { Endpoint, Prices, Shown } from '../model/account.js';

/** One command of the user, with what its settings say about credits. Ticks count everything that is noted here. */
export interface Command {
  readonly id: number;
  readonly argv: readonly string[];
  readonly begun: number;
  /** When it began, by the true time and by the clock that its day is counted by. */
  readonly at: number;
  readonly clock: number;
  readonly maxCredits: number;
  readonly allowsOverage: boolean;
  settings: Settings;
}

export interface Settings {
  /** What a found record counts, and for which kinds the user said so. */
  readonly prices: Prices;
  readonly told: readonly Endpoint[];
  readonly shared: boolean;
}

/** What may be charged, from when the ledger lets it begin until the ledger notes what became of it. */
export interface Request {
  readonly command: Command;
  readonly kind: Endpoint;
  readonly ids: readonly string[];
  readonly isJob: boolean;
  /** It takes the place of a request in doubt. */
  readonly isAgain: boolean;
  readonly begun: number;
  readonly at: number;
  readonly clock: number;
  /** Infinity while the ledger does not know what became of it. */
  ended: number;
  endedAt: number;
  /** When the outcome became unknown, also if the ledger learned it later. */
  lostAt: number;
  /** The ledger has the id of its job. */
  isAccepted: boolean;
  /** How often a lookup was repeated after a 500, which the ledger counts as one more record. */
  repeats: number;
  records: number;
  charged: number;
  chargedAt: number;
  /** Credits of it that the balance did not cover. */
  beyond: number;
}

/** A reading of the balance that the ledger has. */
export interface Reading extends Shown {
  readonly command: number;
  readonly asked: number;
  readonly noted: number;
}

export interface Budget {
  readonly of: 'day' | 'month';
  readonly limit: number;
  readonly since: number;
  until: number;
}

/** Which command asked for what, what it was charged, and what readings showed by then. */
export class Log {
  readonly commands = new Map<number, Command>();
  readonly requests: Request[] = [];
  readonly readings: Reading[] = [];
  readonly budgets: Budget[] = [];
  /** Readings may agree by chance, because the balance is late or credits are given back. */
  isChancy = false;
  /** The ledger came back from a backup. */
  isForgetful = false;
  /** Ticks at which there is a reason for the meter to begin anew. */
  readonly #resets: number[] = [];
  readonly #open = new Map<string, Request>();
  readonly #heard = new Map<number, Shown & { readonly asked: number }>();
  #ticks = 0;

  tick(): number {
    return (this.#ticks += 1);
  }

  beginAnew(): void {
    this.#resets.push(this.tick());
  }

  /**
   * Whether the meter began anew between the beginning of a request and a tick: with the first reading asked for after
   * the reason for it, because an answer that was on its way does not show it yet.
   */
  hasBegunAnew({ begun }: Request, by: number): boolean {
    const firstAfter = (reset: number) =>
      this.readings.find(({ asked }) => asked > reset)?.noted ?? Infinity;
    return this.#resets.some((reset) => reset < by && begun < firstAfter(reset));
  }

  /** The ledger lets a process ask for these. `place`: the lookup, or the batch and the job. */
  begins(
    { id, scheduler }: SimProcess,
    place: string,
    of: Pick<Request, 'kind' | 'ids' | 'isJob' | 'isAgain' | 'clock'>,
  ): void {
    const command = this.commands.get(id);
    if (command === undefined) throw new Error('No command makes this request.');
    // What was proved to be free is over.
    this.ends(place, scheduler.now);
    const request = {
      ...of,
      command,
      begun: this.tick(),
      at: scheduler.now,
      ended: Infinity,
      endedAt: Infinity,
      lostAt: Infinity,
      isAccepted: false,
      repeats: 0,
      records: 0,
      charged: 0,
      chargedAt: -Infinity,
      beyond: 0,
    };
    this.requests.push(request);
    this.#open.set(place, request);
  }

  /** The request of a process for these identifiers that leaves now, if the ledger let it begin. */
  leaving({ id }: SimProcess, kind: Endpoint, ids: readonly string[]): Request | undefined {
    const isIt = (one: Request) =>
      one.command.id === id && one.kind === kind && ids.every((each) => one.ids.includes(each));
    return [...this.#open.values()].findLast(isIt);
  }

  at(place: string): Request | undefined {
    return this.#open.get(place);
  }

  ends(place: string, now: number): void {
    const request = this.#open.get(place);
    if (request === undefined || request.ended < Infinity) return;
    request.ended = this.tick();
    request.endedAt = now;
    if (request.lostAt < Infinity) this.beginAnew();
  }

  accepts(place: string): void {
    const request = this.#open.get(place);
    if (request !== undefined) request.isAccepted = true;
  }

  loses(place: string, now: number): void {
    const request = this.#open.get(place);
    if (request !== undefined) request.lostAt = Math.min(request.lostAt, now);
  }

  /** Whoever ends or stands still before the ledger knows an outcome leaves it unknown. */
  stops({ id, scheduler }: SimProcess): void {
    for (const [place, { command, ended, isAccepted }] of this.#open)
      if (command.id === id && ended === Infinity && !isAccepted) this.loses(place, scheduler.now);
  }

  hears({ id }: SimProcess, asked: number, shown: Shown): void {
    this.#heard.set(id, { ...shown, asked });
  }

  /** The process has written down the balance that it heard last. */
  notes({ id }: SimProcess): void {
    const heard = this.#heard.get(id);
    if (heard !== undefined) this.readings.push({ ...heard, command: id, noted: this.tick() });
  }

  /** When something of ours that was charged ended last. */
  get lastEnd(): number {
    const ended = this.requests.filter((one) => one.ended < Infinity && one.charged > 0);
    return Math.max(-Infinity, ...ended.map(({ endedAt }) => endedAt));
  }
}

export const toldCost = ({ command, kind, records }: Request): number =>
  records * command.settings.prices[kind];

/** Credits that a request took beyond what the user told, or the default. */
export const surplus = (request: Request): number => request.charged - toldCost(request);

export function binds({ since, until }: Budget, { at }: Command): boolean {
  return at >= since && at < until;
}

export function show({ command, at, ids, kind, records, charged }: Request): string {
  const when = new Date(at).toISOString().slice(5, 23);
  return `[p${command.id}] at ${when}, ${ids.length} ${kind}, ${records} found for ${round(charged)}`;
}

export function round(credits: number): string {
  return String(Math.round(credits * 100) / 100);
}
