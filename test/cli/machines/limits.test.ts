import { expect } from 'vitest';
import { createSkippingClock } from '../../helpers/clocks/skipping-clock.js';
import { makeCpf } from '../../helpers/invented.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { sized } from '../bulk/bulk-support.js';
import { it } from './support.js';

/** The clock of the database, as this ledger sees it, stands at noon. */
const NOON = `CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE
  AS 'SELECT ${Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000}::bigint'`;

it.skipIf(!HAS_SERVER)('machines have the day of the database', async ({ together }) => {
  const clock = createSkippingClock();
  const ahead = { ...clock, now: () => clock.now() + 26 * 3_600_000 };
  const { server, one, two, sql } = await together({}, clock, ahead);
  for (const machine of [one, two])
    for (const setting of ['cost-cpf 1', 'max-credits-per-day 4'])
      await machine.run(`config set ${setting}`);
  await one.file('in.csv', sized(3));
  await two.file('in.csv', sized(2, 8));
  // No midnight falls into this test.
  await one.ends(0, 'bulk list');
  await sql(NOON);
  await one.ends(0, 'bulk run in.csv -y');
  await two.ends(7, 'bulk run in.csv -y');
  await two.ends(0, `cpf ${makeCpf(8)}`);
  await two.ends(7, `cpf ${makeCpf(9)}`);
  expect(server.book.charged).toHaveLength(4);
});
