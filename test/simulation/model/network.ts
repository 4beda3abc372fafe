import type { Kind } from '../kinds.js';
import type { Random } from '../random.js';
import type { Told } from './service.js';

/** What becomes of one request. `handled`: it reaches the service. */
export type Passage =
  | { readonly type: 'answered' | 'unreachable' | 'garbled' }
  | { readonly type: 'lost'; readonly handled: boolean; readonly how: 'dropped' | 'timeout' }
  | { readonly type: 'status'; readonly handled: boolean; readonly told: Told };

/**
 * Whether a 5xx of this request never charges: a company (spec, "Credit effects of errors"), or a GET that may be
 * repeated after a 500 (spec, "Retry rules").
 */
interface IsFree {
  readonly after500: boolean;
  readonly after5xx: boolean;
}

/** Statuses that the spec lists for no endpoint: a proxy's. */
const UNLISTED = [301, 405, 408, 409, 413, 425, 451, 499, 520];

function told(status: number, handled: boolean, headers = {}): Passage {
  const body = { success: false, data: null, error: { message: 'Serviço indisponível' } };
  return { type: 'status', handled, told: { status, headers, body } };
}

const lost = (handled: boolean, how: 'dropped' | 'timeout'): Passage => ({
  ...{ type: 'lost', handled, how },
});

const faults: Readonly<Partial<Record<Kind, (random: Random, isFree: IsFree) => Passage>>> = {
  rate_limit: (random) => told(429, false, { 'retry-after': String(random.int(1, 60)) }),
  bad_gateway: () => told(502, false),
  unavailable: () => told(503, false),
  error_500: () => told(500, false),
  error_500_after: (_, { after500 }) => told(500, !after500),
  gateway_504: () => told(504, false),
  gateway_504_after: (_, { after5xx }) => told(504, !after5xx),
  unlisted_status: (random) => told(random.pick(UNLISTED), false),
  unlisted_status_after: (random, { after5xx }) => {
    const status = random.pick(UNLISTED);
    return told(status, !(after5xx && status >= 500));
  },
  dropped_before: () => lost(false, 'dropped'),
  dropped_after: () => lost(true, 'dropped'),
  timeout_before: () => lost(false, 'timeout'),
  timeout_after: () => lost(true, 'timeout'),
  garbled: () => ({ type: 'garbled' }),
  unreachable: () => ({ type: 'unreachable' }),
};

export class Network {
  readonly #share: number;
  readonly #faults: readonly NonNullable<(typeof faults)[Kind]>[];
  count = 0;

  constructor(
    readonly random: Random,
    kinds: ReadonlySet<Kind>,
  ) {
    this.#share = random.pick([0.02, 0.1, 0.3]);
    const chosen = Object.entries(faults).filter(([kind]) => kinds.has(kind as Kind));
    this.#faults = chosen.map(([, fault]) => fault);
  }

  passage(isFree: IsFree): Passage {
    const { random } = this;
    // Where money may be taken, the weather is worse.
    const share = isFree.after500 ? this.#share : Math.min(0.5, this.#share * 3);
    if (this.#faults.length === 0 || !random.chance(share)) return { type: 'answered' };
    this.count += 1;
    return random.pick(this.#faults)(random, isFree);
  }
}
