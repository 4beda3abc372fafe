import fc from 'fast-check';
import { expect, it } from 'vitest';
import type {
  AccountTerms,
  ChargeableRequest,
  Measurement,
  MeasuredReading,
} from '../../src/ledger/index.js';
import { measure, SECOND_READING_AFTER } from '../../src/money/meter.js';
import { goldenTable } from '../helpers/golden.js';
import { measured, request } from './support.js';

interface Case {
  readonly base?: MeasuredReading | null;
  readonly laterReadings?: readonly MeasuredReading[];
  readonly requests?: readonly ChargeableRequest[];
  readonly used?: number;
  /** Tick of the question, as seconds; the answer is a tick later. */
  readonly asked?: number;
  readonly hasEndedLately?: boolean;
  readonly hasShownExtra?: boolean;
  readonly terms?: AccountTerms;
}

const BASE = measured([5, 100]);

/** What a reading shows that is asked for at tick 19, after one of 100 used credits. */
function show({ base = BASE, used = 100, asked = 19, ...given }: Case): Measurement {
  const { laterReadings = [], requests = [], terms = {} } = given;
  const { hasEndedLately = true, hasShownExtra = false } = given;
  const reading = {
    account: 'u',
    keyFingerprint: 'k',
    before: asked,
    askedAt: asked * 1000,
    at: (asked + 1) * 1000,
    plan: 'Básico',
    used,
    remaining: 1000 - used,
  };
  return measure({
    reading,
    base: base ?? undefined,
    laterReadings,
    requests,
    hasEndedLately,
    hasShownExtra,
    terms,
  });
}

const done = request({ ended: 19, found: 7 });
const running = request();
const whileRead = request({ ended: 20, found: 7 });
/** A doubt that may be charged until the second. */
const doubt = (until: number) => request({ openUntil: until * 1000 });

const candidate = measured([5, 107], { unagreed: { 'cpf 1': 7 } });
const later = 5 + SECOND_READING_AFTER / 1000;
const owing = (owed: number) => measured([5, 100], { owed });
const longAgo = { hasEndedLately: false };

const rows: readonly (readonly [title: string, given: Case])[] = [
  ['a reading between two requests is quiet', { requests: [done], used: 107 }],
  ['a reading during a request is not quiet', { requests: [running] }],
  ['a reading is not quiet if a request ended while it was taken', { requests: [whileRead] }],
  [
    'a reading is not quiet if a request ended while it was taken, even after a newer reading',
    {
      base: measured([25, 107]),
      asked: 13,
      requests: [request({ ended: 14, found: 7 })],
      used: 107,
    },
  ],
  ['a reading is not quiet while a doubt may still be charged', { requests: [doubt(20)] }],
  ['a reading is quiet after the settle time of a doubt', { requests: [doubt(19)] }],
  ['records that the balance does not show yet are owed', { requests: [done], used: 103 }],
  ['nothing is owed if no request ended lately', { requests: [done], used: 103, ...longAgo }],
  ['charges beyond our own records are extra', { requests: [done], used: 114 }],
  [
    'each record counts at the price of its request',
    { requests: [{ ...done, price: 2 }], used: 114 },
  ],
  ['charges pay off what was owed before they count as extra', { base: owing(4), used: 105 }],
  ['charges are not extra if no request of ours can cause them', { used: 400, ...longAgo }],
  [
    'charges are extra after records that no reading has agreed with',
    { base: candidate, used: 114 },
  ],
  ['charges may be late ones after extra was shown', { hasShownExtra: true, used: 104 }],
  [
    'charges are not late ones if no request ended lately',
    { hasShownExtra: true, used: 104, ...longAgo },
  ],
  ['a running request counts at its worst case', { requests: [running], used: 111 }],
  ['a running request is not owed', { requests: [running, done], used: 101 }],
  [
    'extra charges that an earlier reading has shown are not counted again',
    { laterReadings: [measured([9, 110], { extra: 3 })], requests: [done], used: 112 },
  ],
  [
    'the first reading of an account starts over and owes the records found lately',
    { base: null, requests: [done], used: 900 },
  ],
  [
    'a reading starts over when the used credits fell, and keeps what was owed',
    { base: owing(2), requests: [done], used: 3 },
  ],
  [
    'a reading starts over when the used credits fell since the last quiet reading',
    { laterReadings: [measured([9, 50])], requests: [done], used: 150 },
  ],
  ['a reading starts over after a doubt', { requests: [doubt(12)], used: 180 }],
  [
    'a reading beside a doubt owes what was found and may not be shown yet',
    { base: owing(4), requests: [doubt(12), done], used: 112 },
  ],
  [
    'a reading beside a doubt that may be all that was charged owes everything',
    { base: owing(4), requests: [doubt(12), done], used: 107 },
  ],
  [
    'a reading starts over after an earlier doubt was adopted',
    { requests: [request({ begun: 3, ended: 15, found: 9 })], used: 109 },
  ],
  [
    'a request that ended before the last quiet reading changes nothing',
    { requests: [request({ begun: 3, ended: 5, found: 9 }), done], used: 114 },
  ],
  [
    'a doubt that was over before the last quiet reading changes nothing',
    { requests: [{ ...doubt(4), begun: 3 }, done], used: 114 },
  ],
  [
    'a second reading 5 s later that says the same agrees',
    { base: candidate, used: 107, asked: later },
  ],
  ['a second reading agrees no sooner', { base: candidate, used: 107, asked: later - 1 }],
  ['a second reading that shows more does not agree', { base: candidate, used: 108, asked: later }],
  [
    'a second reading after more records does not agree',
    { base: candidate, requests: [done], used: 114, asked: 30 },
  ],
  [
    'a reading agrees at once if no request ended lately',
    { requests: [done], used: 107, ...longAgo },
  ],
  [
    'a reading that shows less agrees if no request ended lately, and says that less was charged',
    { requests: [done], used: 105, ...longAgo },
  ],
  [
    'the first reading agrees if the service runs in this process',
    { requests: [done], used: 107, terms: { isSandbox: true } },
  ],
  ['a reading that still owes something does not agree', { requests: [done], used: 106 }],
  [
    'a reading that still owes something does not agree even if the service runs in this process',
    { requests: [done], used: 106, terms: { isSandbox: true } },
  ],
  ['a reading that shows extra charges does not agree', { requests: [done], used: 108 }],
  ['a reading after charges by others does not agree', { base: candidate, used: 300, ...longAgo }],
  [
    'a reading while a request runs does not agree',
    { base: candidate, requests: [running], used: 107, asked: 30 },
  ],
  [
    'a reading after a doubt does not agree',
    { base: candidate, requests: [doubt(12)], used: 107, asked: 30 },
  ],
  [
    'a reading of a shared account does not agree',
    { base: null, requests: [done], used: 107, terms: { shared: true } },
  ],
];

goldenTable('readings of the balance', 'money/golden/meter.txt', rows, ([, given]) => {
  const { owed, extra, agreed, unagreed, ...is } = show(given);
  const words = Object.entries(is).map(([name, value]) => (value ? name : ''));
  const unagreedWith = Object.entries(unagreed).map(([price, found]) => `${found} at ${price}`);
  const parts = [...words, `owed ${owed}`, `extra ${extra}`];
  if (agreed.length > 0) parts.push(`agrees with ${agreed.join()}`);
  if (unagreedWith.length > 0) parts.push(`not agreed: ${unagreedWith.join()}`);
  return Promise.resolve(`${parts.filter(Boolean).join('; ')}\n`);
});

it('extra and owed account for every credit of quiet readings, whatever the order of charges and readings', () => {
  const step = fc.record({
    found: fc.nat(9),
    /** What the balance moved by: late charges, and what others spent. */
    moved: fc.nat(20),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
      let base = measured([1, 0]);
      let [ours, moved, extra, hasShownExtra] = [0, 0, 0, false];
      for (const [at, one] of steps.entries()) {
        const tick = 10 + 10 * at;
        const own = request({ begun: tick - 8, ended: tick - 4, found: one.found });
        const used = base.used + one.moved;
        const shown = show({ base, requests: [own], used, asked: tick, hasShownExtra });
        [ours, moved, extra] = [ours + one.found, moved + one.moved, extra + shown.extra];
        const hasUnagreed = hasShownExtra || Object.keys(base.unagreed).length > 0;
        const isIdle = one.found === 0 && base.owed === 0 && !hasUnagreed;
        // What moves while nothing of ours is charged is of others, and no extra.
        if (isIdle) moved -= one.moved;
        expect(ours - moved).toBe(shown.owed - extra);
        const { owed, unagreed } = shown;
        hasShownExtra ||= shown.extra > 0;
        base = { ...measured([tick + 1, used]), owed, extra: shown.extra, unagreed };
      }
    }),
  );
});
