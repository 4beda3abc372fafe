import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import { listRule, persistentRule } from '../../src/lookups/stop-rule.js';
import { openDatabase } from '../../src/sqlite/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import type { TestServer } from '../helpers/http-server.js';
import {
  startSession,
  describeAnswer,
  type Asked,
  type Fate,
  type SessionRules,
} from './support.js';

const LIST = { rule: listRule };
const PERSISTENT = { rule: persistentRule };

const cpf = (n: number): Asked => ({ n });
const fresh = (n: number): Asked => ({ n, isFresh: true });
const realtime = (n: number, birthDate = '02/03/1980'): Asked => ({ n, birthDate });

/** Lookups made at the same time, or a number of milliseconds that pass. */
type Round = readonly Asked[] | number;

interface Row {
  readonly rules: SessionRules;
  readonly fates: readonly Fate[];
  readonly rounds: readonly Round[];
  readonly answers: readonly (readonly string[])[];
  readonly requests: number;
}

const rows: Readonly<Record<string, Row>> = {
  'concurrent lookups of one identifier share one paid answer, even with --fresh': {
    rules: PERSISTENT,
    fates: [],
    rounds: [[fresh(1), fresh(1)]],
    answers: [['api', 'ledger']],
    requests: 1,
  },
  'a later lookup with --fresh is sent again': {
    rules: PERSISTENT,
    fates: [],
    rounds: [[cpf(1)], [fresh(1)]],
    answers: [['api'], ['api']],
    requests: 2,
  },
  'an identifier that occurs twice in a list is paid for once, even with --fresh': {
    rules: LIST,
    fates: [],
    rounds: [[fresh(1)], [fresh(1)]],
    answers: [['api'], ['ledger']],
    requests: 1,
  },
  'concurrent real-time lookups share one answer, however the birth date is written': {
    rules: PERSISTENT,
    fates: [],
    rounds: [[realtime(1), realtime(1, '02031980')]],
    answers: [['api', 'ledger']],
    requests: 1,
  },
  'a simple lookup takes the record of a real-time one that it waited for': {
    rules: PERSISTENT,
    fates: [],
    rounds: [[realtime(1), fresh(1)]],
    answers: [['api', 'ledger']],
    requests: 1,
  },
  'a real-time lookup with another birth date is sent again': {
    rules: PERSISTENT,
    fates: [],
    rounds: [[realtime(1), realtime(1, '03/03/1980')]],
    answers: [['api', 'api']],
    requests: 2,
  },
  'not_found and errors do not answer concurrent lookups': {
    rules: PERSISTENT,
    fates: ['missing', 'refused'],
    rounds: [[cpf(1), cpf(1), cpf(1)]],
    answers: [['not_found', 'key_refused', 'api']],
    requests: 3,
  },
  'concurrent lookups share a doubt': {
    rules: PERSISTENT,
    fates: ['lost'],
    rounds: [[cpf(1), cpf(1)]],
    answers: [['unconfirmed', 'unconfirmed']],
    requests: 1,
  },
  '--fresh sends a doubtful lookup again': {
    rules: PERSISTENT,
    fates: ['lost'],
    rounds: [[cpf(1)], [fresh(1)], [cpf(1)]],
    answers: [['unconfirmed'], ['api'], ['ledger']],
    requests: 2,
  },
  '--fresh does not accept a doubt that arises while it waits': {
    rules: PERSISTENT,
    fates: ['lost'],
    rounds: [[cpf(1), fresh(1)]],
    answers: [['unconfirmed', 'unconfirmed']],
    requests: 1,
  },
  'a list never sends a doubtful lookup again': {
    rules: LIST,
    fates: ['lost'],
    rounds: [[cpf(1)], [fresh(1)]],
    answers: [['unconfirmed'], ['unconfirmed']],
    requests: 1,
  },
  'a doubtful real-time lookup forbids a simple one, too': {
    rules: PERSISTENT,
    fates: ['lost'],
    rounds: [[realtime(1)], [cpf(1)], [realtime(1)]],
    answers: [['unconfirmed'], ['unconfirmed'], ['unconfirmed']],
    requests: 1,
  },
  'a stored record answers although a later lookup is doubtful': {
    rules: PERSISTENT,
    fates: ['found', 'lost'],
    rounds: [[cpf(1)], [fresh(1)], [cpf(1)]],
    answers: [['api'], ['unconfirmed'], ['ledger']],
    requests: 2,
  },
  'a refused key ends a list, but stored records still answer': {
    rules: LIST,
    fates: ['found', 'refused'],
    rounds: [[cpf(1)], [cpf(2)], [cpf(3)], [cpf(1)]],
    answers: [['api'], ['key_refused'], ['not_asked'], ['ledger']],
    requests: 2,
  },
  'three failures in a row end a list for good': {
    rules: LIST,
    fates: ['lost', 'down', 'down', 'down', 'down', 'lost'],
    rounds: [[cpf(1)], [cpf(2)], [cpf(3)], 3_600_000, [cpf(4)]],
    answers: [['unconfirmed'], ['service_failed'], ['unconfirmed'], ['not_asked']],
    requests: 6,
  },
  'a usable answer resets the count of failures': {
    rules: LIST,
    fates: ['lost', 'lost', 'missing', 'lost', 'lost'],
    rounds: [1, 2, 3, 4, 5, 6].map((n) => [cpf(n)]),
    answers: [
      ...[['unconfirmed'], ['unconfirmed'], ['not_found']],
      ...[['unconfirmed'], ['unconfirmed'], ['api']],
    ],
    requests: 6,
  },
  'an answer from the ledger does not reset the count of failures': {
    rules: PERSISTENT,
    fates: ['found', 'lost', 'lost', 'lost'],
    rounds: [[cpf(1)], [cpf(2)], [cpf(3)], [cpf(1)], [cpf(4)], [cpf(5)]],
    answers: [
      ...[['api'], ['unconfirmed'], ['unconfirmed'], ['ledger']],
      ...[['unconfirmed'], ['not_asked']],
    ],
    requests: 4,
  },
  'a session rests for a minute after three failures in a row, then sends one request alone': {
    rules: PERSISTENT,
    fates: ['lost', 'lost', 'lost', 'lost'],
    rounds: [
      ...[[cpf(1), cpf(2), cpf(3)], 59_000, [cpf(4)], 1_000, [cpf(5), cpf(6)], [cpf(7)]],
      ...[60_000, [cpf(8)], [cpf(9), cpf(10)]],
    ],
    answers: [
      ...[['unconfirmed', 'unconfirmed', 'unconfirmed'], ['not_asked']],
      ...[['unconfirmed', 'not_asked'], ['not_asked'], ['api'], ['api', 'api']],
    ],
    requests: 7,
  },
  'concurrent lookups together stay within the limit': {
    rules: { ...PERSISTENT, limit: 2.5 },
    fates: [],
    rounds: [[realtime(1), cpf(2), cpf(3)], [cpf(2)]],
    answers: [['api', 'api', 'over_max_credits'], ['ledger']],
    requests: 2,
  },
  'a doubt counts in the limit, and a free answer does not': {
    rules: { ...PERSISTENT, limit: 2 },
    fates: ['lost', 'missing'],
    rounds: [[cpf(1)], [cpf(2)], [cpf(3)], [cpf(4)]],
    answers: [['unconfirmed'], ['not_found'], ['api'], ['over_max_credits']],
    requests: 3,
  },
};

const lookups = ({ requests }: TestServer) => requests.filter(({ path }) => path !== '/quota');

describe('a session of lookups', () => {
  it.each(Object.entries(rows))('%s', async (_, { rules, fates, rounds, ...expected }) => {
    const clock = createFakeClock();
    const { server, lookUp } = await startSession(fates, clock, rules);
    const answers: string[][] = [];
    for (const round of rounds) {
      if (typeof round === 'number') clock.advance(round);
      else
        answers.push(
          await Promise.all(round.map(async (asked) => describeAnswer(await lookUp(asked)))),
        );
    }
    expect({ answers, requests: lookups(server).length }).toEqual(expected);
  });

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
    expect(lookups(server)).toHaveLength(3);
  });

  it.each([
    ['a list', LIST],
    ['a session without end', PERSISTENT],
  ])('%s sends nothing more after a record could not be stored', async (_, rules) => {
    const clock = createFakeClock();
    const { server, folder, lookUp } = await startSession([], clock, rules);
    const db = openDatabase(join(folder, 'ledger.db'));
    db.exec(
      "CREATE TRIGGER full BEFORE INSERT ON records BEGIN SELECT RAISE(FAIL, 'disk full'); END",
    );
    db.close();
    const [paid, other] = await Promise.all([lookUp(cpf(1)), lookUp(cpf(1))]);
    expect([describeAnswer(paid), paid.failure?.code]).toEqual(['api', 'ledger_unwritable']);
    expect(describeAnswer(other)).toBe('unconfirmed');
    clock.advance(3_600_000);
    expect(describeAnswer(await lookUp(cpf(2)))).toBe('not_asked');
    expect(lookups(server)).toHaveLength(1);
  });

  it('after a stop nothing is sent, and stored records still answer', async () => {
    const { server, lookUp } = await startSession([], createFakeClock(), PERSISTENT);
    const gone = AbortSignal.abort(new ConfereError('interrupted', { during: 'call' }));
    await lookUp(cpf(1));
    expect(describeAnswer(await lookUp(cpf(1), gone))).toBe('ledger');
    expect(describeAnswer(await lookUp(cpf(2), gone))).toBe('interrupted');
    expect(lookups(server)).toHaveLength(1);
  });

  it('a lookup with an invalid birth date is not sent', async () => {
    const { server, lookUp } = await startSession([], createFakeClock(), PERSISTENT);
    await expect(lookUp(realtime(1, '31/02/1980'))).rejects.toMatchObject({
      code: 'bad_birth_date',
    });
    expect(lookups(server)).toEqual([]);
  });
});
