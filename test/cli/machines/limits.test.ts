import { describe, expect, it } from 'vitest';
import { createSkippingClock } from '../../helpers/clocks/skipping-clock.js';
import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { startReferee } from '../../helpers/referee/index.js';
import { FAST, sized } from '../bulk/bulk-support.js';
import { inLedger, ledgerUrl, newMachine } from './support.js';

const TOO_MANY = {
  status: 429,
  headers: { 'retry-after': '60' },
  body: { success: false, error: 'Limite excedido.' },
};
/** The clock of the database, as this ledger sees it, stands at noon. */
const NOON = `CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE
  AS 'SELECT ${Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000}::bigint'`;
const later = 'UPDATE refusals SET until = until - 60000';

describe.skipIf(!HAS_SERVER)('a limit of the service that one machine meets', () => {
  it('of pending jobs holds up their submissions, and nothing else', async () => {
    await using server = await startReferee();
    const url = await ledgerUrl();
    const clock = createSkippingClock();
    await using one = await newMachine(server, url, clock);
    await using two = await newMachine(server, url, clock);
    const [own, others] = [1, 2].map((n) => `cnpj\n${makeCnpj(n)}\n`);
    await one.file('um.csv', own ?? '');
    await two.file('dois.csv', others ?? '');
    // Otherwise the balance is read again after the lookup, and the deadline passes.
    await two.run('config set cost-cnpj 1');
    const run = ['bulk', 'run', '-y', ...FAST, '--deadline', '2s'];
    server.script('POST /cnpj/bulk', TOO_MANY);
    await one.ends(6, [...run, 'um.csv']);
    await two.ends(6, [...run, 'dois.csv']);
    const posts = () => server.log.filter((line) => line === 'POST /cnpj/bulk').length;
    expect(posts()).toBe(1);
    await two.ends(0, ['cpf', makeCpf(2)]);
    await inLedger(url, server, later);
    await two.ends(0, [...run, 'dois.csv']);
    expect(posts()).toBe(2);
  });
});

it.skipIf(!HAS_SERVER)('a day is that of the database, whatever the machines say', async () => {
  await using server = await startReferee();
  const url = await ledgerUrl();
  const clock = createSkippingClock();
  const ahead = { ...clock, now: () => clock.now() + 26 * 3_600_000 };
  await using one = await newMachine(server, url, clock);
  await using two = await newMachine(server, url, ahead);
  for (const machine of [one, two]) {
    await machine.run('config set cost-cpf 1');
    await machine.run('config set max-credits-per-day 4');
  }
  await one.file('tres.csv', sized(3));
  await two.file('dois.csv', `cpf\n${makeCpf(8)}\n${makeCpf(9)}\n`);
  const run = ['bulk', 'run', '-y', ...FAST];
  // No midnight falls into this test.
  await one.ends(0, 'bulk list');
  await inLedger(url, server, NOON);
  await one.ends(0, [...run, 'tres.csv']);
  await two.ends(7, [...run, 'dois.csv']);
  await two.ends(0, ['cpf', makeCpf(8)]);
  await two.ends(7, ['cpf', makeCpf(9)]);
  expect(server.book.charged).toHaveLength(4);
});
