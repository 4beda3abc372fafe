import { Violation } from '../machine/scheduler.js';
import type { Endpoint } from '../model/account.js';
import type { World } from '../world.js';
import type { Budget, Reading, Sent, Taker, Takings } from './takings.js';

const TOLERANCE = 1e-6;
const DEFAULTS: Readonly<Record<Endpoint, number>> = { cpf: 1, cnpj: 1, realtime: 1.5 };
const DEAREST = 10;
const NEWEST = 3;
/** For this long after a charge a command cannot know whether the balance shows it, ms. */
const BALANCE_LAG = 5_000;
const SHORT = 3_600_000;

/** Requests that share a limit, in the order in which they began. */
interface Scope {
  readonly name: string;
  readonly limit: number;
  readonly sents: readonly Sent[];
  /** Who has to keep to the limit; what the others took counts all the same. */
  readonly isBound?: (sent: Sent) => boolean;
}

/** What the user's commands took is never more than their limits, budgets and balance (money rule 4). */
export function checkLimits({ takings, kinds }: World): void {
  // Who takes a job of others for one that is missing tells a price that is none.
  if (kinds.has('adopts_wrong')) return;
  const { budgets, takers, overdrafts } = takings;
  const limited = [...takers.values()].filter(({ maxCredits }) => maxCredits < Infinity);
  if (limited.length + budgets.length + overdrafts.length === 0) return;
  takings.sents.sort((one, other) => one.begun - other.begun);
  takings.readings.sort((one, other) => one.noted - other.noted);
  const prices = new BelievedPrices(takings);
  const scopes = [
    ...limited.map((taker) => scopeOf(takings, taker)),
    ...budgets.flatMap((budget) => periodsOf(takings, budget)),
  ];
  for (const scope of scopes) checkScope(scope, prices);
  checkBalance(takings, prices);
}

function checkScope({ name, limit, sents, isBound }: Scope, prices: BelievedPrices): void {
  let taken = 0;
  for (const [place, sent] of sents.entries()) {
    taken += sent.taken;
    if (taken <= limit + TOLERANCE || sent.taken === 0 || isBound?.(sent) === false) continue;
    const begun = sents.slice(0, place + 1);
    const surprise = begun.reduce((sum, one) => sum + prices.surprise(one, sent), 0);
    if (taken - surprise <= limit + TOLERANCE) continue;
    // While nothing shows the price, one identifier may pass it.
    const before = taken - surprise - sent.taken;
    if (sent.items === 1 && !prices.isSurelyProved(sent) && before < limit - TOLERANCE) continue;
    throw new Violation('limits hold', `${name}: ${told(taken)} taken, ${shown(sent, prices)}`);
  }
}

function scopeOf({ sents }: Takings, { command, argv, maxCredits: limit }: Taker): Scope {
  const name = `--max-credits ${limit} of ${argv.join(' ')}`;
  return { name, limit, sents: sents.filter((sent) => sent.command === command) };
}

/** The days or months of a budget. What a command does after midnight may count for the day before. */
function periodsOf({ takers, sents }: Takings, { of, limit, since, until }: Budget): Scope[] {
  const periodOf = (clock: number) => new Date(clock).toISOString().slice(0, of === 'day' ? 10 : 7);
  const periods = new Map<string, Sent[]>();
  for (const sent of sents) {
    const period = periodOf(sent.clock);
    if (periodOf(takers.get(sent.command)?.clock ?? 0) !== period) continue;
    periods.set(period, [...(periods.get(period) ?? []), sent]);
  }
  const isBound = (sent: Sent) => {
    const begun = takers.get(sent.command)?.begun ?? -Infinity;
    return begun >= since && begun < until;
  };
  return [...periods].map(([period, own]) => {
    return { name: `${limit} in the ${of} ${period}`, limit, sents: own, isBound };
  });
}

/** Nothing is billed beyond the balance by a job that was not told to. */
function checkBalance({ overdrafts }: Takings, prices: BelievedPrices): void {
  for (const { sent, price, remaining, claims } of overdrafts) {
    const knownOf = (moment: Moment, dearest: number) =>
      prices.isProved(moment) ? Math.min(dearest, prices.believed(moment)) : dearest;
    const left = claims.reduce(
      (rest, one) =>
        rest - (one.credits / one.price) * knownOf({ ...sent, kind: one.kind }, one.price),
      remaining,
    );
    const known = knownOf(sent, price);
    if (sent.items * known <= left + 1 + TOLERANCE) continue;
    if (!prices.isSurelyProved(sent) && sent.items === 1 && left > 0) continue;
    const facts = `${sent.items} identifiers at ${price} with ${told(left)} left`;
    throw new Violation('the balance holds', `${facts}, ${shown(sent, prices)}`);
  }
}

function shown(sent: Sent, prices: BelievedPrices): string {
  const { command, kind, items, found, taken } = sent;
  const price = prices.isProved(sent) ? `price seen: ${told(prices.believed(sent))}` : 'no price';
  const at = new Date(sent.at).toISOString().slice(5, 23);
  return `[p${command}] at ${at}, ${items} ${kind}, ${found} found for ${told(taken)} (${price})`;
}

const told = (credits: number) => String(Math.round(credits * 100) / 100);

/** When a command asked for a record of a kind, in ticks. */
type Moment = Pick<Sent, 'command' | 'kind' | 'begun'>;
type Observation = ReturnType<typeof observations>[number];

/** What commands could know of prices, by the letter of money rule 4. */
class BelievedPrices {
  /** Where nothing was in doubt, and no balance lagged. */
  readonly #sure: readonly Observation[];
  /** Where a request whose outcome is unknown is left out. */
  readonly #possible: readonly Observation[];
  /** The same without what those took of which nobody ever learned what became of them. */
  readonly #learned: readonly Observation[];
  /** Readings while nothing of ours was outstanding. */
  readonly #quiet: readonly Reading[];
  /** Those of them that show all charges before, however much a balance lags. */
  readonly #settled: readonly Reading[];

  constructor(readonly takings: Takings) {
    const { sents, unsent, skew } = takings;
    this.#quiet = quietReadings(takings, ({ ended }) => ended).filter(
      ({ asked, noted }) => !unsent.some(({ begun, until }) => begun <= noted && until > asked),
    );
    const shows = ({ at, noted }: Reading, { begun, endedAt }: Sent) =>
      begun > noted || endedAt + BALANCE_LAG + skew <= at;
    this.#settled = this.#quiet.filter((reading) => sents.every((sent) => shows(reading, sent)));
    this.#sure = observations(takings, this.#settled);
    const known = ({ isLost, ended, begun }: Sent) => (isLost ? begun : ended);
    const possible = quietReadings(takings, known);
    this.#possible = observations(takings, possible);
    const learned = takings.sents.filter(({ isLost, ended }) => !isLost || ended < Infinity);
    this.#learned = observations({ sents: learned, readings: takings.readings }, possible);
  }

  /** Whether anything shows the price of its kind when a request begins. */
  isProved(moment: Moment): boolean {
    const isSeen = [this.#possible, this.#learned].some((all) => this.#of(all, moment).length > 0);
    return this.#told(moment) !== undefined || isSeen;
  }

  /** Whether it does whatever became of requests whose outcome is unknown. */
  isSurelyProved(moment: Moment): boolean {
    if (this.#told(moment) !== undefined) return true;
    return this.isProved(moment) && this.#of(this.#sure, moment).length > 0;
  }

  /** The least that a record may be held to cost when a request begins. */
  believed(moment: Moment): number {
    const dearest = (all: readonly Observation[]) =>
      Math.max(DEFAULTS[moment.kind], ...this.#of(all, moment).map(({ price }) => price));
    const all = [this.#sure, this.#possible, this.#learned].map(dearest);
    return this.#told(moment) ?? Math.min(...all);
  }

  /**
   * Credits by which a request took more than could be known when a later one begins: more than its share of what a reading
   * has shown of it by then, or than a price that was seen, which may be outdated or look lower by a refund.
   */
  surprise(sent: Sent, later: Sent): number {
    const share = this.#shareOf(sent, later);
    if (share !== undefined) return Math.max(0, sent.taken - share);
    const moments = [sent, { ...later, kind: sent.kind }];
    const seen = moments.find((one) => this.isProved(one));
    return seen === undefined ? 0 : Math.max(0, sent.taken - sent.found * this.believed(seen));
  }

  /** What readings had shown of a request when another one began: its share of what all between them took. */
  #shareOf(earlier: Sent, { command, begun }: Sent): number | undefined {
    // What the user says that a record costs counts for all of them.
    if (this.#told({ command, kind: earlier.kind }) !== undefined) return undefined;
    const last = this.#quiet.find(
      ({ at, noted }) => at >= earlier.endedAt + BALANCE_LAG && noted <= begun,
    );
    const first = this.#settled.findLast(({ noted }) => noted <= earlier.begun);
    // In a longer time others may have spent it.
    if (last === undefined || first === undefined || last.at - first.at > SHORT) return undefined;
    const between = this.takings.sents.filter(
      (sent) => sent.begun >= first.noted && !(sent.begun > last.asked) && sent.taken > 0,
    );
    const taken = between.reduce((sum, sent) => sum + sent.taken, 0);
    if (last.used - first.used < taken - TOLERANCE) return undefined;
    const usual = (sent: Sent) => sent.found * this.believed(sent);
    const expected = between.reduce((sum, sent) => sum + usual(sent), 0);
    return expected === 0 ? undefined : (taken * usual(earlier)) / expected;
  }

  #told({ command, kind }: Pick<Sent, 'command' | 'kind'>): number | undefined {
    return this.takings.toldTo(command, kind);
  }

  #of(all: readonly Observation[], { kind, begun }: Moment): readonly Observation[] {
    const { plan } = this.takings.readings.findLast(({ noted }) => noted <= begun) ?? {};
    const isOf = (one: Observation) => one.kind === kind && one.plan === plan && one.noted <= begun;
    return all.filter(isOf).slice(-NEWEST);
  }
}

function quietReadings({ readings, sents }: Takings, endOf: (sent: Sent) => number): Reading[] {
  return readings.filter(
    ({ asked, noted }) => !sents.some((sent) => sent.begun <= noted && endOf(sent) > asked),
  );
}

/** The movements of the balance between readings with nothing outstanding, over the records of one kind. */
function observations(
  { sents, readings }: Pick<Takings, 'sents' | 'readings'>,
  quiet: readonly Reading[],
) {
  const made: { kind: Endpoint; plan: string; price: number; noted: number }[] = [];
  // Where the used credits began again, or were given back, a movement is no price.
  const falls = readings.filter(({ used }, at) => used < (readings[at - 1]?.used ?? 0) - TOLERANCE);
  let since: Reading | undefined;
  for (const reading of quiet) {
    const before = since;
    const between = sents.filter(
      ({ begun, found }) =>
        before !== undefined && begun >= before.noted && begun <= reading.asked && found > 0,
    );
    // What was charged is not shown yet. After an hour it never will be: a period began unseen.
    const isAwaited = between.some(({ endedAt }) => reading.at - endedAt < SHORT);
    if (before?.used === reading.used && isAwaited) continue;
    since = reading;
    const { plan, noted } = reading;
    if (before === undefined || before.plan !== plan) continue;
    if (falls.some((fall) => fall.noted > before.noted && fall.noted <= noted)) continue;
    const kind = between[0]?.kind;
    if (kind === undefined || between.some((sent) => sent.kind !== kind)) continue;
    const found = between.reduce((sum, sent) => sum + sent.found, 0);
    const price = (reading.used - before.used) / found;
    // In a longer time others may have spent it.
    const isOthers = reading.at - before.at > SHORT && price > DEFAULTS[kind];
    if (price > 0 && price <= DEAREST && !isOthers) made.push({ kind, plan, price, noted });
  }
  return made;
}
