import { parse } from 'csv-parse/sync';
import { describe, expect } from 'vitest';
import { formatId } from '../../../src/identifiers/index.js';
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

  it('shows a table with a row of each, cards, and the columns of both kinds', async ({ user }) => {
    const ids = [makeCnpj(1), makeCpf(1), '5299822472'];
    const table = await user.run(['lookup', ...ids, '--format', 'table'], { columns: 80 });
    const rows = table.stdout.trimEnd().split('\n');
    expect(rows[0]).toMatch(/CPF\/CNPJ +Result +Name +Registration status/);
    expect(rows[1]).toMatch(new RegExp(`^${formatId('cnpj', makeCnpj(1))} +found +\\S.* SP`));
    expect(rows[2]).toMatch(new RegExp(`^${formatId('cpf', makeCpf(1))} +found +\\S`));
    expect(rows[3]?.trim()).toMatch(/^5299822472 +invalid$/);
    expect(table.stderr).toContain('**998224**: not a valid CPF or CNPJ.');
    const cards = await user.run(['lookup', ...ids]);
    expect(cards.stdout).toMatch(/^CNPJ .*\n( {2}.*\n)+\nCPF .*\n( {2}\S.*\n)+$/);
    const csv = await user.run(['lookup', ...ids, '--format', 'csv']);
    const [company, person, bad] = parse<Record<string, string>>(csv.stdout, { columns: true });
    expect(company).toMatchObject({ kind: 'cnpj', lookup_cnpj: makeCnpj(1), lookup_name: '' });
    expect(person).toMatchObject({ kind: 'cpf', lookup_cpf: makeCpf(1), lookup_razao_social: '' });
    expect(bad).toMatchObject({ kind: '', lookup_status: 'invalid', lookup_reason: 'format' });
    const fields = await user.run(['lookup', ...ids, '--format', 'csv', '--fields', 'name,uf']);
    expect(fields.stdout).toContain('lookup_reason,lookup_name,lookup_uf\n');
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
