import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  AccountTerms,
  ChargeableRequest,
  Measured,
  MeasuredReading,
} from '../../src/ledger/index.js';
import { measure, SECOND_READING_AFTER } from '../../src/money/meter.js';
import { measured, request } from './support.js';

interface Case {
  readonly base?: MeasuredReading | null;
  readonly since?: readonly MeasuredReading[];
  readonly requests?: readonly ChargeableRequest[];
  readonly used?: number;
  /** Tick of the question, as seconds; the answer is a tick later. */
  readonly asked?: number;
  readonly hasEndedLately?: boolean;
  readonly terms?: AccountTerms;
}

const BASE = measured([5, 100]);

/** What a reading shows that is asked for at tick 19, after one of 100 used credits. */
function show({ base = BASE, used = 100, asked = 19, ...given }: Case): Measured {
  const { since = [], requests = [], hasEndedLately = true, terms = {} } = given;
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
  return measure({ reading, base: base ?? undefined, since, requests, hasEndedLately, terms });
}

const done = request({ ended: 15, found: 7 });
const running = request();
/** A doubt that may be charged until the second. */
const doubt = (until: number) => request({ openUntil: until * 1000 });

describe('a reading of the balance', () => {
  it.each<[string, Case, Partial<Measured>]>([
    ['a reading between two requests is quiet', { requests: [done], used: 107 }, { isQuiet: true }],
    ['a reading during a request is not quiet', { requests: [running] }, { isQuiet: false }],
    [
      'a reading is not quiet if a request ended while it was taken',
      { requests: [request({ ended: 20 })] },
      { isQuiet: false },
    ],
    [
      'a reading is not quiet if a request ended while it was taken, even after a newer reading',
      {
        base: measured([25, 107]),
        asked: 13,
        requests: [request({ ended: 14, found: 7 })],
        used: 107,
      },
      { isQuiet: false, beginsAnew: false, extra: 0 },
    ],
    [
      'a reading is not quiet while a doubt may still be charged',
      { requests: [doubt(20)] },
      { isQuiet: false },
    ],
    [
      'a reading is quiet after the settle time of a doubt',
      { requests: [doubt(19)] },
      { isQuiet: true },
    ],
    [
      'charges for our own records are not extra',
      { requests: [done], used: 107 },
      { extra: 0, owed: 0 },
    ],
    [
      'records that the balance does not show yet are owed',
      { requests: [done], used: 103 },
      { extra: 0, owed: 4 },
    ],
    [
      'nothing is owed if no request ended lately',
      { requests: [done], used: 103, hasEndedLately: false },
      { owed: 0 },
    ],
    [
      'charges beyond our own records are extra',
      { requests: [done], used: 114 },
      { extra: 7, owed: 0 },
    ],
    [
      'each record counts at the price of its request',
      { requests: [{ ...done, price: 2 }], used: 114 },
      { extra: 0 },
    ],
    [
      'charges pay off what was owed before they count as extra',
      { base: measured([5, 100], { owed: 4 }), used: 105 },
      { extra: 1, owed: 0 },
    ],
    [
      'charges are not extra if no request of ours can cause them',
      { used: 400, hasEndedLately: false },
      { extra: 0 },
    ],
    [
      'charges are extra after records that no reading has agreed with',
      { base: measured([5, 100], { unagreed: { 'cpf 1': 7 } }), used: 107 },
      { extra: 7 },
    ],
    [
      'a running request counts at its worst case',
      { requests: [running], used: 111 },
      { extra: 1 },
    ],
    [
      'a running request is not owed',
      { requests: [running, done], used: 101 },
      { owed: 6, extra: 0 },
    ],
    [
      'extra charges that an earlier reading has shown are not counted again',
      { since: [measured([9, 110], { extra: 3 })], requests: [done], used: 112 },
      { extra: 2 },
    ],
    [
      'the first reading of an account starts over and owes the records found lately',
      { base: null, requests: [done], used: 900 },
      { extra: 0, owed: 7 },
    ],
    [
      'a reading starts over when the used credits fell, and keeps what was owed',
      { base: measured([5, 100], { owed: 2 }), requests: [done], used: 3 },
      { extra: 0, owed: 9 },
    ],
    [
      'a reading starts over when the used credits fell since the last quiet reading',
      { since: [measured([9, 50])], requests: [done], used: 150 },
      { extra: 0, owed: 7 },
    ],
    ['a reading starts over after a doubt', { requests: [doubt(12)], used: 180 }, { extra: 0 }],
    [
      'a reading starts over after an earlier doubt was adopted',
      { requests: [request({ begun: 3, ended: 15, found: 9 })], used: 109 },
      { extra: 0 },
    ],
    [
      'a doubt that was over before the last quiet reading changes nothing',
      { requests: [{ ...doubt(4), begun: 3 }, done], used: 114 },
      { extra: 7 },
    ],
  ])('%s', (_, given, expected) => {
    expect(show(given)).toMatchObject(expected);
  });
});

const candidate = (more: Partial<MeasuredReading> = {}) =>
  measured([5, 107], { unagreed: { 'cpf 1': 7 }, ...more });
const later = 5 + SECOND_READING_AFTER / 1000;

describe('a reading agrees with a price', () => {
  it.each<[string, Case]>([
    [
      'a second reading 5 s later that says the same agrees with a price',
      { base: candidate(), used: 107, asked: later },
    ],
    [
      'a reading agrees with a price if no request ended lately',
      { requests: [done], used: 107, hasEndedLately: false },
    ],
    [
      'a reading that shows less agrees with a price if no request ended lately',
      { requests: [done], used: 105, hasEndedLately: false },
    ],
    [
      'the first reading agrees with a price if the service runs in this process',
      { requests: [done], used: 107, terms: { isImmediate: true } },
    ],
  ])('%s', (_, given) => {
    expect(show(given)).toMatchObject({ agreed: ['cpf 1'], unagreed: {} });
  });

  it.each<[string, Case, Measured['unagreed']]>([
    ['the first reading that shows all records', { requests: [done], used: 107 }, { 'cpf 1': 7 }],
    [
      'a second reading that comes too soon',
      { base: candidate(), used: 107, asked: later - 1 },
      { 'cpf 1': 7 },
    ],
    ['a second reading that shows more', { base: candidate(), used: 108, asked: later }, {}],
    [
      'a second reading after more records',
      { base: candidate(), requests: [done], used: 114, asked: 30 },
      { 'cpf 1': 14 },
    ],
    ['a reading that still owes something', { requests: [done], used: 106 }, { 'cpf 1': 7 }],
    ['a reading that shows extra charges', { requests: [done], used: 108 }, {}],
    [
      'a reading after charges by others',
      { base: candidate(), used: 300, hasEndedLately: false },
      {},
    ],
    [
      'a reading while a request runs',
      { base: candidate(), requests: [running], used: 107, asked: 30 },
      { 'cpf 1': 7 },
    ],
    [
      'a reading after a doubt',
      { base: candidate(), requests: [doubt(12)], used: 107, asked: 30 },
      {},
    ],
    [
      'a reading of a shared account',
      { base: null, requests: [done], used: 107, terms: { shared: true } },
      {},
    ],
  ])('%s does not agree with a price', (_, given, unagreed) => {
    expect(show(given)).toMatchObject({ agreed: [], unagreed });
  });

  it('a reading that agrees says whether less was charged than the records should have cost', () => {
    const given = { requests: [done], used: 105 };
    expect(show({ ...given, hasEndedLately: false }).isCheaper).toBe(true);
    expect(show(given).isCheaper).toBe(false);
  });
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
      let [ours, moved, extra] = [0, 0, 0];
      for (const [at, one] of steps.entries()) {
        const tick = 10 + 10 * at;
        const own = request({ begun: tick - 8, ended: tick - 4, found: one.found });
        const used = base.used + one.moved;
        const shown = show({ base, requests: [own], used, asked: tick });
        [ours, moved, extra] = [ours + one.found, moved + one.moved, extra + shown.extra];
        const isIdle =
          one.found === 0 && base.owed === 0 && Object.keys(base.unagreed).length === 0;
        // What moves while nothing of ours is charged is of others, and no extra.
        if (isIdle) moved -= one.moved;
        expect(ours - moved).toBe(shown.owed - extra);
        const { owed, unagreed } = shown;
        base = { ...measured([tick + 1, used]), owed, extra: shown.extra, unagreed };
      }
    }),
  );
});
