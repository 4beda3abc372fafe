import { describe, expect, it } from 'vitest';
import { listRule, persistentRule } from '../../src/lookups/stop-rule.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { goldenTable } from '../helpers/golden.js';
import { describeAnswer, lookupsAt, startSession, type Asked, type Fate } from './support.js';

const LIST = { rule: listRule };
const PERSISTENT = { rule: persistentRule };

/**
 * Rows as `rule; fates of the requests; rounds`. Lookups of a round are made at the same time: `1` is that of the first
 * CPF, `1f` is made with --fresh, `1r` is a real-time one with the CPF's birth date, or with the date that follows. A
 * round such as `59s` makes no lookup and lets that time pass.
 */
const rows: readonly (readonly [title: string, row: string])[] = Object.entries({
  'concurrent lookups of one identifier share one paid answer, even with --fresh':
    'persistent; ; 1f 1f',
  'a later lookup with --fresh is sent again': 'persistent; ; 1 | 1f',
  'an identifier that occurs twice in a list is paid for once, even with --fresh':
    'list; ; 1f | 1f',
  'concurrent real-time lookups share one answer, however the birth date is written':
    'persistent; ; 1r 1r02031980',
  'a simple lookup takes the record of a real-time one that it waited for': 'persistent; ; 1r 1f',
  'a real-time lookup with another birth date is sent again': 'persistent; ; 1r 1r03/03/1980',
  'not_found and errors do not answer concurrent lookups': 'persistent; missing refused; 1 1 1',
  'concurrent lookups share a doubt': 'persistent; lost; 1 1',
  '--fresh sends a doubtful lookup again': 'persistent; lost; 1 | 1f | 1',
  '--fresh does not accept a doubt that arises while it waits': 'persistent; lost; 1 1f',
  'a list never sends a doubtful lookup again': 'list; lost; 1 | 1f',
  'a doubtful real-time lookup forbids a simple one, too': 'persistent; lost; 1r | 1 | 1r',
  'a stored record answers although a later lookup is doubtful':
    'persistent; found lost; 1 | 1f | 1',
  'a refused key ends a list, but stored records still answer':
    'list; found refused; 1 | 2 | 3 | 1',
  'three failures in a row end a list for good':
    'list; lost down down down down lost; 1 | 2 | 3 | 3600s | 4',
  'a usable answer resets the count of failures':
    'list; lost lost missing lost lost; 1 | 2 | 3 | 4 | 5 | 6',
  'an answer from the ledger does not reset the count of failures':
    'persistent; found lost lost lost; 1 | 2 | 3 | 1 | 4 | 5',
  'a session rests for a minute after three failures in a row, then sends one request alone':
    'persistent; lost lost lost lost; 1 2 3 | 59s | 4 | 1s | 5 6 | 7 | 60s | 8 | 9 10',
  'concurrent lookups together stay within the limit': 'persistent 2.5; ; 1r 2 3 | 2',
  'a doubt counts in the limit, and a free answer does not':
    'persistent 2; lost missing; 1 | 2 | 3 | 4',
});

function readAsked(word: string): Asked {
  const [, n = '', mode, birthDate] = /^(\d+)([fr]?)(.*)$/.exec(word) ?? [];
  return {
    n: Number(n),
    isFresh: mode === 'f',
    birthDate: mode === 'r' ? birthDate || '02/03/1980' : undefined,
  };
}

const cpf = (n: number): Asked => ({ n });

goldenTable('lookups of a session', 'lookups/golden/session.txt', rows, async ([, row]) => {
  const [rule = '', fates = '', rounds = ''] = row.split(';');
  const [name, limit] = rule.split(' ');
  const rules = {
    ...(name === 'list' ? LIST : PERSISTENT),
    limit: limit === undefined ? undefined : Number(limit),
  };
  const clock = createFakeClock();
  const all = fates.split(' ').filter(Boolean) as Fate[];
  const { server, lookUp } = await startSession(all, clock, rules);
  const lines = [];
  for (const round of rounds.split('|').map((one) => one.trim())) {
    const before = lookupsAt(server).length;
    if (round.endsWith('s')) clock.advance(1_000 * Number(round.slice(0, -1)));
    const words = round.endsWith('s') ? [] : round.split(' ');
    const made = await Promise.all(words.map((word) => lookUp(readAsked(word))));
    const answers = made.map(describeAnswer).join(' ') || 'pass';
    lines.push(`${round}: ${answers}; ${lookupsAt(server).length - before} sent\n`);
  }
  return lines.join('');
});

describe('a session of lookups', () => {
  it('after three failures, lookups that wait for the rate limit are not sent', async () => {
    const rules = { ...PERSISTENT, rate: 3 };
    const { server, lookUp } = await startSession(
      ['lost', 'lost', 'lost'],
      createFakeClock(undefined, 5_000),
      rules,
    );
    const asked = Promise.all([1, 2, 3, 4, 5, 6].map((n) => lookUp(cpf(n))));
    expect((await asked).map(describeAnswer).toSorted()).toEqual([
      ...['not_asked', 'not_asked', 'not_asked'],
      ...['unconfirmed', 'unconfirmed', 'unconfirmed'],
    ]);
    expect(lookupsAt(server)).toHaveLength(3);
  });
});
