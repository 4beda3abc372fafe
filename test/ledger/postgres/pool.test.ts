import { describe, expect, onTestFinished } from 'vitest';
import { openPool } from '../../../src/ledger/postgres/pool.js';
import { readSettings } from '../../../src/ledger/postgres/settings.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { type SharedPlace, it } from './support.js';
import { composedSql } from '../../../src/sqlite/sql.js';

/** Connections to the ledger, as this user. */
async function poolOf({ place }: SharedPlace, url = place.url, mostBytes?: number) {
  const pool = await openPool(readSettings(url, place.schema, {}), mostBytes);
  onTestFinished(() => pool.close());
  return pool;
}

const ASKED = [
  ...['search_path', 'synchronous_commit', 'transaction_isolation', 'transaction_read_only'],
  ...['lock_timeout', 'idle_in_transaction_session_timeout', 'jit'],
  'statement_timeout',
];
const SETTINGS = `SELECT ${ASKED.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`;

describe.runIf(HAS_SERVER)('a transaction', { timeout: 120_000 }, () => {
  it('a transaction sets all settings that it relies on, and leaves none of them behind', async ({
    shared,
  }) => {
    await (await shared.on('owner')).close();
    const { schema } = shared.place;
    const url = await shared.asUser(`LOGIN SUPERUSER;
      ALTER ROLE USER SET synchronous_commit TO off;
      ALTER ROLE USER SET default_transaction_isolation TO serializable;
      ALTER ROLE USER SET search_path TO elsewhere`);
    const pool = await poolOf(shared, url);
    const place = { search_path: schema, jit: 'off', statement_timeout: '5min' };
    const changing = {
      ...place,
      synchronous_commit: 'on',
      transaction_isolation: 'read committed',
      transaction_read_only: 'off',
      lock_timeout: '30s',
      // A process that stands still with the ledger locked stops the others only for so long.
      idle_in_transaction_session_timeout: '20s',
    };
    expect(await pool.write((session) => session.first(composedSql(SETTINGS)))).toEqual(changing);
    expect(await pool.writeWithoutLock((session) => session.first(composedSql(SETTINGS)))).toEqual(
      changing,
    );
    expect(await pool.read((session) => session.first(composedSql(SETTINGS)))).toMatchObject({
      ...place,
      transaction_isolation: 'repeatable read',
      transaction_read_only: 'on',
    });
    // A pooler gives the session to others.
    expect(
      await pool.read((session) => session.all('SELECT * FROM pg_prepared_statements')),
    ).toEqual([]);
    const locks = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1";
    expect(
      await shared.query(`${locks} AND pid IN
      (SELECT pid FROM pg_stat_activity WHERE usename = 'u_${schema}')`),
    ).toEqual([]);
  });

  it('a transaction changes nothing in a database that was made read-only', async ({ shared }) => {
    await (await shared.on('owner')).close();
    const url = await shared.asUser(`LOGIN SUPERUSER;
      ALTER ROLE USER SET default_transaction_read_only TO on`);
    const pool = await poolOf(shared, url);
    const written = pool.write((session) => session.run("INSERT INTO answered_by VALUES ('x')"));
    await expect(written).rejects.toMatchObject({ facts: { why: 'read_only' } });
  });

  it('an error of a file rolls the transaction back, and is not reported as one of the database', async ({
    shared,
  }) => {
    await (await shared.on('one')).close();
    const pool = await poolOf(shared);
    const error = Object.assign(new Error('the connection of a file timeout'), {
      code: 'ECONNRESET',
    });
    const failing = pool.write(async (session) => {
      await session.run("INSERT INTO answered_by VALUES ('x')");
      throw error;
    });
    await expect(failing).rejects.toBe(error);
    expect(await shared.query('SELECT * FROM answered_by')).toEqual([]);
  });

  it('an answer that is too long ends its transaction, and the next one is read', async ({
    shared,
  }) => {
    const pool = await poolOf(shared, undefined, 1_000_000);
    const rows = (count: 800 | 4_000) =>
      pool.read((session) =>
        session.all(`SELECT repeat('x', 1000) FROM generate_series(1, ${count})`),
      );
    await expect(rows(4_000)).rejects.toMatchObject({ facts: { why: 'unreachable' } });
    for (let n = 0; n < 3; n += 1) expect(await rows(800)).toHaveLength(800);
  });

  it('the words of a server are shortened, and a CPF in them is masked', async ({ shared }) => {
    const pool = await poolOf(shared);
    const said = `${'x'.repeat(280)} 529.982.247-25 ${'y'.repeat(9_000)}`;
    const failing = pool.read((session) =>
      session.run(
        composedSql(`DO $$ BEGIN RAISE 'says %', '${said}' USING ERRCODE = 'XX001'; END $$`),
      ),
    );
    const facts = {
      why: 'changed',
      reason: expect.stringMatching(/^says x+ \*{3}\..{0,20}…$/) as string,
    };
    await expect(failing).rejects.toMatchObject({ kind: 'ledger', facts });
  });
});
