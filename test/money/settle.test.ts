import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PRICES, knownPrices } from '../../src/money/price.js';
import type { BalanceReading, ChargeableRequest } from '../../src/ledger/index.js';
import { verdictOn } from '../../src/money/settle.js';
import { readings, request } from './support.js';

const SETTLE = 660_000;
const HOUR = 3_600_000;
const proved = {
  cpf: { price: 1, isProved: true, most: 1 },
  cnpj: { price: 1, isProved: true, most: 1 },
  realtime: { price: 1.5, isProved: true, most: 1.5 },
};
const unproved = { ...proved, cpf: { price: 1, isProved: false, most: 5 } };
const doubtful = request({ begun: 10, isDoubtful: true, items: 10 });

interface Case {
  readonly readings: readonly BalanceReading[];
  readonly requests?: readonly ChargeableRequest[];
  readonly elapsed?: number;
  readonly prices?: typeof proved;
}

function decide({ readings: all, requests = [], elapsed = SETTLE, prices = proved }: Case) {
  const book = { readings: all, requests: [doubtful, ...requests] };
  return verdictOn({ begun: 10, elapsed, settle: SETTLE }, book, prices);
}

describe('a request with an unknown outcome may be sent again', () => {
  it('when the balance did not move and the settle time has passed', () => {
    expect(decide({ readings: readings([5, 100], [20, 100]) })).toEqual({ decision: 'resend' });
  });

  it('not before the settle time has passed', () => {
    const early = decide({ readings: readings([5, 100], [20, 100]), elapsed: SETTLE - 1 });
    expect(early).toEqual({ decision: 'wait', ms: 1 });
  });

  it('when our own requests explain every credit', () => {
    const own = request({ begun: 6, ended: 15, found: 7 });
    expect(decide({ readings: readings([5, 100], [20, 107]), requests: [own] }).decision).toBe(
      'resend',
    );
  });

  it('when an earlier reading is the last one whose own charges are known to a credit', () => {
    const own = request({ begun: 6, ended: 15, found: 7 });
    const all = readings([5, 100], [9, 103], [20, 107]);
    expect(decide({ readings: all, requests: [own] }).decision).toBe('resend');
  });
});

describe('only the user decides', () => {
  const own = request({ begun: 6, ended: 15, found: 7 });
  it.each<[string, Case, string]>([
    ['without a reading before the request', { readings: readings([20, 100]) }, 'no_reading'],
    ['without a reading at all', { readings: [] }, 'no_reading'],
    ['when the balance moved', { readings: readings([5, 100], [20, 110]) }, 'moved'],
    ['when it moved by a part', { readings: readings([5, 100], [20, 100.5]) }, 'moved'],
    [
      'when it moved once, and a later reading hides it in our own charges',
      { readings: readings([5, 100], [12, 110], [20, 107]), requests: [own] },
      'fell',
    ],
    [
      'when a reading in between is above what our own requests explain',
      {
        readings: readings([5, 100], [12, 108], [20, 110]),
        requests: [
          request({ begun: 6, ended: 15, found: 7 }),
          request({ begun: 16, ended: 18, found: 3 }),
        ],
      },
      'moved',
    ],
    [
      'when our own charges are larger than the move',
      { readings: readings([5, 100], [20, 104]), requests: [own] },
      'moved',
    ],
    [
      'when nothing proves the price of our own charges',
      { readings: readings([5, 100], [20, 107]), requests: [own], prices: unproved },
      'price_unknown',
    ],
    ['after a refund or a renewal', { readings: readings([5, 100], [20, 90]) }, 'fell'],
    [
      'after a refund while others run',
      { readings: readings([5, 100], [20, 90]), requests: [request({ begun: 8, ended: null })] },
      'fell',
    ],
    [
      'after a change of the plan',
      { readings: readings([5, 100], [20, 100, { plan: 'Micro' }]) },
      'plan_changed',
    ],
    [
      'when nothing was used before, and more than an hour has passed',
      { readings: readings([5, 0], [20, 0, { at: HOUR + 5_001 }]) },
      'period',
    ],
    [
      'when so little was used before that others may have used as much after a renewal that nobody saw',
      { readings: readings([5, 10], [20, 10, { at: HOUR + 5_001 }]) },
      'period',
    ],
    [
      'when nothing was used before, and the clock was set back, so that nobody knows how much time has passed',
      { readings: readings([5, 0, { at: 2 * HOUR }], [20, 0, { at: HOUR }]) },
      'period',
    ],
    [
      'when the clock was set back on the free plan',
      {
        readings: readings(
          [5, 30, { plan: 'Grátis', at: 2 * HOUR }],
          [20, 30, { plan: 'Grátis', at: HOUR }],
        ),
      },
      'period',
    ],
    [
      "when a month of the free plan began, in the service's time zone",
      {
        readings: readings(
          [5, 30, { plan: 'Grátis', at: Date.UTC(2026, 10, 30, 23, 59) }],
          [20, 30, { plan: 'Grátis', at: Date.UTC(2026, 11, 1) }],
        ),
      },
      'period',
    ],
    [
      'when nothing was used in readings that are each within an hour, but not together',
      {
        readings: readings([5, 0], [12, 0, { at: 5_000 + HOUR }], [20, 0, { at: 5_001 + HOUR }]),
      },
      'period',
    ],
    [
      'when the plan changed between the two last readings before the request',
      {
        readings: readings([5, 100, { plan: 'Micro' }], [9, 103], [20, 107]),
        requests: [own],
      },
      'plan_changed',
    ],
    [
      'without a reading at which our own charges were known',
      {
        readings: readings([5, 100], [20, 107]),
        requests: [request({ begun: 2, ended: 15, found: 7 })],
      },
      'no_reading',
    ],
  ])('%s', (_, given, why) => {
    expect(decide(given)).toEqual({ decision: 'ask', why });
  });
});

it('nothing used within the hour before is not a renewal', () => {
  const all = readings([5, 0], [20, 0, { at: HOUR + 5_000 }]);
  expect(decide({ readings: all }).decision).toBe('resend');
});

it('a long time after credits were used is not a renewal', () => {
  const all = readings([5, 100], [20, 100, { at: 10 * HOUR }]);
  expect(decide({ readings: all }).decision).toBe('resend');
});

it('the free plan does not renew within a month', () => {
  const plan = 'Grátis';
  const [first, last] = [Date.UTC(2026, 10, 2), Date.UTC(2026, 10, 30)];
  const all = readings([5, 0, { plan, at: first }], [20, 0, { plan, at: last }]);
  expect(decide({ readings: all }).decision).toBe('resend');
});

it('a job that is processing must end first', () => {
  const running = request({ begun: 12, ended: null });
  expect(decide({ readings: readings([5, 100], [20, 100]), requests: [running] })).toEqual({
    decision: 'busy',
  });
});

it('a request that ended during the reading makes another reading necessary', () => {
  const ended = request({ begun: 12, ended: 20, found: 1 });
  expect(decide({ readings: readings([5, 100], [20, 101]), requests: [ended] })).toEqual({
    decision: 'read_again',
  });
});

it('whatever happens in between, a request that was charged is never sent again', () => {
  const event = fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: fc.constant('read' as const), lag: fc.nat(2) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('own' as const),
        found: fc.nat(5),
        lasts: fc.nat(3),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('foreign' as const), credits: fc.nat(10) }),
    },
  );
  const price = fc.constantFrom(0.5, 1, 2);
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 12 }),
      fc.array(event, { maxLength: 12 }),
      price,
      fc.integer({ min: 1, max: 10 }),
      (before, since, cpf, charged) => {
        const world = new World(cpf);
        world.play([{ type: 'read', lag: 0 }, ...before, { type: 'read', lag: 0 }]);
        const begun = world.tick();
        world.used += charged * cpf;
        world.requests.push(request({ begun, isDoubtful: true, items: 10 }));
        world.play([...since, { type: 'read', lag: 0 }]);
        world.endAll();
        world.play([{ type: 'read', lag: 0 }]);
        const prices = knownPrices(world, { ...DEFAULT_PRICES, cpf });
        const verdict = verdictOn({ begun, elapsed: SETTLE, settle: SETTLE }, world, prices);
        expect(verdict.decision).not.toBe('resend');
      },
    ),
    { numRuns: 1000 },
  );
});

type Event =
  | { readonly type: 'read'; readonly lag: number }
  | { readonly type: 'own'; readonly found: number; readonly lasts: number }
  | { readonly type: 'foreign'; readonly credits: number };

/** An account with charges in a random order; it never falls. */
class World {
  used = 50;
  readonly readings: BalanceReading[] = [];
  readonly requests: ChargeableRequest[] = [];
  #tick = 0;
  #open: { at: number; lasts: number; charge: number }[] = [];

  constructor(readonly price: number) {}

  tick(): number {
    this.#tick += 1;
    return this.#tick;
  }

  play(events: readonly Event[]): void {
    for (const event of events) {
      if (event.type === 'foreign') this.used += event.credits;
      else if (event.type === 'own') this.#begin(event.found, event.lasts);
      else this.#read(event.lag);
      this.#open.forEach((open) => (open.lasts -= 1));
      this.#endDue();
    }
  }

  endAll(): void {
    this.#open.forEach((open) => (open.lasts = 0));
    this.#endDue();
  }

  #begin(found: number, lasts: number): void {
    const begun = this.tick();
    this.requests.push(request({ begun, ended: null, found: 0, items: 5 }));
    this.#open.push({ at: this.requests.length - 1, lasts, charge: found });
  }

  /** The service charges before it answers. `lag`: requests that end between the reading and its storing. */
  #read(lag: number): void {
    const before = this.tick();
    const { used } = this;
    for (const open of this.#open.slice(0, lag)) open.lasts = 0;
    this.#endDue();
    const after = this.tick();
    this.readings.push({ before, after, at: after * 1000, plan: 'Básico', used, remaining: 500 });
  }

  #endDue(): void {
    for (const { at, charge } of this.#open.filter(({ lasts }) => lasts <= 0)) {
      this.used += charge * this.price;
      const open = this.requests[at];
      if (open) this.requests[at] = { ...open, ended: this.tick(), found: charge };
    }
    this.#open = this.#open.filter(({ lasts }) => lasts > 0);
  }
}
