import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import type { User } from '../../helpers/run-confere.js';
import { sized } from './bulk-support.js';

const submit = async (user: User, flags = '') =>
  (await user.run(`bulk submit in.csv${flags}`)).stdout.trim();

describe.concurrent('bulk resolve --abandon of a job that is accepted', () => {
  it('asks, ends the batch, and lets it be deleted', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await user.file('in.csv', sized(4));
    const batch = await submit(user);
    const abandon = `bulk resolve ${batch} --abandon`;
    const refused = await user.ends(2, `bulk delete ${batch} -y`);
    expect(refused.stderr).toContain(`'confere ${abandon}'`);
    expect((await user.ends(2, abandon)).stderr).toContain('up to 4 credits were charged');
    await user.ends(0, `${abandon} -y`);
    expect((await user.ends(0, `${abandon} -y`)).stderr).toContain('Already decided.');
    const { stdout } = await user.run(`bulk status ${batch}`);
    expect(stdout).toContain('0 charged, up to 4 more for what was abandoned');
    await user.ends(0, `bulk delete ${batch} -y`);
    expect(server.posts).toHaveLength(1);
  });

  it('of what it gave up nothing is said to be free', async ({ arrange }) => {
    const { user } = await arrange({ holdJobs: true });
    await user.file('in.csv', sized(10));
    const batch = await submit(user, ' --max-credits 10 --deadline 1s');
    await user.run(`bulk resolve ${batch} --abandon -y`);
    const { stderr } = await user.ends(3, `bulk watch ${batch}`);
    expect(stderr).not.toMatch(/not charged|cost nothing/);
    expect(stderr).toContain(
      `To send what was not abandoned: 'confere bulk resume ${batch} --max-credits 9'.`,
    );
  });

  it('gives up at once all that only another key can see', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    for (const kind of ['cpf', 'cnpj']) await user.run(`config set cost-${kind} 1`);
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
