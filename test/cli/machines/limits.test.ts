import { describe, expect, it } from 'vitest';
import { createSkippingClock } from '../../helpers/clocks/skipping-clock.js';
import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { startReferee } from '../../helpers/referee/index.js';
import { FAST } from '../bulk/bulk-support.js';
import { inLedger, ledgerUrl, newMachine } from './support.js';

const TOO_MANY = {
  status: 429,
  headers: { 'retry-after': '60' },
  body: { success: false, error: 'Limite excedido.' },
};
const later = 'UPDATE refusals SET until = until - 60000';

describe.skipIf(!HAS_SERVER)('a limit of the service that one machine meets', () => {
  it('of requests a minute is known to the others, until it has passed', async () => {
    await using server = await startReferee();
    const url = await ledgerUrl();
    await using one = await newMachine(server, url);
    await using two = await newMachine(server, url);
    server.script('GET /cpf/', TOO_MANY);
    const hasty = ['--deadline', '2s'];
    expect((await one.run(['cpf', makeCpf(1), ...hasty])).code).toBe(6);
    const asked = () => server.log.filter((line) => line.startsWith('GET /cpf/')).length;
    expect(asked()).toBe(1);
    expect((await two.run(['cpf', makeCpf(2), ...hasty])).code).toBe(6);
    expect(asked()).toBe(1);
    await inLedger(url, server, later);
    expect((await two.run(['cpf', makeCpf(2), ...hasty])).code).toBe(0);
  });

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
    await two.run(['config', 'set', 'cost-cnpj', '1']);
    const run = ['bulk', 'run', '-y', ...FAST, '--deadline', '2s'];
    server.script('POST /cnpj/bulk', TOO_MANY);
    expect((await one.run([...run, 'um.csv'])).code).toBe(6);
    expect((await two.run([...run, 'dois.csv'])).code).toBe(6);
    const posts = () => server.log.filter((line) => line === 'POST /cnpj/bulk').length;
    expect(posts()).toBe(1);
    expect((await two.run(['cpf', makeCpf(2)])).code).toBe(0);
    await inLedger(url, server, later);
    expect((await two.run([...run, 'dois.csv'])).code).toBe(0);
    expect(posts()).toBe(2);
  });
});
