import { describe, expect, it } from '../../helpers/with-service.js';
import { refusal } from '../../helpers/referee/wire.js';
import {
  loseAnswer,
  makeCpf,
  names,
  nextIn,
  parsed,
  printedCommands,
  sharesAccount,
  sized,
} from '../support.js';
import { wordsOf, type User } from '../support.js';

describe.concurrent('bulk resolve', () => {
  it('--resubmit and --abandon change nothing without a yes', async ({ server, user }) => {
    const batch = await loseAnswer(user, server);
    for (const flag of ['--resubmit', '--abandon']) {
      const { stderr } = await user.ends(2, `bulk resolve ${batch} ${flag}`);
      expect(stderr).toContain('--yes');
      expect(stderr).toContain('4 identifiers');
    }
    expect(server.posts).toHaveLength(1);
  });

  it('--resubmit is never advised without its risk', async ({ server, user }) => {
    const batch = await loseAnswer(user, server);
    const { stderr } = await user.ends(10, `bulk resolve ${batch} --resubmit -y --max-credits 1`);
    const risk = 'If the service took it the first time, you pay twice.';
    expect(stderr).toContain(
      `'confere bulk resolve ${batch} --resubmit --max-credits 4'). ${risk}`,
    );
    // Also where the service refuses it.
    server.script('POST', refusal(403, 'Motivo.'));
    const refused = await user.ends(10, `bulk resolve ${batch} --resubmit -y`);
    expect(refused.stderr).toContain(`'confere bulk resolve ${batch} --resubmit' again. ${risk}`);
    expect(server.book.charged).toHaveLength(4);
  });

  it('--abandon --yes ends the batch, and status shows the decisions', async ({ server, user }) => {
    const batch = await loseAnswer(user, server);
    await user.run('bulk run in.csv');
    const ended = await user.ends(0, `bulk resolve ${batch} --abandon -y`);
    expect(ended.stderr).toMatch(/^! in\.csv: .*4 failed/m);
    const { stdout } = await user.run(`bulk status ${batch}`);
    const told = stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'T');
    expect(told).toContain(
      '  T  job 1: Between T and T the account was charged 4 credits. This job would cost at most 4 credits. ' +
        'Cannot tell whether it was charged: other charges appeared in the same period.\n  T  job 1: you abandoned it.\n',
    );
    const unwritten = await user.ends(3, 'bulk watch');
    expect(unwritten.stderr).toContain(
      `To write the others: 'confere bulk export ${batch} -o in.confere.csv'.`,
    );
    const written = await user.ends(3, 'bulk run in.csv');
    expect(written.stderr).toContain(`4 identifiers of batch ${batch} were abandoned`);
    expect(written.stderr).not.toContain('To write the others');
    const again = await user.ends(3, 'bulk run in.csv --json');
    expect(parsed(again.stdout)).toMatchObject({ state: 'complete', failed: 4 });
    expect(server.posts).toHaveLength(1);
  });

  it('without a decision shows the evidence and what each costs', async ({ server, user }) => {
    const batch = await loseAnswer(user, server);
    const stopped = await user.run('bulk run in.csv');
    const asked = server.log.length;
    const { code, stderr } = await user.run(`bulk resolve ${batch}`);
    expect([code, server.log.length]).toEqual([2, asked]);
    expect(stderr).toMatch(/the account was charged 4 credits\..*Cannot tell/);
    const status = await user.run('bulk status');
    for (const text of [stderr, stopped.stderr, status.stdout]) {
      const resolve = `confere bulk resolve ${batch}`;
      expect(text).toContain(`'${resolve} --resubmit': send them again, for up to 4 credits`);
      expect(text).toContain(`'${resolve} --adopt <jobId>': use the results`);
      expect(text).toContain(`'${resolve} --abandon': give them up`);
    }
  });

  it('requires exactly one decision, and an unconfirmed job', async ({ user }) => {
    await user.file('in.csv', sized(2));
    const { batch } = await user.json('bulk run in.csv');
    for (const flags of ['', ' --resubmit --abandon', ' --abandon -y', ' --adopt x'])
      await user.ends(2, `bulk resolve ${String(batch)}${flags}`);
  });
});

it.concurrent('bulk status calls a running job so, and says as of when', async ({ arrange }) => {
  const { server, user } = await arrange({ holdJobs: true, rows: 1 });
  await user.run('bulk submit in.csv');
  const { stdout } = await user.run('bulk status');
  expect(stdout).toMatch(/^ {2}[\da-f-]{36} {2}running +1 +0 +0$/m);
  expect(stdout).toMatch(/^As of \d{4}-\d\d-\d\d [\d:]{8}, the last check at the service\.$/m);
  server.releaseJobs();
  await user.run('bulk watch');
  expect((await user.run('bulk status')).stdout).not.toContain('As of');
});

describe.concurrent('bulk status after bulk resume', () => {
  async function leadsToTheWhole(user: User) {
    const status = async () => (await user.run('bulk status')).stdout;
    const told = await status();
    expect(told).toMatch(/^next: confere bulk export \S+ -o \S*in\.confere\.csv --overwrite$/m);
    expect(told).not.toMatch(/^result: /m);
    await user.ends(0, wordsOf(/^next: (.*)$/m.exec(told)?.[1] ?? ''));
    const written = await user.read('in.confere.csv');
    expect(written.match(/,found,/g)).toHaveLength(4);
    expect(await status()).toMatch(/^next: nothing; the result is written$/m);
  }

  it('of what was never sent names the export that writes the whole', async ({ user }) => {
    await sharesAccount(user);
    await user.file('in.csv', sized(4));
    await user.ends(7, 'bulk run in.csv --max-credits 2 --fit-balance');
    await user.ends(0, 'bulk resume --max-credits 4');
    // What stands elsewhere completes no file.
    await user.ends(0, 'bulk export');
    await leadsToTheWhole(user);
  });

  it('of what was skipped, too', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 4, holdJobs: true });
    await sharesAccount(user);
    await user.file('in.csv', sized(4));
    await user.run('bulk submit in.csv');
    await user.run(['cpf', makeCpf(50), makeCpf(51), '--allow-overage']);
    server.releaseJobs();
    await user.ends(7, 'bulk run in.csv');
    // What was found in the last two minutes may not show yet.
    server.book.account.credits += 6;
    await user.ends(0, 'bulk resume');
    await leadsToTheWhole(user);
  });
});

const submit = async (user: User, flags = '') =>
  (await user.run(`bulk submit in.csv${flags}`)).stdout.trim();

describe.concurrent('bulk resolve --abandon of a job that is accepted', () => {
  it('asks, ends the batch, and lets it be deleted', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true, rows: 4 });
    const batch = await submit(user);
    const abandon = `bulk resolve ${batch} --abandon`;
    const refused = await user.ends(2, `bulk delete ${batch} -y`);
    expect(refused.stderr).toContain(`'confere ${abandon}'`);
    expect((await user.ends(2, abandon)).stderr).toContain('up to 4 credits were charged');
    await user.ends(0, `${abandon} -y`);
    expect((await user.ends(0, `${abandon} -y`)).stderr).toContain('That job is already resolved.');
    const { stdout } = await user.run(`bulk status ${batch}`);
    expect(stdout).toContain('0 charged, up to 4 more for what was abandoned');
    await user.ends(0, `bulk delete ${batch} -y`);
    expect(server.posts).toHaveLength(1);
  });

  it('counts at the price that the user has set', async ({ arrange }) => {
    const { user } = await arrange({ holdJobs: true, rows: 4 });
    await user.run('config set cost-cpf 2');
    const batch = await submit(user);
    const { credits } = await user.json(`bulk resolve ${batch} --abandon -y`);
    expect(credits).toMatchObject({ estimated: 8 });
  });

  it('of what it gave up nothing is said to be free', async ({ arrange }) => {
    const { user } = await arrange({ holdJobs: true, rows: 10 });
    const batch = await submit(user, ' --max-credits 10 --deadline 1s');
    await user.run(`bulk resolve ${batch} --abandon -y`);
    const { stderr } = await user.ends(3, `bulk watch ${batch}`);
    expect(stderr).not.toMatch(/not charged|cost nothing/);
    expect(stderr).toContain(
      `To send what was not abandoned: 'confere bulk run ${user.folder}/in.csv --max-credits 9'.`,
    );
  });

  it('gives up at once all that only another key can see', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await sharesAccount(user);
    // A job of CPFs and one of CNPJs, whose answer is lost.
    await user.file('in.csv', 'id\n52998224725\n11222333000181\n');
    server.script('POST /cnpj/bulk', 'drop_after');
    const batch = await submit(user);
    await user.file('key.txt', 'another-key-that-replaced-it');
    const given = await user.json(`bulk resolve ${batch} --abandon -y --api-key-file key.txt`);
    expect(given).toMatchObject({ unconfirmed: 0, pending: 0, failed: 2 });
    expect(server.posts).toHaveLength(2);
  });
});

describe.concurrent('a deadline that passes before anything is sent', () => {
  it('is not waited for where nobody watches the batch that runs', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true, rows: 4 });
    const batch = await submit(user);
    await user.file('b.csv', sized(2, 50));
    const { stderr } = await user.ends(5, 'bulk run b.csv');
    expect(stderr).toContain(`batch ${batch} is still running`);
    expect(await names(user)).toEqual(['b.csv', 'in.csv']);
    server.releaseJobs();
    const [watch = '', , run = ''] = printedCommands(stderr);
    for (const line of [watch, run]) await user.ends(0, wordsOf(line));
    expect(server.posts).toHaveLength(2);
  });

  it('after a lost answer the command that waits has time to', async ({ arrange }) => {
    const { server, user } = await arrange({ rows: 4, submissions: ['drop_before'] });
    await user.run(['cpf', makeCpf(90)]);
    const { stderr } = await user.ends(10, 'bulk run in.csv --deadline 8s');
    expect(nextIn(stderr)).toEqual(wordsOf('confere bulk run in.csv --deadline 1h'));
    await user.ends(0, nextIn(stderr));
    expect(server.posts).toHaveLength(2);
  });
});

describe.concurrent('what the service refuses', () => {
  it('as an input is not sent again by a printed command', async ({ arrange }) => {
    const refuses = { 'POST /cpf/bulk': refusal(400, 'Arquivo inválido.') };
    const { user } = await arrange({ rows: 2, always: refuses });
    for (const line of ['bulk run in.csv', 'bulk resume']) {
      const { stderr } = await user.ends(3, line);
      expect(stderr).toContain(
        'answered: "Arquivo inválido." Nothing was charged. The service would refuse it again',
      );
      expect(printedCommands(stderr)).toEqual([]);
    }
  });

  it('for a reason of its own is not called a matter of the balance', async ({ arrange }) => {
    const refuses = { 'POST /cpf/bulk': refusal(403, 'API Key suspensa') };
    const { user } = await arrange({ rows: 2, always: refuses });
    const { stderr } = await user.ends(7, 'bulk run in.csv');
    expect(stderr).toContain(
      `answered: "API Key suspensa". Nothing was charged. Check your plan and balance with 'confere quota', then run 'confere bulk run in.csv' again.`,
    );
  });
});

it.concurrent.for([400, 422, 405])(
  'a job whose status is answered with %i is not said to run: 5, and the same command goes on',
  async (status, { arrange }) => {
    const { server, user } = await arrange({ rows: 3 });
    await sharesAccount(user);
    server.script('GET /cpf/bulk/', refusal(status, 'Recusado pela borda.'));
    const { stderr } = await user.ends(5, 'bulk run in.csv --deadline 25s');
    expect(stderr).toContain('Recusado pela borda.');
    await user.ends(0, nextIn(stderr));
    expect(server.posts).toHaveLength(1);
  },
);

it.concurrent.for(['Falha.', null])(
  'a job that failed before the deadline (%j) is not said to run, and the next run makes sure',
  async (says, { arrange }) => {
    const { server, user } = await arrange({ jobs: [{ failAfter: 0, says }], rows: 3 });
    await sharesAccount(user);
    const { stderr } = await user.ends(3, 'bulk run in.csv --deadline 3s');
    expect(stderr).toContain('failed, and the deadline left no time to make sure.');
    expect(server.posts).toHaveLength(1);
    await user.ends(0, nextIn(stderr));
    expect(server.book.charged).toHaveLength(3);
  },
);

it.concurrent.for([
  ['in.csv', 'CSV'],
  ['in.txt', 'TXT'],
  ['in.tsv', 'TXT'],
  ['-', 'Texto'],
] as const)(
  'the service is told the kind of the file: %s is %s',
  async ([name, format], { server, user }) => {
    if (name !== '-') await user.file(name, sized(2));
    await user.run(`bulk submit ${name} -q`, { stdin: name === '-' ? sized(2) : '' });
    expect(server.posts[0]).toMatchObject({ format });
  },
);
