import { describe, expect } from 'vitest';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { some } from '../../helpers/runs.js';
import { type SharedPlace, it } from './support.js';

/** The database answers changes of these tables with an error of this code. */
function failing({ query }: SharedPlace, code: string) {
  return query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'this fails' USING ERRCODE = '${code}'; END $$;
    CREATE TRIGGER failing BEFORE INSERT OR UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION fail();
    CREATE TRIGGER failing BEFORE INSERT OR UPDATE ON lookups FOR EACH ROW EXECUTE FUNCTION fail()`);
}

const unusable = (why: string) => ({
  kind: 'ledger',
  code: 'database_unusable',
  facts: { why, reason: 'this fails' },
});
const busy = { kind: 'ledger', code: 'state_busy' };

describe.runIf(HAS_SERVER)('a database in trouble', { timeout: 60_000 }, () => {
  const ERRORS = [
    ['53100', 'a full disk', unusable('full')],
    ['53300', 'too many connections', unusable('unreachable')],
    ['57P01', 'a shutdown', unusable('unreachable')],
    ['57014', 'a statement that was ended', unusable('unreachable')],
    ['08006', 'a connection that failed', unusable('unreachable')],
    ['25006', 'a standby', unusable('read_only')],
    ['P0001', 'a trigger that somebody else made', unusable('changed')],
    ['42P01', 'a table that is gone', unusable('changed')],
    ['40001', 'conflicts with other transactions, again and again', busy],
    ['55P03', 'a lock that is not free', busy],
  ] as const;
  it.for(some(ERRORS))(
    'an error %s (%s) of the database changes nothing',
    async ([code, , told], { shared }) => {
      const own = await shared.on('one');
      const { num } = await own.plannedBatch(['a']);
      await failing(shared, code);
      await expect(own.begin(num)).rejects.toMatchObject(told);
      await expect(own.lookUp('b')).rejects.toMatchObject(told);
      expect(await own.readJobs(num)).toMatchObject([{ state: 'planned', begunTick: null }]);
      expect(await shared.query('SELECT * FROM lookups')).toEqual([]);
      await shared.query('DROP FUNCTION fail CASCADE');
      expect(await own.begin(num)).toMatchObject({ verdict: 'begun' });
      expect(await own.lookUp('b')).toMatchObject({ verdict: 'begun' });
    },
  );
});
