import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import { listRule, persistentRule } from '../../src/lookups/stop-rule.js';
import { openDatabase } from '../../src/sqlite/index.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import type { TestServer } from '../helpers/http-server.js';
import { startSession, told, type Asked, type Fate, type SessionRules } from './support.js';

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
  readonly told: readonly (readonly string[])[];
  readonly requests: number;
}

const rows: Readonly<Record<string, Row>> = {
  'asks once at the same time although a fresh answer is wanted': {
    rules: PERSISTENT,
    fates: [],
    rounds: [[fresh(1), fresh(1)]],
    told: [['api', 'ledger']],
    requests: 1,
  },
  'asks again for a fresh answer later': {
    rules: PERSISTENT,
    fates: [],
    rounds: [[cpf(1)], [fresh(1)]],
    told: [['api'], ['api']],
    requests: 2,
  },
  'never pays twice for one identifier of a list': {
    rules: LIST,
    fates: [],
    rounds: [[fresh(1)], [fresh(1)]],
    told: [['api'], ['ledger']],
    requests: 1,
  },
  'shares a real-time answer, however the birth date is written': {
    rules: PERSISTENT,
    fates: [],
    rounds: [[realtime(1), realtime(1, '02031980')]],
    told: [['api', 'ledger']],
    requests: 1,
  },
  'takes the record of a real-time lookup that came meanwhile': {
    rules: PERSISTENT,
    fates: [],
    rounds: [[realtime(1), fresh(1)]],
    told: [['api', 'ledger']],
    requests: 1,
  },
  'asks the revenue authority again with another birth date': {
    rules: PERSISTENT,
    fates: [],
    rounds: [[realtime(1), realtime(1, '03/03/1980')]],
    told: [['api', 'api']],
    requests: 2,
  },
  'does not share what was not found, nor the error of another': {
    rules: PERSISTENT,
    fates: ['missing', 'refused'],
    rounds: [[cpf(1), cpf(1), cpf(1)]],
    told: [['not_found', 'key_refused', 'api']],
    requests: 3,
  },
  'shares a doubt': {
    rules: PERSISTENT,
    fates: ['lost'],
    rounds: [[cpf(1), cpf(1)]],
    told: [['unconfirmed', 'unconfirmed']],
    requests: 1,
  },
  'asks again for what is in doubt at the word of the user': {
    rules: PERSISTENT,
    fates: ['lost'],
    rounds: [[cpf(1)], [fresh(1)], [cpf(1)]],
    told: [['unconfirmed'], ['api'], ['ledger']],
    requests: 2,
  },
  'does not take a word for a doubt that arises while it waits': {
    rules: PERSISTENT,
    fates: ['lost'],
    rounds: [[cpf(1), fresh(1)]],
    told: [['unconfirmed', 'unconfirmed']],
    requests: 1,
  },
  'never asks again for what is in doubt in a list': {
    rules: LIST,
    fates: ['lost'],
    rounds: [[cpf(1)], [fresh(1)]],
    told: [['unconfirmed'], ['unconfirmed']],
    requests: 1,
  },
  'does not ask in one way for what is in doubt in another': {
    rules: PERSISTENT,
    fates: ['lost'],
    rounds: [[realtime(1)], [cpf(1)], [realtime(1)]],
    told: [['unconfirmed'], ['unconfirmed'], ['unconfirmed']],
    requests: 1,
  },
  'gives what the ledger holds although it is in doubt': {
    rules: PERSISTENT,
    fates: ['found', 'lost'],
    rounds: [[cpf(1)], [fresh(1)], [cpf(1)]],
    told: [['api'], ['unconfirmed'], ['ledger']],
    requests: 2,
  },
  'ends a list at a refused key, but for what is known': {
    rules: LIST,
    fates: ['found', 'refused'],
    rounds: [[cpf(1)], [cpf(2)], [cpf(3)], [cpf(1)]],
    told: [['api'], ['key_refused'], ['not_asked'], ['ledger']],
    requests: 2,
  },
  'ends a list for good after three failures in a row': {
    rules: LIST,
    fates: ['lost', 'down', 'down', 'down', 'down', 'lost'],
    rounds: [[cpf(1)], [cpf(2)], [cpf(3)], 3_600_000, [cpf(4)]],
    told: [['unconfirmed'], ['service_failed'], ['unconfirmed'], ['not_asked']],
    requests: 6,
  },
  'counts failures in a row only': {
    rules: LIST,
    fates: ['lost', 'lost', 'missing', 'lost', 'lost'],
    rounds: [1, 2, 3, 4, 5, 6].map((n) => [cpf(n)]),
    told: [
      ...[['unconfirmed'], ['unconfirmed'], ['not_found']],
      ...[['unconfirmed'], ['unconfirmed'], ['api']],
    ],
    requests: 6,
  },
  'is not comforted by what the ledger holds': {
    rules: PERSISTENT,
    fates: ['found', 'lost', 'lost', 'lost'],
    rounds: [[cpf(1)], [cpf(2)], [cpf(3)], [cpf(1)], [cpf(4)], [cpf(5)]],
    told: [
      ...[['api'], ['unconfirmed'], ['unconfirmed'], ['ledger']],
      ...[['unconfirmed'], ['not_asked']],
    ],
    requests: 4,
  },
  'rests after three failures in a row, and then lets one try': {
    rules: PERSISTENT,
    fates: ['lost', 'lost', 'lost', 'lost'],
    rounds: [
      ...[[cpf(1), cpf(2), cpf(3)], 59_000, [cpf(4)], 1_000, [cpf(5), cpf(6)], [cpf(7)]],
      ...[60_000, [cpf(8)], [cpf(9), cpf(10)]],
    ],
    told: [
      ...[['unconfirmed', 'unconfirmed', 'unconfirmed'], ['not_asked']],
      ...[['unconfirmed', 'not_asked'], ['not_asked'], ['api'], ['api', 'api']],
    ],
    requests: 7,
  },
  'spends no more than it may, side by side': {
    rules: { ...PERSISTENT, limit: 2.5 },
    fates: [],
    rounds: [[realtime(1), cpf(2), cpf(3)], [cpf(2)]],
    told: [['api', 'api', 'over_max_credits'], ['ledger']],
    requests: 2,
  },
  'keeps the cost of a doubt, and gives back what was free': {
    rules: { ...PERSISTENT, limit: 2 },
    fates: ['lost', 'missing'],
    rounds: [[cpf(1)], [cpf(2)], [cpf(3)], [cpf(4)]],
    told: [['unconfirmed'], ['not_found'], ['api'], ['over_max_credits']],
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
      else answers.push(await Promise.all(round.map(async (asked) => told(await lookUp(asked)))));
    }
    expect({ told: answers, requests: lookups(server).length }).toEqual(expected);
  });

  it('sends nothing that still waits for the rate limit after three failures', async () => {
    const rules = { ...PERSISTENT, rate: 3 };
    const { server, lookUp } = await startSession(
      ['lost', 'lost', 'lost'],
      createFakeClock(undefined, 5_000),
      rules,
    );
    const asked = Promise.all([1, 2, 3, 4, 5, 6].map((n) => lookUp(cpf(n))));
    expect((await asked).map(told).toSorted()).toEqual([
      ...['not_asked', 'not_asked', 'not_asked'],
      ...['unconfirmed', 'unconfirmed', 'unconfirmed'],
    ]);
    expect(lookups(server)).toHaveLength(3);
  });

  it.each([
    ['a list', LIST],
    ['a session without end', PERSISTENT],
  ])('pays for nothing more in %s after a record could not be stored', async (_, rules) => {
    const clock = createFakeClock();
    const { server, folder, lookUp } = await startSession([], clock, rules);
    const db = openDatabase(join(folder, 'ledger.db'));
    db.exec(
      "CREATE TRIGGER full BEFORE INSERT ON records BEGIN SELECT RAISE(FAIL, 'disk full'); END",
    );
    db.close();
    const [paid, other] = await Promise.all([lookUp(cpf(1)), lookUp(cpf(1))]);
    expect([told(paid), paid.failure?.code]).toEqual(['api', 'ledger_unwritable']);
    expect(told(other)).toBe('unconfirmed');
    clock.advance(3_600_000);
    expect(told(await lookUp(cpf(2)))).toBe('not_asked');
    expect(lookups(server)).toHaveLength(1);
  });

  it('sends no request after a stop, and returns what the ledger has', async () => {
    const { server, lookUp } = await startSession([], createFakeClock(), PERSISTENT);
    const gone = AbortSignal.abort(new ConfereError('interrupted', { during: 'call' }));
    await lookUp(cpf(1));
    expect(told(await lookUp(cpf(1), gone))).toBe('ledger');
    expect(told(await lookUp(cpf(2), gone))).toBe('interrupted');
    expect(lookups(server)).toHaveLength(1);
  });

  it('does not send an invalid birth date', async () => {
    const { server, lookUp } = await startSession([], createFakeClock(), PERSISTENT);
    await expect(lookUp(realtime(1, '31/02/1980'))).rejects.toMatchObject({
      code: 'bad_birth_date',
    });
    expect(lookups(server)).toEqual([]);
  });
});
