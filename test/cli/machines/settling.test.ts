import { describe, expect, it } from 'vitest';
import { createSkippingClock } from '../../helpers/clocks/skipping-clock.js';
import { makeCpf } from '../../helpers/invented.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { startReferee, type Referee } from '../../helpers/referee/index.js';
import { FAST, sized } from '../bulk/bulk-support.js';
import { inLedger, ledgerUrl, newMachine } from './support.js';

const BROKEN = { status: 500, body: { success: false, error: 'Erro interno' } };
const RUN = ['bulk', 'run', '-y', ...FAST];
const other = `cpf\n${Array.from({ length: 5 }, (_, n) => makeCpf(100 + n)).join('\n')}\n`;

/** Who settles now. */
const SETTLERS = "SELECT host FROM leases WHERE name LIKE 'settling %' AND until > now_ms()";

/** Two machines, each with a file; a submission of the first one had no answer that says what became of it. */
async function machinesWithDoubt(server: Referee) {
  const url = await ledgerUrl();
  const clock = createSkippingClock();
  const [one, two] = [await newMachine(server, url, clock), await newMachine(server, url, clock)];
  await one.file('dez.csv', sized(10));
  await two.file('outro.csv', other);
  server.script('POST /cpf/bulk', BROKEN);
  await one.ends(10, [...RUN, 'dez.csv']);
  return { one, two, url, settlers: () => inLedger(url, server, SETTLERS) };
}

describe.skipIf(!HAS_SERVER)('a machine that settles an unknown outcome', () => {
  it('has the others submit nothing until its own submission is sent', async () => {
    await using server = await startReferee();
    const { one, two, settlers } = await machinesWithDoubt(server);
    server.script('GET /quota', 'hold');
    const settling = one.start([...RUN, 'dez.csv']);
    await server.seen('GET /quota', server.log.filter((line) => line === 'GET /quota').length + 1);
    expect(await settlers()).toHaveLength(1);
    const paused = await two.run([...RUN, 'outro.csv', '--deadline', '1m']);
    expect({ code: paused.code, stderr: paused.stderr }).toMatchObject({
      code: 11,
      stderr: expect.stringMatching(
        /is checking an unconfirmed charge[^]*Nothing more was sent: \S+ has been checking an unconfirmed charge since/,
      ) as string,
    });
    expect(server.posts).toHaveLength(1);
    server.releaseAnswers();
    expect((await settling.done).code).toBe(0);
    expect(await settlers()).toEqual([]);
    await two.ends(0, [...RUN, 'outro.csv']);
    expect(server.posts).toHaveLength(3);
    expect(server.book.charged).toHaveLength(15);
    for (const machine of [one, two]) await machine[Symbol.asyncDispose]();
  });

  it('and dies lets the others go when its lease is over', async () => {
    await using server = await startReferee();
    const { one, two, url, settlers } = await machinesWithDoubt(server);
    server.script('GET /quota', 'hang_after');
    const settling = one.start([...RUN, 'dez.csv']);
    await server.seen('GET /quota', server.log.filter((line) => line === 'GET /quota').length + 1);
    settling.kill('SIGKILL');
    await settling.done;
    expect(await settlers()).toHaveLength(1);
    await two.ends(11, [...RUN, 'outro.csv', '--deadline', '10s']);
    await inLedger(url, server, 'UPDATE leases SET until = until - 30000');
    await two.ends(0, [...RUN, 'outro.csv']);
    for (const machine of [one, two]) await machine[Symbol.asyncDispose]();
  });
});

const CPF = makeCpf(1);
const HANGS = ['cpf', CPF, '--timeout', '300ms'];

/** Two machines; a single lookup of the first one got no answer, and its settle time has passed. */
async function machinesWithLookup(server: Referee) {
  const url = await ledgerUrl();
  const clock = createSkippingClock();
  const [one, two] = [await newMachine(server, url, clock), await newMachine(server, url, clock)];
  await two.file('outro.csv', other);
  for (const machine of [one, two]) await machine.ends(0, 'config set cost-cpf 1');
  await one.ends(0, 'quota');
  server.script('GET /cpf/', 'hang');
  await one.ends(10, HANGS);
  await inLedger(url, server, 'UPDATE lookups SET uptime = uptime - 200000');
  return { one, two, url };
}

describe.skipIf(!HAS_SERVER)('a machine that settles a single lookup', () => {
  it('waits for another one that settles, no longer than it may, and asks for nothing meanwhile', async () => {
    await using server = await startReferee();
    const { one, two, url } = await machinesWithLookup(server);
    const asked = server.log.length;
    await inLedger(
      url,
      server,
      `INSERT INTO leases (name, fence, host, since, until)
       SELECT 'settling ' || account, 99, 'cron-9', now_ms(), now_ms() + 3600000 FROM readings LIMIT 1`,
    );
    const late = await one.run(['cpf', CPF, '--deadline', '1m']);
    expect({ code: late.code, stderr: late.stderr }).toMatchObject({
      code: 10,
      stderr: expect.stringContaining('Run the same command again in 5 seconds') as string,
    });
    await using patient = await newMachine(server, url);
    const stopped = patient.start(['cpf', CPF]);
    await stopped.says('stderr', 'Waiting 5 s to see');
    stopped.kill('SIGINT');
    expect((await stopped.done).code).toBe(130);
    expect(server.log).toHaveLength(asked);
    await inLedger(url, server, 'UPDATE leases SET until = 0 WHERE fence = 99');
    await one.ends(0, ['cpf', CPF]);
    for (const machine of [one, two]) await machine[Symbol.asyncDispose]();
  });
});
