import { stat } from 'node:fs/promises';
import { describe, expect, onTestFinished } from 'vitest';
import { newMachine } from '../../helpers/postgres/machine.js';
import { restartServer, startServer, stopServer, urlOf } from '../../helpers/postgres/server.js';
import { newFolder } from '../../helpers/files/scratch.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { startTcpProxy } from '../../helpers/postgres/proxy.js';
import { it } from './support.js';
import { kept, parsed, sized, startReferee, type User } from '../support.js';

const RUN = 'bulk run in.csv -y';

/** The files of job ids or outcomes that wait on a machine. */
const waiting = (machine: User) => kept(machine, /(accepted|lookup)-.*\.json$/);

describe.skipIf(!HAS_SERVER)('a database that goes away', { timeout: 60_000 }, () => {
  it('before a submission is one sentence and exit 5, and nothing is sent', async ({
    together,
  }) => {
    const { server, network, one } = await together();
    await one.file('in.csv', sized(10));
    await one.ends(0, 'bulk submit in.csv -n');
    network.cut();
    const away = await one.ends(5, RUN);
    expect(away.stderr).toMatch(/The ledger in postgres:\S+ cannot be used: it cannot be reached/);
    const { stderr } = await one.ends(5, 'cpf 52998224725 --json');
    expect(parsed(stderr)).toMatchObject({ error: { code: 'database_unusable', exitCode: 5 } });
    expect(server.count('POST') + server.count('GET /cpf')).toBe(0);
    network.mend();
    await one.ends(0, RUN);
    expect(server.book.charged).toHaveLength(10);
  });

  it('while the service answers has the id of the job wait on the machine', async ({
    together,
  }) => {
    const { server, network, one, two, sql } = await together();
    await one.file('in.csv', sized(10));
    server.script('POST /cpf/bulk', 'hold');
    const running = one.ends(5, 'bulk submit in.csv -y');
    await server.seen('POST /cpf/bulk');
    network.cut();
    server.releaseAnswers();
    const { stdout, stderr } = await running;
    const [jobId = ''] = server.jobIds();
    expect(stderr).toContain(`as ${jobId}, but the database`);
    expect(await waiting(one)).toHaveLength(1);
    network.mend();
    // The next command delivers it.
    await one.ends(0, 'quota');
    expect(await sql('SELECT job_id FROM jobs')).toEqual([{ job_id: jobId }]);
    const watched = await two.json(`bulk watch ${stdout.trim()}`);
    expect(watched).toMatchObject({ state: 'complete', jobs: [{ jobId }] });
    expect(server.posts).toHaveLength(1);
  });

  it('in the middle of a watch is told once, and waited for', async () => {
    const postgres = await startServer(newFolder());
    onTestFinished(() => {
      stopServer(postgres, 'immediate');
    });
    await using server = await startReferee({ holdJobs: true });
    await using network = await startTcpProxy(postgres.port);
    await using one = await newMachine(server, urlOf(network));
    await one.file('in.csv', sized(10));
    const id = (await one.run('bulk submit in.csv -y')).stdout.trim();
    const watching = one.ends(0, `bulk watch ${id} --json -v --deadline 30d`);
    await server.seen('GET /cpf/bulk/');
    const failed = network.failed(3);
    stopServer(postgres, 'immediate');
    await failed;
    restartServer(postgres);
    server.releaseJobs();
    const { stdout, stderr } = await watching;
    expect(parsed(stdout)).toMatchObject({ state: 'complete', found: 10 });
    expect(stderr.match(/waiting for it to come back/g)).toHaveLength(1);
    expect(server.posts).toHaveLength(1);
  });

  it('has the record that comes meanwhile shown, wait in a private file, and answer every machine', async ({
    together,
  }) => {
    const { server, network, one, two } = await together();
    const line = 'cpf 52998224725';
    await one.ends(0, 'quota');
    server.script('GET /cpf/', 'hold');
    const running = one.ends(5, `${line} --json`);
    await server.seen('GET /cpf/');
    network.cut();
    server.releaseAnswers();
    const { stdout, stderr } = await running;
    expect(parsed(stdout)).toMatchObject({ status: 'found', source: 'api' });
    expect(stderr).toContain('The record is paid for and saved on this machine');
    expect((await stat((await waiting(one))[0] ?? '')).mode & 0o777).toBe(0o600);
    network.mend();
    await one.ends(0, 'quota');
    expect(await waiting(one)).toEqual([]);
    expect(await two.json(line)).toMatchObject({ status: 'found', source: 'ledger' });
    expect(server.book.charged).toHaveLength(1);
  });
});
