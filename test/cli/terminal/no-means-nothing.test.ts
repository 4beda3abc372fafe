import { describe, expect, it } from '../../helpers/with-service.js';
import { loseAnswer, makeCpf, names, parsed, sits, sized } from '../support.js';

/** What of stderr follows the question. */
function afterQuestion(stderr: string): string {
  return stderr.slice(stderr.lastIndexOf('[y/N] ') + '[y/N] '.length);
}

const SENT = 'confere: Nothing was sent.\n';

describe.concurrent('a no in a terminal', () => {
  it.for(['n\n', '\n', ''])(
    '(%j) to a new batch leaves no batch and no result, also where the ledger knows a part',
    async (answer, { server, user }) => {
      await user.run(['cpf', makeCpf(0)]);
      await user.file('in.csv', sized(3));
      // That of a profile answers no question, unlike one on the command line.
      await user.ends(0, 'config set max-credits 100');
      for (const line of ['run in.csv', 'submit in.csv --json']) {
        const { stderr } = await user.silent(130, `bulk ${line}`, sits(answer));
        expect(stderr).toContain('Send 2, at most 2 of 99,999 credits? [y/N] ');
        const said = afterQuestion(stderr).trimStart();
        if (line === 'run in.csv') expect(said).toBe(SENT);
        else expect(JSON.parse(said)).toMatchObject({ error: { code: 'declined', exitCode: 130 } });
      }
      expect(await names(user)).toEqual(['in.csv']);
      expect((await user.run('bulk list --json')).stdout.trim()).not.toContain('in.csv');
      expect(server.posts).toEqual([]);
    },
  );

  it('to a batch that was there before leaves it as it was', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 2, rows: 4 });
    await user.run('bulk run in.csv --fit-balance');
    server.book.account.credits += 100;
    const before = await user.run('bulk status --json');
    expect(parsed(before.stdout)).toMatchObject({ found: 2, pending: 2 });
    const [files, posts] = [await names(user), server.posts.length];
    for (const line of ['run in.csv', 'resume']) {
      const { stderr } = await user.ends(130, `bulk ${line}`, sits('n\n'));
      expect(afterQuestion(stderr)).toBe(SENT);
    }
    expect((await user.run('bulk status --json')).stdout).toBe(before.stdout);
    expect(await names(user)).toEqual(files);
    expect(server.posts).toHaveLength(posts);
  });

  it('to bulk resolve changes nothing', async ({ server, user }) => {
    const batch = await loseAnswer(user, server);
    const before = await user.run('bulk status --json');
    for (const how of ['resubmit', 'abandon']) {
      const { stderr } = await user.silent(130, `bulk resolve ${batch} --${how}`, sits('n\n'));
      expect(afterQuestion(stderr)).toBe('confere: Nothing was changed.\n');
    }
    expect((await user.run('bulk status --json')).stdout).toBe(before.stdout);
  });
});

it.concurrent('--no-input in a terminal spends nothing unasked, and names the option', async ({
  server,
  user,
}) => {
  await user.file('in.csv', sized(3));
  for (const command of ['run', 'submit']) {
    const { stderr } = await user.silent(2, `bulk ${command} in.csv --no-input`, sits());
    const said = stderr.slice(stderr.indexOf('confere: ')).replaceAll(/\s+/g, ' ');
    expect(said).toMatch(
      /^confere: Send 3, at most 3 of 100,000 credits\? Nothing was sent. Add --yes to confirm/,
    );
  }
  expect(await names(user)).toEqual(['in.csv']);
  expect(server.posts).toEqual([]);
  expect((await user.run('bulk list')).stdout).not.toContain('in.csv');
  // Without a terminal, calling it is agreeing.
  await user.ends(0, 'bulk run in.csv --no-input');
  expect(server.posts).toHaveLength(1);
});

it.concurrent('too little balance makes no batch and no result, and tells no id', async ({
  arrange,
}) => {
  const { server, user } = await arrange({ credits: 2 });
  await user.run(['cpf', makeCpf(0)]);
  await user.file('in.csv', sized(4));
  for (const line of ['submit in.csv', 'run in.csv -o out.csv']) {
    const { stderr } = await user.silent(7, `bulk ${line}`);
    expect(stderr).toContain(
      'Nothing was sent: this batch may cost 3 credits, and the balance is 1',
    );
    expect(stderr).not.toContain('Batch ');
  }
  expect((await user.run('bulk list')).stdout).not.toContain('in.csv');
  expect(await names(user)).toEqual(['in.csv']);
  expect(server.posts).toEqual([]);
});
