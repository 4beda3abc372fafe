import type { Kind } from '../kinds.js';
import type { Random } from '../random.js';
import type { Told } from './service.js';

/** What becomes of one request. `handled`: it reaches the service. */
export type Passage =
  | { readonly type: 'answered' | 'unreachable' | 'garbled' }
  | { readonly type: 'lost'; readonly handled: boolean; readonly how: 'dropped' | 'timeout' }
  | { readonly type: 'status'; readonly handled: boolean; readonly told: Told };

/** Statuses that the spec lists for no endpoint: a proxy's. */
const UNLISTED = [301, 405, 408, 409, 413, 425, 451, 499, 520];

function told(status: number, handled: boolean, headers = {}): Passage {
  const body = { success: false, data: null, error: { message: 'Serviço indisponível' } };
  return { type: 'status', handled, told: { status, headers, body } };
}

const lost = (handled: boolean, how: 'dropped' | 'timeout'): Passage => {
  return { type: 'lost', handled, how };
};

const faults: Readonly<Partial<Record<Kind, (random: Random, isFree: boolean) => Passage>>> = {
  rate_limit: (random) => told(429, false, { 'retry-after': String(random.int(1, 60)) }),
  bad_gateway: () => told(502, false),
  unavailable: () => told(503, false),
  error_500: () => told(500, false),
  error_500_after: (_, isFree) => told(500, !isFree),
  gateway_504: () => told(504, false),
  gateway_504_after: (_, isFree) => told(504, !isFree),
  unlisted_status: (random) => told(random.pick(UNLISTED), false),
  unlisted_status_after: (random, isFree) => {
    const status = random.pick(UNLISTED);
    return told(status, !(isFree && status >= 500));
  },
  dropped_before: () => lost(false, 'dropped'),
  dropped_after: () => lost(true, 'dropped'),
  timeout_before: () => lost(false, 'timeout'),
  timeout_after: () => lost(true, 'timeout'),
  garbled: () => ({ type: 'garbled' }),
  unreachable: () => ({ type: 'unreachable' }),
};

/** What becomes of a request for the balance while it fails. */
const AWAY = [told(500, false), told(503, false), lost(true, 'timeout')];
/** The longest (ms) a request is on its way to the service: nobody waits longer for it. */
const LONGEST_WAY = 55_000;
/** The longest (ms) that a balance takes to come. */
const SLOWEST_BALANCE = 7_000;

export class Network {
  readonly #share: number;
  readonly #faults: readonly NonNullable<(typeof faults)[Kind]>[];
  count = 0;
  #awayUntil = -Infinity;

  constructor(
    readonly random: Random,
    readonly kinds: ReadonlySet<Kind>,
  ) {
    this.#share = random.pick([0.02, 0.1, 0.3]);
    const chosen = Object.entries(faults).filter(([kind]) => kinds.has(kind as Kind));
    this.#faults = chosen.map(([, fault]) => fault);
  }

  passage(method: string, path: string, now: number): Passage {
    const { random } = this;
    if (path === '/quota' && this.#isBalanceAway(now)) return random.pick(AWAY);
    // Where most money may be taken, the weather is worse.
    const share = method === 'GET' ? this.#share : Math.min(0.5, this.#share * 3);
    if (this.#faults.length === 0 || !random.chance(share)) return { type: 'answered' };
    this.count += 1;
    // A 5xx of a company never charges (spec, "Credit effects of errors").
    return random.pick(this.#faults)(random, method === 'GET' && path.startsWith('/cnpj/'));
  }

  #isBalanceAway(now: number): boolean {
    const { random } = this;
    if (!this.kinds.has('balance_fails')) return false;
    if (random.chance(0.1))
      this.#awayUntil = now + random.pick([3_000, 30_000, 180_000, 1_200_000]);
    return now <= this.#awayUntil;
  }

  /** How long (ms) a request takes to the service, and its answer back. */
  ways(path: string, passage: Passage): { readonly there: number; readonly back: number } {
    const { random } = this;
    const isLate = passage.type === 'lost' && passage.how === 'timeout';
    const there = isLate ? random.int(0, LONGEST_WAY) : random.int(5, 400);
    const back = random.int(5, 400);
    if (path !== '/quota' || !this.kinds.has('slow_balance')) return { there, back };
    const slow = random.int(0, Math.max(0, SLOWEST_BALANCE - there - back));
    return random.chance(0.5) ? { there: there + slow, back } : { there, back: back + slow };
  }
}
