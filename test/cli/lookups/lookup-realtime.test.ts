import { describe, expect, it } from '../../helpers/with-service.js';
import { makeCpf, PERSON, record } from '../support.js';

const CPF = makeCpf(1);
const ASK = `cpf ${CPF} --realtime --birth-date 02/03/1980`;
const found = (data: unknown) => ({ status: 200, body: { success: true, data } });
const refused = (status: number, message: string) => ({
  status,
  body: { success: false, data: null, error: { message } },
});

describe.concurrent('a real-time lookup', () => {
  it('is never answered by the ledger, but answers simple lookups', async ({ arrange }) => {
    const answer = found({ ...record('cpf', CPF), situacao: 'Regular' });
    const { server, user } = await arrange({ always: { 'POST /cpf/realtime': answer } });
    for (const line of [ASK, ASK.replaceAll('/', '')])
      expect(await user.json(line)).toMatchObject({ source: 'api' });
    const simple = await user.json(`cpf ${CPF}`);
    expect(simple).toMatchObject({ source: 'ledger', data: { name: PERSON, situacao: 'Regular' } });
    expect(server.log).toEqual(['POST /cpf/realtime', 'POST /cpf/realtime']);
  });

  it.for([
    ['lacks a field', { cpf: CPF, name: PERSON, birthDate: '02/03/1980' }],
    ['has no name', { ...record('cpf', CPF), name: '' }],
  ] as const)('answers nothing later when it %s', async ([, data], { arrange }) => {
    const { server, user } = await arrange({ always: { 'POST /cpf/realtime': found(data) } });
    await user.ends(0, ASK);
    expect(await user.json(`cpf ${CPF}`)).toMatchObject({ source: 'api' });
    expect(server.book.charged).toEqual([CPF]);
  });

  it('with the record of another CPF is in doubt, and shows nobody', async ({ arrange }) => {
    const always = { 'POST /cpf/realtime': found(record('cpf', makeCpf(9))) };
    const { server, user } = await arrange({ always });
    const { stdout } = await user.ends(10, `${ASK} --json`);
    expect(JSON.parse(stdout)).toMatchObject({ id: CPF, status: 'unconfirmed' });
    expect(stdout).not.toContain('data');
    expect(server.log.filter((line) => line.startsWith('POST'))).toHaveLength(1);
  });

  it('shows the values of the revenue authority', async ({ arrange }) => {
    const message = 'Data de nascimento divergente.';
    const answer = refused(422, message);
    const { user } = await arrange({ always: { 'POST /cpf/realtime': answer } });
    const { stdout } = await user.ends(3, `${ASK} --json`);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ id: CPF, status: 'invalid' },
      error: { code: 'rejected_by_service', message, httpStatus: 422 },
    });
    expect((await user.run(ASK)).stderr).toContain(message);
  });

  it.for([
    [' --birth-date 31/02/1980', 'must be a day since 1900'],
    [' --birth-date 01/01/2990', 'future'],
    [' --birth-date 1980-03-02', 'DD/MM/YYYY'],
    ['', 'needs --birth-date'],
    [` --birth-date 02/03/1980 ${makeCpf(2)}`, 'takes one CPF'],
  ] as const)('%s is refused before anything is sent', async ([more, words], { server, user }) => {
    const { stderr } = await user.ends(2, `cpf ${CPF} --realtime${more}`);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('31/02');
    expect(server.log).toEqual([]);
  });
});
