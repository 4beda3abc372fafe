import { refusal } from '../../helpers/referee/wire.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { lines, makeCnpj, makeCpf, PERSON, record } from '../support.js';

const CPF = '52998224725';

describe.concurrent('confere cpf and cnpj', () => {
  it('answers several in order, in the JSON shape of the contract', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: [makeCpf(1)] });
    const inputs = [makeCpf(2), '529.982.247-24', makeCpf(1), '529.982.247-25'];
    const { stdout } = await user.ends(3, ['cpf', ...inputs, '--json']);
    const found = (input: string | undefined, id: string) => ({
      input,
      kind: 'cpf',
      id,
      status: 'found',
      source: 'api',
      data: expect.objectContaining({ cpf: id, extra: 'kept' }) as unknown,
    });
    expect(lines(stdout)).toEqual([
      found(inputs[0], makeCpf(2)),
      {
        input: inputs[1],
        kind: 'cpf',
        id: null,
        status: 'invalid',
        error: { code: 'check_digit', message: expect.any(String) as string, httpStatus: null },
      },
      { input: inputs[2], kind: 'cpf', id: makeCpf(1), status: 'not_found', source: 'api' },
      found(inputs[3], CPF),
    ]);
    expect(server.log).toHaveLength(4);
    expect(server.book.charged).toEqual([makeCpf(2), CPF]);
  });

  it('accepts CNPJs in any case, with any punctuation', async ({ server, user }) => {
    const { stdout } = await user.ends(0, ['cnpj', '12.abc.345/01de-35', makeCnpj(1), '--json']);
    expect(lines(stdout).map(({ id }) => id)).toEqual(['12ABC34501DE35', makeCnpj(1)]);
    expect(server.book.charged).toEqual(['12ABC34501DE35', makeCnpj(1)]);
  });

  it('answers from the ledger, and --fresh asks again', async ({ server, user }) => {
    await user.run(`cpf ${CPF}`);
    const second = await user.json(`cpf ${CPF}`);
    expect(second).toMatchObject({ status: 'found', source: 'ledger', data: { cpf: CPF } });
    expect(second['fetchedAt']).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(server.book.charged).toEqual([CPF]);
    for (const flag of ['--fresh', '--reuse 0s'])
      expect(await user.json(`cpf ${CPF} ${flag}`)).toMatchObject({ source: 'api' });
    expect(server.book.charged).toEqual([CPF, CPF, CPF]);
  });

  it('requests again what was not found, because it was free', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: [CPF] });
    await user.silent(0, `cpf ${CPF}`);
    await user.ends(9, `cpf ${CPF} --exit-status`);
    // A reading of the last hour is enough for the second one.
    expect(server.log).toEqual(['GET /quota', `GET /cpf/${CPF}`, `GET /cpf/${CPF}`]);
    expect(server.book.charged).toEqual([]);
  });

  it('-v writes one masked line for each request', async ({ user }) => {
    const { stderr } = await user.run(['-v', 'cpf', CPF, '529.982.247-24']);
    expect(stderr).toContain('***.982.247-**');
    expect(stderr.match(/^GET \/\w+/gm)).toEqual(['GET /quota', 'GET /cpf']);
    expect(stderr).not.toContain('529.982.247-24');
  });
});

describe.concurrent('confere quota', () => {
  it('prints the record of the service with --json', async ({ arrange }) => {
    const { user } = await arrange({ credits: 42 });
    expect(await user.json('quota')).toEqual({
      plan: 'Grátis',
      remainingCredits: 42,
      usedCredits: 0,
      billingStatus: 'active',
      userId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      email: 'teste@example.com',
    });
  });

  it('--min exits 7 only when fewer credits remain', async ({ arrange }) => {
    const { user } = await arrange({ credits: 42 });
    for (const credits of [0, 42]) await user.ends(0, `quota --min ${credits}`);
    const fewer = await user.ends(7, 'quota --min 1000');
    expect(fewer.stdout).toContain('42');
    expect(fewer.stderr).toBe('confere: 42 credits remain, fewer than 1,000 (--min).\n');
  });

  it.for([
    [{ remainingCredits: -3, usedCredits: 1003 }, '0; the allowance is used up (1,003 used)'],
    // The service rounds down what is left.
    [{ remainingCredits: 998, usedCredits: 1.5 }, '998 of 1,000 credits'],
  ] as const)('shows a balance of %j as %s', async ([balance, told], { server, user }) => {
    const record = { plan: 'Básico', ...balance };
    server.script('GET /quota', { status: 200, body: { success: true, data: record } });
    expect((await user.ends(0, 'quota')).stdout).toContain(told);
  });
});

it.concurrent.for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'a lookup that is stopped while it runs %s: the answer is paid for, so it is printed and stored; exit %i',
  async ([signal, exit], { server, user }) => {
    server.script('GET /cpf/', 'hold');
    const [first, second] = [makeCpf(1), makeCpf(2)];
    const looking = user.start(['cpf', first, second, '--json', '-v']);
    await server.seen('GET /cpf/');
    looking.kill(signal);
    await looking.says('stderr', 'Stopping after the current answer');
    server.releaseAnswers();
    const { code, stdout } = await looking.done;
    expect(code).toBe(exit);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({ id: first, status: 'found', source: 'api' });
    const again = await user.run(['cpf', first, '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ id: first, source: 'ledger' });
    expect(server.book.charged).toEqual([first]);
  },
);

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
      plan: 'Grátis',
      remainingCredits: 100_000,
      usedCredits: 0,
      billingStatus: 'active',
      userId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      email: 'teste@example.com',
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
    expect(realtime.stderr).toContain("no option '--realtime'");
    expect(server.log).toEqual([]);
  });
});

const ID = makeCpf(1);
const ASK = `cpf ${ID} --realtime --birth-date 02/03/1980`;
const found = (data: unknown) => ({ status: 200, body: { success: true, data } });
const refused = (status: number, message: string) => ({
  status,
  body: { success: false, data: null, error: { message } },
});

describe.concurrent('a real-time lookup', () => {
  it('is never answered by the ledger, but answers simple lookups', async ({ arrange }) => {
    const answer = found({ ...record('cpf', ID), situacao: 'Regular' });
    const { server, user } = await arrange({ always: { 'POST /cpf/realtime': answer } });
    for (const line of [ASK, ASK.replaceAll('/', '')])
      expect(await user.json(line)).toMatchObject({ source: 'api' });
    const simple = await user.json(`cpf ${ID}`);
    expect(simple).toMatchObject({ source: 'ledger', data: { name: PERSON, situacao: 'Regular' } });
    expect(server.log).toEqual(['GET /quota', 'POST /cpf/realtime', 'POST /cpf/realtime']);
  });

  it.for([
    ['lacks a field', { cpf: ID, name: PERSON, birthDate: '02/03/1980' }],
    ['has no name', { ...record('cpf', ID), name: '' }],
  ] as const)('answers nothing later when it %s', async ([, data], { arrange }) => {
    const { server, user } = await arrange({ always: { 'POST /cpf/realtime': found(data) } });
    await user.ends(0, ASK);
    expect(await user.json(`cpf ${ID}`)).toMatchObject({ source: 'api' });
    expect(server.book.charged).toEqual([ID]);
  });

  it('with the record of another CPF is in doubt, and shows nobody', async ({ arrange }) => {
    const always = { 'POST /cpf/realtime': found(record('cpf', makeCpf(9))) };
    const { server, user } = await arrange({ always });
    const { stdout } = await user.ends(10, `${ASK} --json`);
    expect(JSON.parse(stdout)).toMatchObject({ id: ID, status: 'unconfirmed' });
    expect(stdout).not.toContain('data');
    expect(server.log.filter((line) => line.startsWith('POST'))).toHaveLength(1);
  });

  it('shows the values of the revenue authority', async ({ arrange }) => {
    const message = 'Data de nascimento divergente.';
    const answer = refused(422, message);
    const { user } = await arrange({ always: { 'POST /cpf/realtime': answer } });
    const { stdout } = await user.ends(3, `${ASK} --json`);
    expect(JSON.parse(stdout)).toMatchObject({
      id: ID,
      status: 'invalid',
      error: { code: 'rejected_by_service', message, httpStatus: 422 },
    });
    expect((await user.run(ASK)).stderr).toContain(`The service answered: "${message}"`);
  });

  it.for([
    [' --birth-date 31/02/1980', 'must be a day since 1900'],
    [' --birth-date 01/01/2990', 'future'],
    [' --birth-date 1980-03-02', 'DD/MM/YYYY'],
    ['', 'takes one CPF, --realtime and --birth-date'],
    [` --birth-date 02/03/1980 ${makeCpf(2)}`, 'takes one CPF'],
  ] as const)('%s is refused before anything is sent', async ([more, words], { server, user }) => {
    const { stderr } = await user.ends(2, `cpf ${ID} --realtime${more}`);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('31/02');
    expect(server.log).toEqual([]);
  });
});

it.concurrent.for([401, 403, 429, 503])(
  'under -q a refusal with %i is one sentence, with what to do',
  async (status, { arrange }) => {
    const answer = refusal(status, 'Motivo do serviço.');
    const { user } = await arrange({ always: { 'GET /cpf/': answer } });
    const { stderr } = await user.run(`cpf ${makeCpf(1)} -q --deadline 1s`);
    expect(stderr).toMatch(/^confere: .*"Motivo do serviço\.".*\.\n$/);
    expect(stderr.trimEnd()).not.toContain('\n');
  },
);
