import { expect, it } from 'vitest';
import {
  createClient,
  CreditsError,
  InterruptedError,
  InvalidIdentifierError,
  KeyRefusedError,
  RecordNotFoundError,
  ServiceError,
  UsageError,
} from '../../src/index.js';
import { makeCnpj, makeCpf, record } from '../helpers/invented.js';
import { failureOf, libraryUser, skipSleeps } from './support.js';

const CPF = makeCpf(1);

it('looks up people and companies; not found is null and free', async () => {
  const { server, client } = await libraryUser({}, { missing: [makeCpf(2)] });
  expect(await client.lookupCpf(CPF.replace(/^(...)/, '$1.'))).toEqual(record('cpf', CPF));
  expect(await client.lookupCpf(makeCpf(2))).toBeNull();
  const cnpj = makeCnpj(1);
  expect((await client.lookupCnpj(cnpj.toLowerCase()))?.razao_social).toBe(`EMPRESA ${cnpj}`);
  expect(await client.quota()).toMatchObject({ plan: 'Grátis', usedCredits: 2 });
  expect(server.book.charged).toEqual([CPF, cnpj]);
});

it('submits a batch and follows its job', async () => {
  skipSleeps();
  const { server, client } = await libraryUser();
  const ids = [CPF, makeCpf(2)];
  const submission = await client.submitBatch('cpf', ids, { fileName: 'a.csv' });
  expect(submission).toMatchObject({ jobId: server.jobIds()[0], totalRecords: 2, invalid: 0 });
  expect(server.posts).toEqual([{ ids, fileName: 'a.csv' }]);
  const job = await client.batchJob('cpf', submission.jobId);
  expect(job).toMatchObject({ status: 'done', found: 2 });
  expect(job.results.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(job.results.find(({ id }) => id === CPF)?.data).toMatchObject({ cpf: CPF });
  const lost = await failureOf(() => client.batchJob('cpf', 'nothing'));
  expect(lost).toBeInstanceOf(RecordNotFoundError);
});

it('sends no request for an invalid identifier, date, key or base URL', async () => {
  const { server, client, options } = await libraryUser();
  expect(await failureOf(() => client.lookupCpf('52998224724'))).toMatchObject({
    name: 'InvalidIdentifierError',
    code: 'check_digit',
    identifierKind: 'cpf',
  });
  const wrong = await failureOf(() => client.lookupCnpj(CPF));
  expect(wrong).toBeInstanceOf(InvalidIdentifierError);
  for (const call of [
    () => client.lookupCpfRealtime(CPF, '31/02/1980'),
    () => createClient({ ...options, baseUrl: 'http://service.example' }),
    () => createClient({ ...options, apiKey: 'two words' }),
    () => createClient({ baseUrl: options.baseUrl } as typeof options),
  ])
    expect(await failureOf(call)).toBeInstanceOf(UsageError);
  expect(server.log).toEqual([]);
});

it('rejects with an error of the right kind and its facts', async () => {
  const { client, options } = await libraryUser({}, { credits: 0 });
  const broke = await failureOf(() => client.lookupCpf(CPF));
  expect(broke).toBeInstanceOf(CreditsError);
  expect(broke).toBeInstanceOf(ServiceError);
  expect(broke).not.toBeInstanceOf(KeyRefusedError);
  expect(broke).toMatchObject({
    name: 'CreditsError',
    kind: 'credits',
    httpStatus: 403,
    mayHaveCharged: false,
  });
  await using stranger = createClient({ ...options, apiKey: 'another' });
  expect(await failureOf(() => stranger.quota())).toBeInstanceOf(KeyRefusedError);
});

it('ends one call by its signal, and reports that it may have been charged', async () => {
  const { server, client } = await libraryUser();
  server.script(`GET /cpf/${CPF}`, 'hang_after');
  const controller = new AbortController();
  const failing = failureOf(() => client.lookupCpf(CPF, { signal: controller.signal }));
  await server.seen(`GET /cpf/${CPF}`);
  controller.abort();
  const error = await failing;
  expect(error).toBeInstanceOf(InterruptedError);
  expect(error).toMatchObject({ kind: 'unconfirmed', mayHaveCharged: true });
  expect(await client.lookupCpf(makeCpf(2))).toMatchObject({ cpf: makeCpf(2) });
});
