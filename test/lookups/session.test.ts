import { expect, it } from 'vitest';
import { listRule, persistentRule } from '../../src/lookups/stop-rule.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { describeAnswer, lookupsAt, startSession, type Asked, type Fate } from './support.js';

const LIST = { rule: listRule };
const PERSISTENT = { rule: persistentRule };

/**
 * Rows as `rule; fates of the requests; rounds`. A round is `lookups = answers (requests)`. Its lookups are made at the same
 * time: `1` is that of the first CPF, `1f` is made with --fresh, `1r` is a real-time one with the CPF's birth date, or with
 * the date that follows. A round such as `59s` makes no lookup and lets that time pass.
 */
const ROWS = {
  'concurrent lookups of one identifier share one paid answer, even with --fresh':
    'persistent; ; 1f 1f = api ledger (1)',
  'a later lookup with --fresh is sent again': 'persistent; ; 1 = api (1) | 1f = api (1)',
  'an identifier that occurs twice in a list is paid for once, even with --fresh':
    'list; ; 1f = api (1) | 1f = ledger (0)',
  'concurrent real-time lookups share one answer, however the birth date is written':
    'persistent; ; 1r 1r02031980 = api ledger (1)',
  'a simple lookup takes the record of a real-time one that it waited for':
    'persistent; ; 1r 1f = api ledger (1)',
  'a real-time lookup with another birth date is sent again':
    'persistent; ; 1r 1r03/03/1980 = api api (2)',
  'not_found and errors do not answer concurrent lookups':
    'persistent; missing refused; 1 1 1 = not_found key_refused api (3)',
  'concurrent lookups share a doubt': 'persistent; lost; 1 1 = unconfirmed unconfirmed (1)',
  '--fresh sends a doubtful lookup again':
    'persistent; lost; 1 = unconfirmed (1) | 1f = api (1) | 1 = ledger (0)',
  '--fresh does not accept a doubt that arises while it waits':
    'persistent; lost; 1 1f = unconfirmed unconfirmed (1)',
  'a list never sends a doubtful lookup again':
    'list; lost; 1 = unconfirmed (1) | 1f = unconfirmed (0)',
  'a doubtful real-time lookup forbids a simple one, too':
    'persistent; lost; 1r = unconfirmed (1) | 1 = unconfirmed (0) | 1r = unconfirmed (0)',
  'a stored record answers although a later lookup is doubtful':
    'persistent; found lost; 1 = api (1) | 1f = unconfirmed (1) | 1 = ledger (0)',
  'a refused key ends a list, but stored records still answer':
    'list; found refused; 1 = api (1) | 2 = key_refused (1) | 3 = not_asked (0) | 1 = ledger (0)',
  'three failures in a row end a list for good':
    'list; lost down down down down lost; 1 = unconfirmed (1) | 2 = service_failed (4) | 3 = unconfirmed (1) | 3600s | 4 = not_asked (0)',
  'a usable answer resets the count of failures':
    'list; lost lost missing lost lost; 1 = unconfirmed (1) | 2 = unconfirmed (1) | 3 = not_found (1) | 4 = unconfirmed (1) | 5 = unconfirmed (1) | 6 = api (1)',
  'an answer from the ledger does not reset the count of failures':
    'persistent; found lost lost lost; 1 = api (1) | 2 = unconfirmed (1) | 3 = unconfirmed (1) | 1 = ledger (0) | 4 = unconfirmed (1) | 5 = not_asked (0)',
  'a session rests for a minute after three failures in a row, then sends one request alone':
    'persistent; lost lost lost lost; 1 2 3 = unconfirmed unconfirmed unconfirmed (3) | 59s | 4 = not_asked (0) | 1s | 5 6 = unconfirmed not_asked (1) | 7 = not_asked (0) | 60s | 8 = api (1) | 9 10 = api api (2)',
  'concurrent lookups together stay within the limit':
    'persistent 2.5; ; 1r 2 3 = api api over_max_credits (2) | 2 = ledger (0)',
  'a doubt counts in the limit, and a free answer does not':
    'persistent 2; lost missing; 1 = unconfirmed (1) | 2 = not_found (1) | 3 = api (1) | 4 = over_max_credits (0)',
};

function readAsked(word: string): Asked {
  const [, n = '', mode, birthDate] = /^(\d+)([fr]?)(.*)$/.exec(word) ?? [];
  return {
    n: Number(n),
    isFresh: mode === 'f',
    birthDate: mode === 'r' ? birthDate || '02/03/1980' : undefined,
  };
}

it.each(Object.entries(ROWS))('%s', async (_, row) => {
  const [rule = '', fates = '', rounds = ''] = row.split('; ');
  const [name, limit] = rule.split(' ');
  const rules = {
    ...(name === 'list' ? LIST : PERSISTENT),
    limit: limit === undefined ? undefined : Number(limit),
  };
  const clock = createFakeClock();
  const all = fates.split(' ').filter(Boolean) as Fate[];
  const { server, lookUp } = await startSession(all, clock, rules);
  for (const round of rounds.split(' | ')) {
    const [lookups = '', expected] = round.split(' = ');
    if (expected === undefined) clock.advance(1_000 * Number(lookups.slice(0, -1)));
    else {
      const before = lookupsAt(server).length;
      const made = await Promise.all(lookups.split(' ').map((word) => lookUp(readAsked(word))));
      const sent = lookupsAt(server).length - before;
      expect(`${lookups} = ${made.map(describeAnswer).join(' ')} (${sent})`).toBe(round);
    }
  }
});

it('after three failures, lookups that wait for the rate limit are not sent', async () => {
  const clock = createFakeClock(undefined, 5_000);
  const rules = { ...PERSISTENT, rate: 3 };
  const { server, lookUp } = await startSession(['lost', 'lost', 'lost'], clock, rules);
  const asked = Promise.all([1, 2, 3, 4, 5, 6].map((n) => lookUp({ n })));
  expect((await asked).map(describeAnswer).toSorted()).toEqual([
    ...['not_asked', 'not_asked', 'not_asked'],
    ...['unconfirmed', 'unconfirmed', 'unconfirmed'],
  ]);
  expect(lookupsAt(server)).toHaveLength(3);
});
