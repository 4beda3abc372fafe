import pg from 'pg';
import { expect, it } from 'vitest';
import { HAS_SERVER, sharedServer } from '../../helpers/postgres/shared.js';
import { urlOf } from '../../helpers/postgres/server.js';

it.runIf(HAS_SERVER)('PostgreSQL comes with the packages of the tests', async () => {
  const client = new pg.Client({ connectionString: urlOf(await sharedServer()) });
  await client.connect();
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  await client.end();
  expect(Number(rows[0]?.server_version_num)).toBeGreaterThan(180_000);
});
