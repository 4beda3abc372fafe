import type { Kind } from '../kinds.js';
import type { Random } from '../random.js';
import type { Told } from './service.js';

/** What becomes of one request. `handled`: it reaches the service. */
export type Passage =
  | { readonly type: 'answered' }
  | { readonly type: 'unreachable' }
  | { readonly type: 'lost'; readonly handled: boolean; readonly how: 'dropped' | 'timeout' }
  | { readonly type: 'garbled' }
  | { readonly type: 'status'; readonly handled: boolean; readonly told: Told };

const faults = [
  'rate_limit',
  'bad_gateway',
  'unavailable',
  'error_500',
  'error_500_after',
  'gateway_504',
  'gateway_504_after',
  'unlisted_status',
  'unlisted_status_after',
  'dropped_before',
  'dropped_after',
  'timeout_before',
  'timeout_after',
  'garbled',
  'unreachable',
] as const satisfies readonly Kind[];

/** The weather between a client and the service. */
export class Network {
  /** The share of requests with a fault. */
  readonly #share: number;
  readonly #faults: readonly (typeof faults)[number][];
  count = 0;

  constructor(
    readonly random: Random,
    kinds: ReadonlySet<Kind>,
  ) {
    this.#share = random.pick([0.02, 0.1, 0.3]);
    this.#faults = faults.filter((fault) => kinds.has(fault));
  }

  /**
   * `isFree`: a 5xx of this request never charges: a company (spec, "Credit effects of errors"), or a GET that
   * may be repeated after a 500 (spec, "Retry rules").
   */
  passage(isFree: { readonly after500: boolean; readonly after5xx: boolean }): Passage {
    const { random } = this;
    // Where money may be taken, the weather is worse.
    const share = isFree.after500 ? this.#share : Math.min(0.5, this.#share * 3);
    if (this.#faults.length === 0 || !random.chance(share)) return { type: 'answered' };
    this.count += 1;
    const fault = random.pick(this.#faults);
    switch (fault) {
      case 'rate_limit':
        return told(429, false, { 'retry-after': String(random.int(1, 60)) });
      case 'bad_gateway':
        return told(502, false);
      case 'unavailable':
        return told(503, false);
      case 'error_500':
      case 'gateway_504':
        return told(fault === 'error_500' ? 500 : 504, false);
      case 'error_500_after':
        return told(500, !isFree.after500);
      case 'gateway_504_after':
        return told(504, !isFree.after5xx);
      case 'unlisted_status':
        return told(random.pick(UNLISTED), false);
      case 'unlisted_status_after':
        return unlistedAfter(random.pick(UNLISTED), isFree.after5xx);
      case 'dropped_before':
      case 'dropped_after':
        return { type: 'lost', handled: fault === 'dropped_after', how: 'dropped' };
      case 'timeout_before':
      case 'timeout_after':
        return { type: 'lost', handled: fault === 'timeout_after', how: 'timeout' };
      case 'garbled':
      case 'unreachable':
        return { type: fault };
    }
  }
}

/** Statuses that the spec lists for no endpoint: a proxy's. */
const UNLISTED = [301, 405, 408, 409, 413, 425, 451, 499, 520];

/** "5xx on CNPJ lookup consumes no credit" (spec, "Credit effects of errors"). */
function unlistedAfter(status: number, isFreeAfter5xx: boolean): Passage {
  return told(status, !(isFreeAfter5xx && status >= 500));
}

function told(status: number, handled: boolean, headers = {}): Passage {
  const body = { success: false, data: null, error: { message: 'Serviço indisponível' } };
  return { type: 'status', handled, told: { status, headers, body } };
}
