import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { FAST, names, sized, sits } from '../bulk/bulk-support.js';

const RUN = ['bulk', 'run', ...FAST];

/** The cells of the table that stands before the question. */
function tableOf(stderr: string): string[][] {
  const from = stderr.slice(stderr.indexOf('credits at most') + 'credits at most'.length);
  const rows = from.split('\n').slice(1);
  const end = rows.findIndex((row) => row.trim().startsWith('total'));
  return rows.slice(0, end + 1).map((row) => row.trim().split(/\s{2,}/));
}

describe.concurrent('several files in a terminal', () => {
  it('are one question about all of them, and a yes sends them', async ({ server, user }) => {
    await user.file('a.csv', sized(3));
    await user.file('b.csv', 'nothing,here\n1,2\n');
    await user.file('c.csv', sized(2, 10));
    await user.file('copy.csv', sized(3));
    await user.run([...RUN, 'c.csv']);
    const files = ['a.csv', 'b.csv', 'c.csv', 'copy.csv', 'd.csv'];
    await user.file('d.csv', sized(1, 20));
    const { stderr } = await user.ends(2, [...RUN, ...files], sits('y\n'));
    expect(tableOf(stderr)).toEqual([
      ['a.csv', '3', '3', '3'],
      ['b.csv', '0', '0', '0', 'no_identifier_column'],
      ['c.csv', '2', '0', '0'],
      ['copy.csv', '0', '0', '0'],
      ['d.csv', '1', '1', '1'],
      ['total', '6', '4', '4'],
    ]);
    expect(stderr.match(/\[y\/N\]/g)).toHaveLength(1);
    expect(stderr).toContain(
      'Send 4 identifiers of 2 files for at most 4 credits, with a balance of 99,998? [y/N] ',
    );
    expect(stderr.indexOf('confere: b.csv')).toBeLessThan(stderr.indexOf('[y/N]'));
    expect(stderr.match(/confere: b\.csv/g)).toHaveLength(1);
    expect(server.posts.map(({ ids }) => ids.length)).toEqual([2, 3, 1]);
    const written = (await names(user)).filter((name) => name.includes('.confere.'));
    expect(written).toEqual([
      'a.confere.csv',
      'c.confere.csv',
      'copy.confere.csv',
      'd.confere.csv',
    ]);
  });

  it.for([
    ['n', [], 130, 'confere: Nothing was sent.'],
    ['', ['--no-input'], 2, 'Nothing was sent. Add --yes to confirm'],
  ] as const)(
    'a no (%j %j) leaves none of them',
    async ([answer, more, code, said], { server, user }) => {
      const files = [0, 1, 2].map((n) => `${n}.csv`);
      for (const [n, name] of files.entries()) await user.file(name, sized(2, n * 10));
      const ended = await user.ends(code, [...RUN, ...files, ...more], sits(`${answer}\n`));
      expect(ended.stderr.slice(ended.stderr.indexOf('total')).replaceAll(/\s+/g, ' ')).toContain(
        said,
      );
      expect(await names(user)).toEqual(files);
      expect((await user.run('bulk list')).stdout).not.toContain('.csv');
      expect(server.posts).toEqual([]);
    },
  );

  it('--yes and --max-credits answer the question', async ({ server, user }) => {
    await user.file('a.csv', sized(2));
    await user.file('b.csv', sized(2, 10));
    await user.file('c.csv', sized(2, 20));
    const yes = await user.run([...RUN, 'a.csv', 'b.csv', '--yes'], sits());
    const limited = await user.run([...RUN, 'a.csv', 'c.csv', '--max-credits', '2'], sits());
    expect([yes.code, limited.code]).toEqual([0, 0]);
    expect(yes.stderr + limited.stderr).not.toContain('[y/N]');
    expect(server.book.charged).toHaveLength(6);
  });
});

describe.concurrent('several files without a terminal', () => {
  it('are refused before anything is sent', async ({ server, user }) => {
    await user.run('config set cost-cpf 1');
    await user.file('a.csv', sized(2));
    await user.file('big.csv', sized(4, 10));
    const files = ['a.csv', 'big.csv', 'gone.csv'];
    const { stderr } = await user.ends(7, [...RUN, ...files, '--max-credits', '3']);
    for (const refusal of [
      'gone.csv does not exist',
      'may cost 4 credits, more than --max-credits 3',
    ])
      expect(stderr.indexOf(refusal)).toBeLessThan(stderr.indexOf('Job 1: '));
    expect(server.posts.map(({ ids }) => ids.length)).toEqual([2]);
    expect((await user.run('bulk list')).stdout).not.toContain('big.csv');
  });
});
