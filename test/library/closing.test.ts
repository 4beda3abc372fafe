import { describe, expect, it } from 'vitest';
import { makeCpf } from '../helpers/invented.js';
import { failureOf, libraryUser } from './support.js';

const CPF = makeCpf(1);
const QUICK = { interval: 1 };

describe('close', () => {
  it('of a client waits for a lookup that may be charged, and refuses others', async () => {
    const { server, client } = await libraryUser();
    server.script('GET /cpf/', 'hold');
    const asked = client.lookupCpf(CPF);
    await server.seen('GET /cpf/');
    const closing = client.close();
    expect(await failureOf(() => client.lookupCpf(CPF))).toMatchObject({
      ...{ name: 'UsageError', kind: 'usage', code: 'closed' },
    });
    server.releaseAnswers();
    expect(await asked).toMatchObject({ cpf: CPF });
    await closing;
    expect(server.book.charged).toEqual([CPF]);
    await client.close();
  });

  it('of a client ends free requests and waits at once', async () => {
    const { server, client } = await libraryUser({ rate: 1 });
    await client.lookupCpf(CPF);
    server.script('GET /quota', 'hang');
    const free = failureOf(() => client.quota());
    const waiting = failureOf(() => client.lookupCpf(CPF));
    await server.seen('GET /quota');
    await client.close();
    expect(await Promise.all([free, waiting])).toMatchObject([
      { kind: 'interrupted' },
      { kind: 'interrupted' },
    ]);
    expect(server.book.charged).toEqual([CPF]);
  });

  it('of a ledger keeps the answer of a lookup under way', async () => {
    const { server, ledger, open } = await libraryUser();
    server.script('GET /cpf/', 'hold');
    const asked = ledger.lookup('cpf', CPF);
    await server.seen('GET /cpf/');
    const closing = ledger.close();
    for (const call of [
      () => ledger.lookup('cpf', CPF),
      () => ledger.list(),
      () => ledger.results(),
    ])
      expect(await failureOf(call)).toMatchObject({ kind: 'usage', code: 'closed' });
    server.releaseAnswers();
    expect(await asked).toMatchObject({ status: 'found' });
    await closing;
    const again = await open();
    expect(await again.lookup('cpf', CPF)).toMatchObject({ source: 'ledger' });
    await again.close();
    expect(server.book.charged).toEqual([CPF]);
  });

  it('of a ledger keeps the job id of a submission under way', async () => {
    const { server, ledger, file, open } = await libraryUser();
    server.script('POST /cpf/bulk', 'hold');
    const running = failureOf(() => ledger.run(file, QUICK));
    await server.seen('POST /cpf/bulk');
    const closing = ledger.close();
    server.releaseAnswers();
    expect(await running).toMatchObject({ kind: 'interrupted' });
    await closing;
    const again = await open();
    expect((await again.list())[0]?.jobs[0]?.jobId).toBe(server.jobIds()[0]);
    expect(await again.run(file, QUICK)).toMatchObject({ state: 'complete', found: 2 });
    await again.close();
    expect(server.posts).toHaveLength(1);
  });

  it('of a ledger inside its results ends them with a sentence', async () => {
    const { ledger, file } = await libraryUser();
    await ledger.run(file, QUICK);
    const seen: number[] = [];
    const reading = async () => {
      for await (const { row } of ledger.results()) {
        seen.push(row);
        await ledger.close();
      }
    };
    expect(await failureOf(reading)).toMatchObject({
      ...{ kind: 'usage', code: 'closed' },
      message: 'Nothing was sent: this ledger is closed. Open another one.',
    });
    expect(seen).toEqual([1]);
  });
});
