import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../src/base/clock.js';
import { openLedger } from '../../src/ledger/index.js';
import { readLeftToSpend } from '../../src/mcp/results.js';
import { createMcpSession } from '../../src/mcp/server.js';
import { createClient } from '../../src/service/index.js';
import { eventually } from '../helpers/clocks/eventually.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { newFolder } from '../helpers/files/scratch.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { startReferee } from '../helpers/referee/index.js';

const CPF = makeCpf(1);
const LOOKUP = `GET /cpf/${CPF}`;

/** A session in this process, with one client of the SDK. */
async function sessionWithClient(limit: number, clock: Clock = createFakeClock()) {
  const service = await startReferee();
  const account = { baseUrl: service.url, apiKey: service.key, userAgent: 'test' };
  const client = createClient({ ...account, clock, timeout: 60_000 });
  const ledger = await openLedger(newFolder(), clock);
  const spending = { ledger, clock, keyFingerprint: 'finger', holder: 'test', maxCredits: limit };
  const session = createMcpSession({
    ...spending,
    client,
    version: '1.0.0',
    longestWait: 45_000,
    reuse: 86_400_000,
  });
  const left = async () => (await readLeftToSpend(spending)).session;
  const [near, far] = InMemoryTransport.createLinkedPair();
  await session.createServer().connect(far);
  const user = new Client({ name: 'test', version: '1.0.0' });
  await user.connect(near);
  onTestFinished(async () => {
    await user.close();
    await client.close();
    await ledger.close();
    await service.close();
  });
  const lookUp = (cpf: string, signal?: AbortSignal) =>
    user.callTool({ name: 'lookup_cpf', arguments: { cpf } }, { signal });
  const kept = async () => (await ledger.findNewestRecord('cpf', CPF, 0))?.data;
  const unshown = async () => {
    const wanted = { kind: 'cpf', id: CPF, mode: 'realtime', keyFingerprint: 'finger' } as const;
    const asked = { asked: '02031980', reuseSince: Infinity, undeliveredSince: 0, holder: 'test' };
    const found = await ledger.beginLookup({ ...wanted, ...asked, mayAsk: false, at: 0 });
    return found.verdict === 'undelivered' ? 1 : 0;
  };
  const readings = async () => [await ledger.newestReading('finger')];
  return { service, session, left, lookUp, kept, user, readings, unshown };
}

it('writes the balance that get_quota_info reads into the book', async () => {
  const { user, readings } = await sessionWithClient(1);
  const ask = () => user.callTool({ name: 'get_quota_info', arguments: {} });
  expect((await ask()).structuredContent).toMatchObject({ usedCredits: 0 });
  expect(await readings()).toMatchObject([{ used: 0 }]);
});

it('shows the model nothing of a record that people cannot see', async () => {
  const { service, lookUp } = await sessionWithClient(1);
  const name = 'ANA\u{e0049}\u{e0101}\u3164\u202e LIMA';
  const data = { cpf: CPF, name, [`x\u200b`]: [{ nota: name }] };
  service.script(LOOKUP, { status: 200, body: { success: true, data } });
  const answer = await lookUp(CPF);
  expect(answer.structuredContent).toMatchObject({
    data: { cpf: CPF, name: 'ANA LIMA', x: [{ nota: 'ANA LIMA' }] },
  });
  expect(JSON.stringify(answer)).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
});

describe('a company', () => {
  const CNPJ = makeCnpj(1);
  const partner = {
    nome_socio: 'MARIA APARECIDA DOS SANTOS',
    cnpj_cpf_socio: '***123456**',
    age: '5',
  };
  const asked = async (more: object) => {
    const { service, user } = await sessionWithClient(9);
    const data = { cnpj: CNPJ, razao_social: 'ACME', QSA: Array(500).fill(partner) };
    service.script(`GET /cnpj/${CNPJ}`, { status: 200, body: { success: true, data } });
    const answer = await user.callTool({ name: 'lookup_cnpj', arguments: { cnpj: CNPJ, ...more } });
    return { service, answer, data: (answer.structuredContent as { data: typeof data }).data };
  };

  it('of too many partners for a model is cut, and says so', async () => {
    const { answer, data } = await asked({});
    // Three characters a token, of 25,000.
    expect(JSON.stringify(answer).length).toBeLessThan(75_000);
    expect(JSON.stringify(answer)).toContain(
      `QSA has 500 entries, of which the first ${data.QSA.length}`,
    );
    expect(data.QSA.length).toBeGreaterThan(200);
    expect(data.razao_social).toBe('ACME');
  });

  it('is answered in the fields that are asked for', async () => {
    const { answer, data } = await asked({ fields: 'razao_social,QSA.nome_socio' });
    expect(data).toEqual({
      razao_social: 'ACME',
      QSA: Array(500).fill({ nome_socio: partner.nome_socio }),
    });
    expect(JSON.stringify(answer)).not.toContain('entries');
  });

  it('is not asked for with a field that no record has', async () => {
    const { service, user } = await sessionWithClient(9);
    const given = { name: 'lookup_cnpj', arguments: { cnpj: CNPJ, fields: 'razao' } };
    expect((await user.callTool(given)).isError).toBe(true);
    expect(service.log).toEqual([]);
  });
});

it('completes a running lookup whose call is cancelled, and stores what was paid for', async () => {
  const { service, session, left, lookUp, kept } = await sessionWithClient(1);
  service.script(LOOKUP, 'hold');
  const controller = new AbortController();
  const cancelled = lookUp(CPF, controller.signal).catch(() => 'cancelled');
  await service.seen(LOOKUP);
  controller.abort();
  expect(await cancelled).toBe('cancelled');
  service.releaseAnswers();
  await session.end();
  expect(await kept()).toMatchObject({ cpf: CPF });
  expect([service.book.charged, await left()]).toEqual([[CPF], 0]);
});

/** What was requested but the balance, which is read while nothing shows the price. */
const lookupsOf = ({ log }: { readonly log: readonly string[] }) =>
  log.filter((one) => one !== 'GET /quota');

it('gives what a cancelled call has paid for to the same call, and then asks anew', async () => {
  const { service, session, user, unshown } = await sessionWithClient(100);
  const asked = { cpf: CPF, birthDate: '02/03/1980' };
  const ask = async (signal?: AbortSignal) => {
    const given = { name: 'lookup_cpf_realtime', arguments: asked };
    return (await user.callTool(given, { signal })).structuredContent;
  };
  const path = 'POST /cpf/realtime';
  const answer = { status: 200, body: { success: true, data: { nome: 'Ana' } } };
  service.script(path, answer, answer);
  const controller = new AbortController();
  const cancelled = ask(controller.signal).catch(() => 'cancelled');
  await service.seen(path);
  controller.abort();
  expect(await cancelled).toBe('cancelled');
  // Until the first call has ended, which is soon after, a second one shares its answer.
  await expect.poll(unshown, { interval: 100 }).toBe(1);
  expect(await ask()).toMatchObject({ status: 'found', source: 'ledger' });
  expect(lookupsOf(service)).toEqual([path]);
  expect(await ask()).toMatchObject({ status: 'found', source: 'api' });
  expect(lookupsOf(service)).toEqual([path, path]);
  await session.end();
});

it('ends the wait of a cancelled call, which costs nothing', async () => {
  let waiting: () => void;
  const waits = new Promise<void>((resolve) => (waiting = resolve));
  const endless: Clock = {
    ...createFakeClock(),
    sleep: (_, signal) =>
      new Promise((__, reject) => {
        signal?.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
        waiting();
      }),
  };
  const { service, session, left, lookUp } = await sessionWithClient(1, endless);
  const body = { success: false, error: 'usage_unavailable' };
  service.script(LOOKUP, { status: 503, body });
  const controller = new AbortController();
  const cancelled = lookUp(CPF, controller.signal).catch(() => 'cancelled');
  await waits;
  expect(await left()).toBe(0);
  controller.abort();
  expect(await cancelled).toBe('cancelled');
  await eventually(async () => {
    expect(await left()).toBe(1);
  });
  expect([service.book.charged, lookupsOf(service)]).toEqual([[], [LOOKUP]]);
  await session.end();
});

it('a call that would wait for more than 45 s is refused with the time, and nothing is charged', async () => {
  const { service, session, left, lookUp } = await sessionWithClient(1);
  const busy = (seconds: number) => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    body: { success: false, error: 'Limite excedido' },
  });
  service.script(LOOKUP, busy(50), busy(30), busy(20));
  for (const seconds of [50, 20]) {
    const told = `"Limite excedido". Nothing was charged; call again in ${seconds} s.`;
    const text = expect.stringContaining(`The service answered: ${told}`) as string;
    expect(await lookUp(CPF)).toMatchObject({ isError: true, content: [{ text }] });
  }
  expect([service.book.charged, await left()]).toEqual([[], 1]);
  await session.end();
});
