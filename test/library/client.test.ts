import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createClient,
  CreditsError,
  InterruptedError,
  InvalidIdentifierError,
  KeyRefusedError,
  RecordNotFoundError,
  ServiceError,
  UsageError,
  type ClientOptions,
} from '../../src/index.js';
import { makeCnpj, makeCpf, record } from '../helpers/invented.js';
import { startReferee, type RefereeOptions } from '../helpers/referee/index.js';
import { skipSleeps } from './support.js';

const CPF = makeCpf(1);

async function connected(options: RefereeOptions = {}, given: Partial<ClientOptions> = {}) {
  const server = await startReferee(options);
  const client = createClient({ baseUrl: server.url, apiKey: server.key, ...given });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return { server, client };
}

const rejected = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('createClient', () => {
  it('looks up people and companies; not found is null and free', async () => {
    const { server, client } = await connected({ missing: [makeCpf(2)] });
    expect(await client.lookupCpf(CPF.replace(/^(...)/, '$1.'))).toEqual(record('cpf', CPF));
    expect(await client.lookupCpf(makeCpf(2))).toBeNull();
    const cnpj = makeCnpj(1);
    expect((await client.lookupCnpj(cnpj.toLowerCase()))?.razao_social).toBe(`EMPRESA ${cnpj}`);
    expect(await client.quota()).toMatchObject({ plan: 'Grátis', usedCredits: 2 });
    expect(server.book.charged).toEqual([CPF, cnpj]);
  });

  it('submits a batch and follows its job', async () => {
    skipSleeps();
    const { server, client } = await connected();
    const submission = await client.submitBatch('cpf', [CPF, makeCpf(2)], { fileName: 'a.csv' });
    expect(submission).toMatchObject({ jobId: server.jobIds()[0], totalRecords: 2, invalid: 0 });
    expect(server.posts).toEqual([{ ids: [CPF, makeCpf(2)], fileName: 'a.csv' }]);
    const job = await client.batchJob('cpf', submission.jobId);
    expect(job).toMatchObject({ status: 'done', found: 2 });
    expect(job.results.map(({ id }) => id).toSorted()).toEqual([CPF, makeCpf(2)].toSorted());
    expect(job.results.find(({ id }) => id === CPF)?.data).toMatchObject({ cpf: CPF });
    expect(job).not.toHaveProperty('mark');
    const lost = await rejected(client.batchJob('cpf', 'nothing'));
    expect(lost).toBeInstanceOf(RecordNotFoundError);
  });

  it('sends no request for an invalid identifier, date, key or base URL', async () => {
    const { server, client } = await connected();
    expect(await rejected(client.lookupCpf('52998224724'))).toMatchObject({
      ...{ name: 'InvalidIdentifierError', code: 'check_digit', identifierKind: 'cpf' },
    });
    expect(await rejected(client.lookupCnpj(CPF))).toBeInstanceOf(InvalidIdentifierError);
    expect(await rejected(client.lookupCpfRealtime(CPF, '31/02/1980'))).toBeInstanceOf(UsageError);
    const url = server.url;
    expect(() => createClient({ baseUrl: 'http://service.example', apiKey: 'k' })).toThrow(
      UsageError,
    );
    expect(() => createClient({ baseUrl: url, apiKey: 'two words' })).toThrow(UsageError);
    expect(server.log).toEqual([]);
  });

  it('rejects with an error of the right kind and its facts', async () => {
    const { server, client } = await connected({ credits: 0 });
    const broke = await rejected(client.lookupCpf(CPF));
    expect(broke).toBeInstanceOf(CreditsError);
    expect(broke).toBeInstanceOf(ServiceError);
    expect(broke).not.toBeInstanceOf(KeyRefusedError);
    expect(broke).toMatchObject({
      name: 'CreditsError',
      kind: 'credits',
      httpStatus: 403,
      mayHaveCharged: false,
    });
    const stranger = createClient({ baseUrl: server.url, apiKey: 'another' });
    onTestFinished(() => stranger.close());
    expect(await rejected(stranger.quota())).toBeInstanceOf(KeyRefusedError);
  });

  it('ends one call by its signal, and reports that it may have been charged', async () => {
    const { server, client } = await connected();
    server.script(`GET /cpf/${CPF}`, 'hang_after');
    const controller = new AbortController();
    const failing = rejected(client.lookupCpf(CPF, { signal: controller.signal }));
    await server.seen(`GET /cpf/${CPF}`);
    controller.abort();
    const error = await failing;
    expect(error).toBeInstanceOf(InterruptedError);
    expect(error).toMatchObject({ kind: 'unconfirmed', mayHaveCharged: true });
    expect(await client.lookupCpf(makeCpf(2))).toMatchObject({ cpf: makeCpf(2) });
  });
});
