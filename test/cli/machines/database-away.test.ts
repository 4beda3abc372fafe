import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSkippingClock } from '../../helpers/clocks/skipping-clock.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { newDatabase } from '../../helpers/postgres/databases.js';
import {
  restartServer,
  startServer,
  stopServer,
  urlOf,
  type PostgresServer,
} from '../../helpers/postgres/server.js';
import { HAS_SERVER, sharedServer } from '../../helpers/postgres/shared.js';
import type { User } from '../../helpers/run-confere.js';
import { startReferee } from '../../helpers/referee/index.js';
import { startTcpProxy } from '../../helpers/postgres/proxy.js';
import { parsed, sized } from '../bulk/bulk-support.js';
import { inLedger, newMachine } from './support.js';

/** The ids of jobs that wait on a machine. */
async function waitingIds({ folder }: User): Promise<string[]> {
  const all = await readdir(join(folder, 'home', 'state'), { recursive: true });
  return all.filter((name) => /accepted-\d+\.json$/.test(name));
}

/** A server of this test alone. */
async function ownServer(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-own-postgres-'));
  await chmod(folder, 0o755);
  const server = await startServer(folder);
  onTestFinished(async () => {
    stopServer(server, 'immediate');
    await rm(folder, { recursive: true, force: true });
  });
  return server;
}

it('what answers like no database is told as that', async () => {
  const junk = createServer((socket) => {
    socket.once('data', () => socket.write('Sjunk that is no TLS')).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => junk.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void junk.close());
  await using user = await newInProcessUser();
  const { port } = junk.address() as AddressInfo;
  const env = {
    CONFERE_BASE_URL: 'https://service.example',
    CONFERE_LEDGER: `postgres://ana@127.0.0.1:${port}/x?sslmode=require`,
  };
  const { stderr } = await user.ends(5, 'bulk list', { env });
  expect(stderr).toMatch(/^confere: The ledger in postgres:\S+ cannot be used: it/);
  expect(stderr).not.toContain('Check the folder');
});

describe.skipIf(!HAS_SERVER)('a database that goes away', { timeout: 60_000 }, () => {
  it('before a submission: a sentence, exit 5, and nothing is sent', async () => {
    await using server = await startReferee();
    const { name } = await newDatabase();
    await using network = await startTcpProxy((await sharedServer()).port);
    await using one = await newMachine(server, urlOf(network, name));
    await one.file('dez.csv', sized(10));
    await one.ends(0, 'bulk submit dez.csv -n');
    network.cut();
    const away = await one.ends(5, 'bulk run dez.csv -y');
    expect(away.stderr).toMatch(/The ledger in postgres:\S+ cannot be used: it cannot be reached/);
    const lookup = await one.ends(5, 'cpf 52998224725 --json');
    expect(JSON.parse(lookup.stderr)).toMatchObject({
      error: { code: 'database_unusable', exitCode: 5 },
    });
    expect(server.book.charged).toEqual([]);
    expect(server.posts).toEqual([]);
    network.mend();
    await one.ends(0, 'bulk run dez.csv -y');
    expect(server.book.charged).toHaveLength(10);
  });

  it.each([
    ['53100', 'its disk is full'],
    ['25006', 'it is read-only right now'],
  ])('with %s: a sentence, exit 5, and nothing is sent', async (code, said) => {
    await using server = await startReferee();
    const { url } = await newDatabase();
    await using one = await newMachine(server, url);
    await one.file('dez.csv', sized(10));
    const run = () => one.run('bulk run dez.csv -y');
    await one.ends(0, 'quota');
    await inLedger(
      url,
      server,
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
         AS $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${code}'; END $$;
       CREATE TRIGGER failing BEFORE UPDATE OF state ON jobs FOR EACH ROW EXECUTE FUNCTION fail()`,
    );
    const { code: exit, stderr } = await run();
    expect({ exit, stderr }).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining(said) as string,
    });
    expect(server.posts).toEqual([]);
    await inLedger(url, server, 'DROP FUNCTION fail CASCADE');
    expect((await run()).code).toBe(0);
    expect(server.book.charged).toHaveLength(10);
  });

  it('while the service answers: the id waits on the machine, and its next command delivers it', async () => {
    await using server = await startReferee();
    const { name, url } = await newDatabase();
    await using network = await startTcpProxy((await sharedServer()).port);
    const clock = createSkippingClock();
    await using one = await newMachine(server, urlOf(network, name), clock);
    await using two = await newMachine(server, url, clock);
    await one.file('dez.csv', sized(10));
    server.script('POST /cpf/bulk', 'hold');
    const running = one.run('bulk submit dez.csv -y');
    await server.seen('POST /cpf/bulk');
    network.cut();
    server.releaseAnswers();
    const { code, stdout, stderr } = await running;
    const [jobId = ''] = server.jobIds();
    expect({ code, stderr }).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(`as ${jobId}, but the database`) as string,
    });
    expect(await waitingIds(one)).toHaveLength(1);
    network.mend();
    await one.ends(0, 'quota');
    expect(await waitingIds(one)).toEqual([]);
    const watched = await two.run(['bulk', 'watch', stdout.trim(), '--json']);
    expect(parsed(watched.stdout)).toMatchObject({ state: 'complete', jobs: [{ jobId }] });
    expect(server.posts).toHaveLength(1);
  });

  it('in the middle of a watch: it is told once, waited for, and the watch goes on', async () => {
    const postgres = await ownServer();
    await using server = await startReferee({ holdJobs: true });
    await using network = await startTcpProxy(postgres.port);
    await using one = await newMachine(server, urlOf(network));
    await one.file('dez.csv', sized(10));
    const id = (await one.run('bulk submit dez.csv -y')).stdout.trim();
    const watching = one.run(`bulk watch ${id} --json -v --deadline 30d`);
    await server.seen('GET /cpf/bulk/');
    const failed = network.failed(3);
    stopServer(postgres, 'immediate');
    await failed;
    restartServer(postgres);
    server.releaseJobs();
    const { code, stdout, stderr } = await watching;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(parsed(stdout)).toMatchObject({ state: 'complete', found: 10 });
    expect(stderr.match(/waiting for it to come back/g)).toHaveLength(1);
    expect(server.posts).toHaveLength(1);
  });
});
