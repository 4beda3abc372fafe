import { describe, expect, it } from '../../helpers/with-service.js';
import { parsed, sized } from '../support.js';

const env = { CONFERE_SANDBOX: '1' };

describe.concurrent('a rehearsal in the sandbox', () => {
  it('of a lost answer comes to an end, for all jobs of the batch', async ({ fresh: user }) => {
    await user.file('in.csv', sized(60));
    await user.ends(0, 'config set cost-cpf 1');
    const run = 'bulk run in.csv --name sandbox:lost-answer --max-credits 100';
    const { stdout } = await user.ends(10, `${run} --json`, { env });
    const { batch } = parsed(stdout);
    await user.ends(0, `bulk resolve ${String(batch)} --resubmit --yes --max-credits 100`, { env });
    await user.ends(0, run, { env });
  });

  it('of a suspended key sends nobody to the balance', async ({ fresh: user }) => {
    const { stderr } = await user.ends(4, 'cpf 990.000.423-05', { env });
    expect(stderr).toContain('API Key suspensa. Entre em contato com o suporte.');
    expect(stderr).not.toContain('quota');
    await user.ends(0, 'quota', { env });
  });
});
