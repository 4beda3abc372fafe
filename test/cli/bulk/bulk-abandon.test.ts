import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { FAST, sized } from './bulk-support.js';

describe.concurrent('bulk resolve --abandon of a job that is accepted', () => {
  it('asks, ends the batch, and lets it be deleted', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    const file = await user.file('in.csv', sized(4));
    const batch = (await user.run(['bulk', 'submit', file])).stdout.trim();
    const refused = await user.ends(2, ['bulk', 'delete', batch, '-y']);
    expect(refused.stderr).toContain(`'confere bulk resolve ${batch} --abandon'`);
    const asked = await user.ends(2, ['bulk', 'resolve', batch, '--abandon']);
    expect(asked.stderr).toContain('up to 4 credits were charged');
    await user.ends(0, ['bulk', 'resolve', batch, '--abandon', '-y']);
    const again = await user.ends(0, ['bulk', 'resolve', batch, '--abandon', '-y']);
    expect(again.stderr).toContain('Already decided.');
    const { stdout } = await user.run(['bulk', 'status', batch]);
    expect(stdout).toContain('0 charged, up to 4 more for what was abandoned');
    await user.ends(0, ['bulk', 'delete', batch, '-y']);
    expect(server.posts).toHaveLength(1);
  });

  it('of what it gave up nothing is said to be free', async ({ arrange }) => {
    const { user } = await arrange({ holdJobs: true });
    const file = await user.file('in.csv', sized(10));
    const args = ['bulk', 'submit', file, '--max-credits', '10', '--deadline', '1s', ...FAST];
    const batch = (await user.run(args)).stdout.trim();
    await user.run(['bulk', 'resolve', batch, '--abandon', '-y']);
    const { stderr } = await user.ends(3, ['bulk', 'watch', batch]);
    expect(stderr).not.toMatch(/not charged|cost nothing/);
    expect(stderr).toContain(
      `To send what was not abandoned: 'confere bulk resume ${batch} --max-credits 9'.`,
    );
  });

  it('gives up at once all that only another key can see', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await user.run('config set cost-cpf 1');
    await user.run('config set cost-cnpj 1');
    // A job of CPFs and one of CNPJs, whose answer is lost.
    const file = await user.file('in.csv', 'id\n52998224725\n11222333000181\n');
    server.script('POST /cnpj/bulk', 'drop_after');
    const batch = (await user.run(['bulk', 'submit', file, ...FAST])).stdout.trim();
    const key = await user.file('key.txt', 'another-key-that-replaced-it');
    const other = ['--api-key-file', key];
    const given = await user.ends(0, [
      'bulk',
      'resolve',
      batch,
      '--abandon',
      '-y',
      '--json',
      ...other,
    ]);
    const { unconfirmed, pending, failed } = JSON.parse(given.stdout) as Record<string, number>;
    expect({ unconfirmed, pending, failed }).toEqual({ unconfirmed: 0, pending: 0, failed: 2 });
    expect(server.posts).toHaveLength(2);
  });

  it('--adopt twice is no dead end', async ({ server, user }) => {
    const file = await user.file('in.csv', sized(4));
    server.script('POST', 'drop_after');
    const batch = (await user.run(['bulk', 'submit', file, ...FAST])).stdout.trim();
    const [jobId = ''] = server.jobIds();
    for (let n = 0; n < 2; n += 1) {
      await user.ends(0, ['bulk', 'resolve', batch, '--adopt', jobId]);
    }
  });
});
