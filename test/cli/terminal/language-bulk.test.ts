import { describe, expect, it } from '../../helpers/with-service.js';
import { FAST, INPUT, makeCpf, parsed } from '../support.js';

const PORTUGUESE = { env: { CONFERE_LANG: 'pt-BR' } };

describe.concurrent('confere in Portuguese', () => {
  it('says in Portuguese why a job of an English run is unconfirmed', async ({ server, user }) => {
    server.script('POST /cpf/bulk', 'drop_after');
    const ran = await user.run(['bulk', 'run', await user.file('in.csv', INPUT)]);
    const told = 'The connection broke before the whole answer arrived; it may have been charged';
    expect(ran.stderr).toContain(`Job 1: unconfirmed (${told}`);
    expect((await user.run('bulk status')).stdout).toContain(told);
    const status = await user.run('bulk status', PORTUGUESE);
    expect(status.stdout).toContain('A conexão caiu antes de a resposta chegar inteira; pode ter');
    const { jobs } = await user.json('bulk status', PORTUGUESE);
    expect(jobs).toMatchObject([{ error: expect.stringContaining(told) as string }]);
  });

  it('ends a run in Portuguese; codes, columns and --json stay the same', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: [makeCpf(3)] });
    const file = await user.file('in.csv', INPUT);
    const poor = ['bulk', 'run', file, '--max-credits', '2', ...FAST];
    const refused = await user.ends(7, poor, PORTUGUESE);
    expect(refused.stderr).toContain(
      'Nada foi enviado: o lote pode custar 3 créditos, acima do teto de 2',
    );
    await user.ends(7, poor);
    const run = ['bulk', 'run', file, '-o', '-', ...FAST];
    const { stdout, stderr } = await user.ends(0, run, PORTUGUESE);
    expect(stdout).toContain(';lookup_status;lookup_reason;lookup_source;lookup_fetched_at;');
    expect(stdout).toContain(';invalid;check_digit;');
    expect(stderr).toMatch(
      /^✓ in\.csv: 2 encontrados, 1 não encontrado, 1 linha inválida; 2 créditos; /m,
    );
    const json = ['bulk', 'status', '--json'];
    const portuguese = await user.run(json, PORTUGUESE);
    const english = await user.run(json);
    expect(parsed(portuguese.stdout)).toEqual(parsed(english.stdout));
    expect(server.posts).toHaveLength(1);
  });
});
