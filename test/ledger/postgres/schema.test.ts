import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { openPostgresLedger } from '../../../src/ledger/postgres/index.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { some } from '../../helpers/runs.js';
import { opened, it } from './support.js';

describe.runIf(HAS_SERVER)('the schema', { timeout: 120_000 }, () => {
  it('the schema is made once when several machines begin at the same time', async ({ shared }) => {
    const ledgers = await Promise.all(['a', 'b', 'c', 'd'].map((host) => shared.on(host)));
    const ticks = await Promise.all(ledgers.map((ledger) => ledger.tick()));
    expect(ticks.toSorted()).toEqual([1, 2, 3, 4]);
    expect(await shared.query('SELECT number FROM schema_version')).toEqual([
      { number: expect.any(Number) as number },
    ]);
  });

  it('the schema of a newer program is refused, and not changed', async ({ shared }) => {
    await (await shared.on('newer')).close();
    await shared.query('UPDATE schema_version SET number = 999');
    await expect(openPostgresLedger(shared.place)).rejects.toMatchObject({ code: 'ledger_newer' });
    expect(await shared.query('SELECT number FROM schema_version')).toEqual([{ number: 999 }]);
  });

  const OLDER = [
    ['schema_version', 'UPDATE schema_version SET mark = 1'],
    ['schema_version', 'ALTER TABLE schema_version DROP COLUMN mark'],
    ['version', 'ALTER TABLE schema_version RENAME TO version'],
  ] as const;
  it.for(some(OLDER))(
    'a schema from before the first release is refused, and not changed: %s, %s',
    async ([table, sql], { shared }) => {
      await (await shared.on('older')).close();
      await shared.query(sql);
      await expect(openPostgresLedger(shared.place)).rejects.toMatchObject({
        code: 'ledger_older',
      });
      expect(await shared.query(`SELECT number FROM ${table}`)).toEqual([{ number: 3 }]);
    },
  );

  it('a user with only the rights of docs/team.md can work with the ledger', async ({ shared }) => {
    await (await shared.on('owner')).close();
    const { schema } = shared.place;
    const [, rights = ''] = /```sql\n(.*?)```/s.exec(await readFile('docs/team.md', 'utf8')) ?? [];
    const database = new URL(shared.place.url).pathname.slice(1);
    const names = { confere: database, confere_x: schema, analyst: 'USER' };
    const named = rights.replace(
      /\b(?:confere(?:_x)?|analyst)\b/g,
      (name) => names[name as 'confere'],
    );
    expect(named).toMatch(/^REVOKE CREATE .*\n(?:GRANT .*\n){3}$/);
    const url = await shared.asUser(`LOGIN; ${named}`);
    const own = await opened({ ...shared.place, url });
    await own.holdBatch('abc0000000');
    const { num } = await own.acceptedBatch(['a']);
    expect(await own.readJobs(num)).toMatchObject([{ state: 'accepted' }]);
    await expect(
      openPostgresLedger({ ...shared.place, url, schema: `${schema}_2` }),
    ).rejects.toMatchObject({
      code: 'database_unusable',
      facts: { why: 'refused' },
    });
  });

  it('words of the service with a character that PostgreSQL lacks are stored without it', async ({
    shared,
  }) => {
    const own = await shared.on('one');
    const { num } = await own.plannedBatch(['a']);
    await own.begin(num);
    await own.storeOutcome(num, 1, { is: 'unknown', why: 'a\0b' }, 3);
    expect(await own.readJobs(num)).toMatchObject([{ state: 'unconfirmed', error: 'a\uFFFDb' }]);
  });
});
