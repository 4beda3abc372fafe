import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSkippingClock } from '../../helpers/clocks/skipping-clock.js';
import { startTcpProxy } from '../../helpers/postgres/proxy.js';
import { newDatabase } from '../../helpers/postgres/databases.js';
import { urlOf } from '../../helpers/postgres/server.js';
import { HAS_SERVER, sharedServer } from '../../helpers/postgres/shared.js';
import type { User } from '../../helpers/run-confere.js';
import { startReferee } from '../../helpers/referee/index.js';
import { inLedger, newMachine } from './support.js';

const CPF = '52998224725';
const NONE = '12345678909';

/** The files of outcomes that wait on a machine. */
async function waiting({ folder }: User): Promise<string[]> {
  const state = join(folder, 'home', 'state');
  const all = await readdir(state, { recursive: true });
  return all.filter((name) => /lookup-.*\.json$/.test(name)).map((name) => join(state, name));
}

/** Two machines; the network of the first is cut while the service has the answer to its lookup. */
async function cutDuring(cpf: string) {
  const path = `GET /cpf/${cpf}`;
  const server = await startReferee({ missing: [NONE] });
  const { name, url: postgres } = await newDatabase();
  const network = await startTcpProxy((await sharedServer()).port);
  const clock = createSkippingClock();
  const one = await newMachine(server, urlOf(network, name), clock);
  const two = await newMachine(server, postgres, clock);
  await one.ends(0, 'quota');
  server.script(path, 'hold');
  const running = one.run(['cpf', cpf, '--json']);
  await server.seen(path);
  network.cut();
  server.releaseAnswers();
  const answer = await running;
  const past = () => inLedger(postgres, server, 'UPDATE leases SET until = until - 100000');
  const end = async () => {
    for (const used of [one, two, network, server]) await used[Symbol.asyncDispose]();
  };
  return { server, network, one, two, answer, past, [Symbol.asyncDispose]: end };
}

describe.skipIf(!HAS_SERVER)('a record that comes while the database is away', () => {
  it('is shown, waits in a private file, and answers every machine after the next command', async () => {
    await using world = await cutDuring(CPF);
    const { server, network, one, two, answer } = world;
    expect(answer.code).toBe(5);
    expect(JSON.parse(answer.stdout)).toMatchObject({ status: 'found', source: 'api' });
    expect(answer.stderr).toContain('The record is paid for and saved on this machine');
    const [file = ''] = await waiting(one);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    network.mend();
    await one.ends(0, 'quota');
    expect(await waiting(one)).toEqual([]);
    const other = await two.run(['cpf', CPF, '--json']);
    expect(JSON.parse(other.stdout)).toMatchObject({ status: 'found', source: 'ledger' });
    expect(server.book.charged).toEqual([CPF]);
    // It has been shown once, so a fresh one is asked for.
    await one.ends(0, ['cpf', CPF, '--fresh']);
    expect(server.book.charged).toEqual([CPF, CPF]);
  });

  it('settles the doubt that another machine had about it', async () => {
    await using world = await cutDuring(CPF);
    const { server, network, one, two, past } = world;
    await past();
    await two.ends(10, ['cpf', CPF]);
    network.mend();
    await one.ends(0, 'quota');
    const settled = await two.run(['cpf', CPF, '--json']);
    expect(JSON.parse(settled.stdout)).toMatchObject({ status: 'found', source: 'ledger' });
    expect(server.book.charged).toEqual([CPF]);
  });

  it('stays when the user had another one bought meanwhile', async () => {
    await using world = await cutDuring(CPF);
    const { server, network, one, two, past } = world;
    await past();
    await two.ends(0, ['cpf', CPF, '--fresh', '-y']);
    network.mend();
    await one.ends(0, ['cpf', CPF]);
    expect(await waiting(one)).toEqual([]);
    expect(server.book.charged).toEqual([CPF, CPF]);
  });
});
