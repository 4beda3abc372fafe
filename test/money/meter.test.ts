import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  AccountTerms,
  ChargeableRequest,
  Measured,
  MeasuredReading,
} from '../../src/ledger/index.js';
import { measure, SECOND_LOOK } from '../../src/money/meter.js';
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
    ['is quiet between two requests', { requests: [done], used: 107 }, { isQuiet: true }],
    ['is not quiet while one of ours runs', { requests: [running] }, { isQuiet: false }],
    [
      'is not quiet where one ended during it',
      { requests: [request({ ended: 20 })] },
      { isQuiet: false },
    ],
    [
      'is not quiet where one ended during it and another reading came between',
      {
        base: measured([25, 107]),
        asked: 13,
        requests: [request({ ended: 14, found: 7 })],
        used: 107,
      },
      { isQuiet: false, isAnew: false, extra: 0 },
    ],
    ['is not quiet while a doubt may be charged', { requests: [doubt(20)] }, { isQuiet: false }],
    [
      'is quiet once a doubt may not be charged any more',
      { requests: [doubt(19)] },
      { isQuiet: true },
    ],
    [
      'shows nothing beside our records that it shows',
      { requests: [done], used: 107 },
      { extra: 0, owed: 0 },
    ],
    ['owes what it does not show yet', { requests: [done], used: 103 }, { extra: 0, owed: 4 }],
    [
      'owes nothing when nothing of ours ended lately',
      { requests: [done], used: 103, hasEndedLately: false },
      { owed: 0 },
    ],
    ['shows extra beyond our records', { requests: [done], used: 114 }, { extra: 7, owed: 0 }],
    [
      'counts each record at the price it was asked for at',
      { requests: [{ ...done, price: 2 }], used: 114 },
      { extra: 0 },
    ],
    [
      'pays off what was owed before it shows extra',
      { base: measured([5, 100], { owed: 4 }), used: 105 },
      { extra: 1, owed: 0 },
    ],
    [
      'shows no extra while nothing of ours is charged',
      { used: 400, hasEndedLately: false },
      { extra: 0 },
    ],
    [
      'shows as extra what follows records that no reading agreed with',
      { base: measured([5, 100], { unagreed: { 'cpf 1': 7 } }), used: 107 },
      { extra: 7 },
    ],
    ['counts what runs at its most', { requests: [running], used: 111 }, { extra: 1 }],
    ['owes nothing of what runs', { requests: [running, done], used: 101 }, { owed: 6, extra: 0 }],
    [
      'shows only what earlier ones since the last quiet one did not',
      { since: [measured([9, 110], { extra: 3 })], requests: [done], used: 112 },
      { extra: 2 },
    ],
    [
      'begins anew with the first of an account, and owes what was found lately',
      { base: null, requests: [done], used: 900 },
      { extra: 0, owed: 7 },
    ],
    [
      'begins anew where used credits fell, and what was owed stays',
      { base: measured([5, 100], { owed: 2 }), requests: [done], used: 3 },
      { extra: 0, owed: 9 },
    ],
    [
      'begins anew where they fell since the last quiet one',
      { since: [measured([9, 50])], requests: [done], used: 150 },
      { extra: 0, owed: 7 },
    ],
    ['begins anew after a doubt', { requests: [doubt(12)], used: 180 }, { extra: 0 }],
    [
      'begins anew after a doubt of before was adopted',
      { requests: [request({ begun: 3, ended: 15, found: 9 })], used: 109 },
      { extra: 0 },
    ],
    [
      'is not concerned by a doubt that was over before',
      { requests: [{ ...doubt(4), begun: 3 }, done], used: 114 },
      { extra: 7 },
    ],
  ])('%s', (_, given, expected) => {
    expect(show(given)).toMatchObject(expected);
  });
});

const candidate = (more: Partial<MeasuredReading> = {}) =>
  measured([5, 107], { unagreed: { 'cpf 1': 7 }, ...more });
const later = 5 + SECOND_LOOK / 1000;

describe('a reading agrees with a price', () => {
  it.each<[string, Case]>([
    ['when a second one says the same 5 s later', { base: candidate(), used: 107, asked: later }],
    ['when nothing of ours ended lately', { requests: [done], used: 107, hasEndedLately: false }],
    [
      'when less was charged and nothing of ours ended lately',
      { requests: [done], used: 105, hasEndedLately: false },
    ],
    [
      'at once, where the service runs inside this process',
      { requests: [done], used: 107, terms: { isImmediate: true } },
    ],
  ])('%s', (_, given) => {
    expect(show(given)).toMatchObject({ agreed: ['cpf 1'], unagreed: {} });
  });

  it.each<[string, Case, Measured['unagreed']]>([
    ['the first time it shows all', { requests: [done], used: 107 }, { 'cpf 1': 7 }],
    [
      'when the second one comes too soon',
      { base: candidate(), used: 107, asked: later - 1 },
      { 'cpf 1': 7 },
    ],
    ['when the second one says more', { base: candidate(), used: 108, asked: later }, {}],
    [
      'when more was found before the second one',
      { base: candidate(), requests: [done], used: 114, asked: 30 },
      { 'cpf 1': 14 },
    ],
    ['while something is owed', { requests: [done], used: 106 }, { 'cpf 1': 7 }],
    ['when it shows extra', { requests: [done], used: 108 }, {}],
    [
      'when others spent since the records were found',
      { base: candidate(), used: 300, hasEndedLately: false },
      {},
    ],
    [
      'while something of ours runs',
      { base: candidate(), requests: [running], used: 107, asked: 30 },
      { 'cpf 1': 7 },
    ],
    ['after a doubt', { base: candidate(), requests: [doubt(12)], used: 107, asked: 30 }, {}],
    [
      'while others use the account',
      { base: null, requests: [done], used: 107, terms: { shared: true } },
      {},
    ],
  ])('never %s', (_, given, unagreed) => {
    expect(show(given)).toMatchObject({ agreed: [], unagreed });
  });

  it('is told where less was charged than the records should have cost', () => {
    const given = { requests: [done], used: 105 };
    expect(show({ ...given, hasEndedLately: false }).isLess).toBe(true);
    expect(show(given).isLess).toBe(false);
  });
});

it('whatever the order of charges and readings, extra and owed account for every credit of quiet readings', () => {
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
