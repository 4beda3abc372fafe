import { describe, expect } from 'vitest';
import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import { it } from '../../helpers/with-service.js';
import { lines } from '../bulk/bulk-support.js';

const MIXED = [makeCpf(1), makeCnpj(1), makeCpf(2), makeCnpj(2)];

describe.concurrent('confere lookup', () => {
  it('finds the kind of each, from arguments and stdin, in order', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: [makeCnpj(2)] });
    const ids = ['529.982.247-24', '-', '1'];
    const stdin = MIXED.join('\n');
    const { stdout, stderr } = await user.ends(3, ['lookup', ...ids, '--json'], { stdin });
    expect(lines(stdout).map(({ kind, status }) => [kind, status])).toEqual([
      [null, 'invalid'],
      ['cpf', 'found'],
      ['cnpj', 'found'],
      ['cpf', 'found'],
      ['cnpj', 'not_found'],
      [null, 'invalid'],
    ]);
    expect(lines(stdout)[0]).toMatchObject({ error: { code: 'check_digit' } });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'some_invalid' } });
    expect(server.book.charged).toEqual(MIXED.slice(0, 3));
  });

  it('--max-credits refuses nothing while the balance lags', async ({ server, user }) => {
    await user.run('config set cost-cpf 1');
    const data = {
      ...{ plan: 'Grátis', remainingCredits: 100_000, usedCredits: 0, billingStatus: 'active' },
      ...{ userId: '7c9e6679-7425-40de-944b-e07fc1f90ae7', email: 'teste@example.com' },
    };
    const stale = { status: 200, body: { success: true, data } };
    server.script('GET /quota', stale, stale);
    const ids = [makeCnpj(1), makeCpf(1)];
    await user.ends(0, ['lookup', ...ids, '--max-credits', '2']);
    expect(server.book.charged).toEqual(ids);
  });

  it('refuses an ambiguous number, and --realtime', async ({ server, user }) => {
    const { stdout } = await user.ends(3, 'lookup 1000000028.0 --json');
    expect(lines(stdout)[0]).toMatchObject({ kind: null, error: { code: 'ambiguous' } });
    const realtime = await user.ends(2, ['lookup', makeCpf(1), '--realtime']);
    expect(realtime.stderr).toContain('confere cpf');
    expect(server.log).toEqual([]);
  });
});
