import type { Endpoint } from '../model/account.js';
import type { Sent } from '../model/sent.js';
import type { Reading, Takings } from './takings.js';

/** What a record is held to cost while nothing else is known (money rule 4). */
const DEFAULTS: Readonly<Record<Endpoint, number>> = { cpf: 1, cnpj: 1, realtime: 1.5 };
const DEAREST = 10;
const NEWEST = 3;
const TOLERANCE = 1e-6;

interface Observation {
  readonly kind: Endpoint;
  readonly plan: string;
  readonly price: number;
  readonly noted: number;
}

/** What commands could know of prices, by the letter of money rule 4. */
export class BelievedPrices {
  /** Where nothing was in doubt. */
  readonly #sure: readonly Observation[];
  /** Where a request whose outcome is unknown is left out. */
  readonly #possible: readonly Observation[];

  constructor(readonly takings: Takings) {
    this.#sure = observations(takings, (sent) => sent.ended + 1_000);
    this.#possible = observations(takings, ({ isLost, ended, begun }) => (isLost ? begun : ended));
  }

  /** Whether anything shows the price of its kind when a request begins. */
  isProved({ kind, begun }: Sent): boolean {
    return (
      this.#told({ kind, begun }) !== undefined || this.#of(this.#possible, kind, begun).length > 0
    );
  }

  /** The least that a record may be held to cost when a request begins. */
  believed({ kind, begun }: Sent): number {
    const told = this.#told({ kind, begun });
    if (told !== undefined) return told;
    const dearest = (all: readonly Observation[]) =>
      Math.max(DEFAULTS[kind], ...this.#of(all, kind, begun).map(({ price }) => price));
    return Math.min(dearest(this.#sure), dearest(this.#possible));
  }

  /** Credits by which a request took more than could be known; only a price that was seen may be outdated. */
  surprise(sent: Sent): number {
    if (!this.isProved(sent)) return 0;
    return Math.max(0, sent.taken - sent.found * this.believed(sent));
  }

  /** Whether a reading had shown what a request took when another one began. */
  isShown(earlier: Sent, { begun }: Sent): boolean {
    const { readings, sents } = this.takings;
    if (this.#told(earlier) !== undefined) return false;
    const last = readings.find(({ at, noted }) => at >= earlier.ended && noted <= begun);
    const first = readings.findLast(({ noted }) => noted <= earlier.begun);
    if (last === undefined || first === undefined) return false;
    const between = sents.filter(
      (sent) => sent.begun >= first.noted && !(sent.begun > last.asked) && sent.taken > 0,
    );
    const taken = between.reduce((sum, sent) => sum + sent.taken, 0);
    return last.used - first.used >= taken - TOLERANCE;
  }

  #told({ kind, begun }: Pick<Sent, 'kind' | 'begun'>): number | undefined {
    return this.takings.told.findLast((told) => told.kind === kind && told.at <= begun)?.price;
  }

  #of(all: readonly Observation[], kind: Endpoint, moment: number): readonly Observation[] {
    const { plan } = this.takings.readings.findLast(({ noted }) => noted <= moment) ?? {};
    const known = all.filter(
      (one) => one.kind === kind && one.plan === plan && one.noted <= moment,
    );
    return known.slice(-NEWEST);
  }
}

/** The movements of the balance between two readings with nothing outstanding, over the records of one kind. */
function observations({ readings, sents }: Takings, endOf: (sent: Sent) => number): Observation[] {
  const isQuiet = ({ asked, noted }: Reading) =>
    !sents.some((sent) => sent.begun <= noted && endOf(sent) > asked);
  const made: Observation[] = [];
  let before: Reading | undefined;
  for (const reading of readings.filter(isQuiet)) {
    const since = before;
    before = reading;
    if (since === undefined || since.plan !== reading.plan) continue;
    const between = sents.filter(
      ({ begun, found }) => begun >= since.noted && begun <= reading.asked && found > 0,
    );
    const kind = between[0]?.kind;
    if (kind === undefined || between.some((sent) => sent.kind !== kind)) continue;
    const found = between.reduce((sum, sent) => sum + sent.found, 0);
    const price = (reading.used - since.used) / found;
    if (price > 0 && price <= DEAREST)
      made.push({ kind, plan: reading.plan, price, noted: reading.noted });
  }
  return made;
}
