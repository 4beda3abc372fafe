import { readdir } from 'node:fs/promises';
import { describe, expect, it } from '../../helpers/with-service.js';
import { eventually, FAST, makeCpf, newUser, sized, startReferee, type User } from '../support.js';

const RUN = ['bulk', 'run', 'in.csv', ...FAST];
const STOPPED = 'confere: Stopped. Nothing was sent.\n';
const NONE = { code: 0, stderr: '' };

/** Waits until a file of this name is there. */
const appears = (user: User, name: RegExp) =>
  eventually(async () => {
    const names = await readdir(user.folder, { recursive: true });
    expect(names.some((one) => name.test(one))).toBe(true);
  });

describe.concurrent('a signal', () => {
  it.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 143],
  ] as const)(
    '%s ends a watch with %i, and says what goes on at the service',
    async ([signal, exit], { arrange }) => {
      const { server, user } = await arrange({ holdJobs: true, rows: 4 });
      await user.run('bulk submit in.csv');
      const watching = user.start(['bulk', 'watch', ...FAST]);
      await server.seen('GET /cpf/bulk/');
      watching.kill(signal);
      const { code, stdout, stderr } = await watching.done;
      expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
      expect(stderr).toContain(
        `Stopped watching. 1 job (4 identifiers) continues at the service, which charges what it finds. To continue: 'confere bulk run ${user.folder}/in.csv`,
      );
      server.releaseJobs();
      await user.ends(0, 'bulk watch');
      await user.ends(0, 'bulk run in.csv');
      expect(server.posts).toHaveLength(1);
    },
  );

  it('SIGINT in a submission waits for its answer, and a second one stops at once', async ({
    server,
    user,
  }) => {
    server.script('POST /cpf/bulk', 'hang_after');
    await user.file('in.csv', sized(4));
    const running = user.start('bulk run in.csv --max-credits 9');
    await server.seen('POST /cpf/bulk');
    running.kill('SIGINT');
    await running.says('stderr', 'Stopping after the current answer');
    running.kill('SIGINT');
    const { code, stderr } = await running.done;
    expect(code).toBe(130);
    expect(stderr).toContain("To continue: 'confere bulk run in.csv --max-credits 9'");
    await user.ends(10, 'bulk run in.csv');
    expect(server.posts).toHaveLength(1);
  });

  it.for([
    ['bulk run -', STOPPED],
    ['bulk run - next.csv --out-dir out', STOPPED],
    ['bulk run - next.csv --out-dir out -n', 'confere: Stopped.\n'],
  ] as const)(
    'SIGINT stops what only reads standard input, and nothing was sent: %s',
    async ([line, stderr]) => {
      await using server = await startReferee();
      await using user = await newUser(server);
      await user.file('next.csv', sized(3));
      const running = user.start(line, { stdin: 'cpf\n', keepsTyping: true });
      await appears(user, /incoming[/\\].|temporary.work-/);
      running.kill('SIGINT');
      expect(await running.done).toMatchObject({ code: 130, stdout: '', stderr });
    },
  );
});

describe.concurrent('two processes', () => {
  it('have one batch each: the second run of a batch ends with 11 and sends nothing', async ({
    arrange,
  }) => {
    const { server, user } = await arrange({ holdJobs: true, missing: [makeCpf(3)], rows: 4 });
    const running = user.start(RUN);
    await server.seen('GET /cpf/bulk/');
    await user.silent(11, RUN);
    await user.ends(0, 'bulk status');
    // A watch follows the run that holds the batch, and ends as it does.
    const [watching, stopped] = [1, 2].map(() => user.start(['bulk', 'watch', ...FAST]));
    for (const one of [watching, stopped]) await one?.says('stderr', 'view only');
    stopped?.kill('SIGINT');
    expect((await stopped?.done)?.code).toBe(130);
    server.releaseJobs();
    expect((await running.done).code).toBe(0);
    const watched = await watching?.done;
    expect(watched?.code).toBe(0);
    expect(watched?.stderr).toContain('3 found, 1 not found');
    expect(server.posts).toHaveLength(1);
  });

  it('see no doubt about a submission while the run that sends it lives', async ({
    server,
    user,
  }) => {
    server.script('POST /cpf/bulk', 'hang_after');
    await user.file('in.csv', sized(4));
    const running = user.start(RUN);
    await server.seen('POST /cpf/bulk');
    const runs = { state: 'running', pending: 4, unconfirmed: 0 };
    expect(await user.json('bulk list')).toMatchObject([runs]);
    expect(await user.json('bulk status')).toMatchObject(runs);
    // Only the run that has it asks the service, so this is no 8.
    const { stdout } = await user.ends(11, 'bulk watch --deadline 1s --json');
    expect(JSON.parse(stdout)).toMatchObject(runs);
    running.kill('SIGKILL');
    await running.done;
    expect(await user.json('bulk status')).toMatchObject({ state: 'unconfirmed', unconfirmed: 4 });
  });
});

it.concurrent('a closed pipe ends an export, and not a submission', async ({ server, user }) => {
  await user.file('in.csv', sized(5_000));
  const submitting = user.start('bulk submit in.csv -q');
  submitting.closeStdout();
  expect(await submitting.done).toMatchObject(NONE);
  await user.ends(0, RUN);
  expect(server.posts).toHaveLength(1);
  const exporting = user.start('bulk export');
  await exporting.says('stdout', '\n');
  exporting.closeStdout();
  expect(await exporting.done).toMatchObject(NONE);
});

it.concurrent('two batches that start at the same moment submit each identifier once', async ({
  server,
  user,
}) => {
  await user.file('a.csv', sized(50));
  const both = ['', ' --name x'].map((name) => user.start(`bulk submit a.csv${name}`).done);
  await Promise.all(both);
  expect(server.posts).toHaveLength(1);
  const runs = ['', ' --name x', ''].map((name) => `bulk run a.csv${name} --overwrite`);
  for (const line of runs) await user.run(line);
  for (const line of runs) await user.ends(0, line);
  expect(server.book.charged).toHaveLength(50);
});
