import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { execaSync } from 'execa';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { eventually } from '../../helpers/clocks/eventually.js';
import { makeCpf } from '../../helpers/invented.js';
import { newUser } from '../../helpers/run-confere.js';
import { hasPty, startPty } from '../../helpers/terminal/pseudo-terminal.js';
import { startReferee } from '../../helpers/referee/index.js';
import { FAST, sized } from '../bulk/bulk-support.js';

function ids(count: number): string[] {
  return Array.from({ length: count }, (_, n) => makeCpf(n));
}

describe.concurrent('an interrupted run', () => {
  it.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 143],
  ] as const)(
    '%s while watching exits %i and says how to continue',
    async ([signal, exit], { arrange }) => {
      const { server, user } = await arrange({ holdJobs: true });
      const file = await user.file('in.csv', sized(4));
      const id = (await user.run(`bulk submit ${file}`)).stdout.trim();
      const watching = user.start(['bulk', 'watch', ...FAST]);
      await server.seen('GET /cpf/bulk/');
      watching.kill(signal);
      const { code, stdout, stderr } = await watching.done;
      expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
      expect(stderr).toContain(
        `Stopped watching. 1 job (4 identifiers) continues at the service, which charges what it finds. To continue: 'confere bulk watch ${id}`,
      );
      server.releaseJobs();
      await user.ends(0, 'bulk watch');
      await user.ends(0, `bulk run ${file}`);
      expect(server.posts).toHaveLength(1);
    },
  );

  it('SIGINT during a submission waits for its answer', async ({ server, user }) => {
    server.script('POST /cpf/bulk', 'hang_after');
    const file = await user.file('in.csv', sized(4));
    const running = user.start(['bulk', 'submit', file, '--timeout', '4s']);
    await server.seen('POST /cpf/bulk');
    running.kill('SIGINT');
    await running.says('stderr', 'Stopping after the current answer');
    expect([10, 130]).toContain((await running.done).code);
    await user.ends(10, `bulk run ${file}`);
    expect(server.posts).toHaveLength(1);
  });

  it('a second SIGINT stops at once and says how to continue', async ({ server, user }) => {
    server.script('POST /cpf/bulk', 'hang_after');
    const file = await user.file('in.csv', sized(4));
    const running = user.start(['bulk', 'run', file, '--max-credits', '9']);
    await server.seen('POST /cpf/bulk');
    running.kill('SIGINT');
    await running.says('stderr', 'Stopping after the current answer');
    running.kill('SIGINT');
    const { code, stderr } = await running.done;
    expect(code).toBe(130);
    expect(stderr).toContain(`To continue: 'confere bulk run ${file} --max-credits 9'`);
  });
});

describe.concurrent('a command that only reads and writes', () => {
  it('SIGINT while an input is read keeps nothing', async ({ server, user }) => {
    const running = user.start(['bulk', 'run', await user.file('in.csv', sized(300_000))]);
    await running.says('stderr', 'in.csv: UTF-8');
    running.kill('SIGINT');
    const { code, stderr } = await running.done;
    expect(code).toBe(130);
    expect(stderr).toContain('confere: Stopped. Nothing was sent or kept.');
    expect(stderr).not.toMatch(/Stopping|charged|continuing/);
    expect((await user.run('bulk list --json')).stdout.trim()).toMatch(/^(\[\])?$/);
    expect(existsSync(join(user.folder, 'in.confere.csv'))).toBe(false);
    expect(server.log).toEqual([]);
  });

  it.for([
    [[], '. Nothing was sent or kept'],
    [['-n'], ''],
  ] as const)(
    'SIGINT while one of several inputs is read ends the command with one sentence: %j',
    async ([flags, told]) => {
      await using server = await startReferee();
      await using user = await newUser(server);
      const args = ['bulk', 'run', '-', await user.file('next.csv', sized(3)), '--out-dir', 'out'];
      const typing = { stdin: 'cpf\n', keepsTyping: true };
      const running = user.start([...args, ...flags], typing);
      await eventually(async () => {
        const names = await readdir(user.folder, { recursive: true });
        expect(names.some((name) => /incoming[/\\].|temporary.work-/.test(name))).toBe(true);
      });
      running.kill('SIGINT');
      const { code, stdout, stderr } = await running.done;
      expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
      expect(stderr).toBe(`confere: Stopped${told}.\n`);
    },
  );

  it.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends the reading of a packed file with huge cells', async ([signal, exit]) => {
    await using server = await startReferee();
    await using user = await newUser(server);
    const cells = (size: number, count: number) => `${' '.repeat(size)}-\n`.repeat(count);
    const text = sized(2) + cells(100_000, 2) + cells(900_000, 60);
    const file = await user.file('in.csv.gz', gzipSync(text, { level: 1 }));
    const running = user.start(['bulk', 'run', file]);
    await running.says('stderr', 'in.csv.gz: gzip');
    running.kill(signal);
    expect(await running.done).toMatchObject({ code: exit });
    expect(server.log).toEqual([]);
  });

  it('SIGINT while standard input is waited for stops a run at once', async ({ user }) => {
    const running = user.start('bulk run -', { stdin: 'cpf\n', keepsTyping: true });
    await eventually(async () => {
      const names = await readdir(join(user.folder, 'home'), { recursive: true });
      expect(names.some((name) => /incoming[/\\]./.test(name))).toBe(true);
    });
    running.kill('SIGINT');
    expect(await running.done).toMatchObject({
      code: 130,
      stderr: 'confere: Stopped. Nothing was sent or kept.\n',
    });
  });
});

describe.concurrent('two processes', () => {
  it('a watch follows the run that holds the batch, and ends as it does', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true, missing: [makeCpf(3)] });
    const running = user.start(['bulk', 'run', await user.file('in.csv', sized(4)), ...FAST]);
    await server.seen('GET /cpf/bulk/');
    const watching = user.start(['bulk', 'watch', ...FAST]);
    await watching.says('stderr', 'this view changes nothing');
    const stopped = user.start(['bulk', 'watch', ...FAST]);
    await stopped.says('stderr', 'this view changes nothing');
    stopped.kill('SIGINT');
    expect((await stopped.done).code).toBe(130);
    server.releaseJobs();
    expect((await running.done).code).toBe(0);
    const { code, stderr } = await watching.done;
    expect(code).toBe(0);
    expect(stderr).toContain('3 found, 1 not found');
    expect(server.posts).toHaveLength(1);
  });

  it('beside a submission nobody sees a doubt while its run lives', async ({ server, user }) => {
    server.script('POST /cpf/bulk', 'hang_after');
    const running = user.start(['bulk', 'run', await user.file('in.csv', sized(4)), ...FAST]);
    await server.seen('POST /cpf/bulk');
    const runs = { state: 'running', pending: 4, unconfirmed: 0 };
    const look = async (...args: string[]) => {
      const { code, stdout } = await user.run(['bulk', ...args, '--json']);
      return { code, ...([JSON.parse(stdout)] as object[]).flat()[0] };
    };
    expect(await look('list')).toMatchObject({ code: 0, ...runs });
    expect(await look('status')).toMatchObject({ code: 0, ...runs });
    // Only the run that has it asking the service, so this is no 8.
    expect(await look('watch', '--deadline', '1s')).toMatchObject({ code: 11, ...runs });
    running.kill('SIGKILL');
    await running.done;
    expect(await look('status')).toMatchObject({ state: 'unconfirmed', unconfirmed: 4 });
  });
});

describe.concurrent('a reader that closes the pipe', () => {
  it('ends an export with 0 and without a message', async ({ user }) => {
    const file = await user.file('in.csv', sized(5_000));
    await user.ends(0, `bulk run ${file}`);
    const exporting = user.start('bulk export');
    await exporting.says('stdout', '\n');
    exporting.closeStdout();
    const { code, stderr } = await exporting.done;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('ends a series of lookups, and the charges', async ({ server, user }) => {
    const [first = '', ...others] = ids(25);
    const options = { stdin: `${first}\n`, keepsTyping: true };
    const looking = user.start('cpf - --json', options);
    await looking.says('stdout', '\n');
    looking.closeStdout();
    looking.type(`${others.join('\n')}\n`);
    const { code, stderr } = await looking.done;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // The closed pipe is noticed when the second answer is written.
    expect(server.book.charged.length).toBeLessThanOrEqual(3);
  });
});

it('SIGINT stops an export and a comparison, which leave nothing', async ({ arrange }) => {
  const { server, user } = await arrange({ credits: 1_000_000 });
  const file = await user.file('in.csv', sized(200_000));
  await user.ends(0, `bulk run ${file}`);
  const whole = join(user.folder, 'in.confere.csv');
  const out = join(user.folder, 'out.csv');
  const isBegun = async () => {
    const names = await readdir(user.folder, { recursive: true });
    expect(names.some((name) => /out\.csv.*\.part|temporary.work-/.test(name))).toBe(true);
  };
  if (hasPty) {
    const reporting = startPty(user, ['bulk', 'report', '-o', 'out.html'], {
      columns: 80,
      server,
    });
    await reporting.shows('counted');
    reporting.type('\u0003');
    expect(await reporting.ended).toMatchObject({ code: 130 });
    expect(await reporting.text()).toContain('confere: Stopped. Nothing was written.');
    expect(existsSync(join(user.folder, 'out.html'))).toBe(false);
  }
  for (const [args, told] of [
    [['bulk', 'export'], 'confere: Stopped. Nothing was written.\n'],
    [['bulk', 'diff', whole, whole], 'confere: Stopped.\n'],
  ] as const) {
    const running = user.start([...args, '-o', out]);
    await eventually(isBegun);
    running.kill('SIGINT');
    expect(await running.done).toMatchObject({ code: 130, stderr: told });
    const names = await readdir(user.folder, { recursive: true });
    expect(names.filter((name) => /out\.csv|temporary.work-/.test(name))).toEqual([]);
  }
});

it.for([
  ['SIGINT', 130, '-'],
  ['SIGTERM', 143, '-'],
  ['SIGINT', 130, 'pipe.csv'],
  ['SIGTERM', 143, 'pipe.csv'],
] as const)(
  'a check that %s stops says so and leaves nothing: %i, %s',
  async ([signal, exit, from]) => {
    await using user = await newUser();
    const pipe = join(user.folder, 'pipe.csv');
    // Nobody ever writes to it.
    if (from !== '-' && execaSync('bash', ['-c', 'mkfifo "$0"', pipe], { reject: false }).failed)
      return;
    const checking = user.start(['bulk', 'check', from], { stdin: 'x\n', keepsTyping: true });
    await eventually(async () => {
      const names = await readdir(user.folder);
      expect(names.some((name) => name.startsWith('confere-'))).toBe(true);
    });
    checking.kill(signal);
    const { code, stderr, stdout } = await checking.done;
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
    expect(stderr).toContain('confere: Stopped.');
    expect((await readdir(user.folder)).filter((name) => name.startsWith('confere-'))).toEqual([]);
  },
);
