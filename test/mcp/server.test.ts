import { Client } from '@modelcontextprotocol/client';
import { REQUESTER } from '../helpers/requester.js';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../src/base/clock.js';
import { readLeftToSpend } from '../../src/mcp/results.js';
import { createMcpSession } from '../../src/mcp/server.js';
import { eventually } from '../helpers/clocks/eventually.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { openWorld } from './support.js';

const CPF = makeCpf(1);
const LOOKUP = `GET /cpf/${CPF}`;

/** A session in this process, with one client of the SDK. */
async function sessionWithClient(limit: number, clock: Clock = createFakeClock()) {
  const { service, client, ...deps } = await openWorld(clock);
  const { ledger } = deps;
  const spending = { ...deps, holder: 'test', requester: REQUESTER, maxCredits: limit };
  const rules = { version: '1.0.0', longestWait: 45_000, reuse: 86_400_000 };
  const session = createMcpSession({ ...spending, ...rules, client });
  const left = async () => (await readLeftToSpend(spending)).session;
  const [near, far] = InMemoryTransport.createLinkedPair();
  await session.createServer().connect(far);
  const user = new Client({ name: 'test', version: '1.0.0' });
  await user.connect(near);
  onTestFinished(() => user.close());
  const call = (name: string, given: object, signal?: AbortSignal) =>
    user.callTool({ name, arguments: { ...given } }, { signal });
  /** A call that is cancelled once the service has seen it, or whatever `when` waits for. */
  const cancelled = async (name: string, given: object, when: () => Promise<void>) => {
    const controller = new AbortController();
    const calling = call(name, given, controller.signal).catch(() => 'cancelled');
    await when();
    controller.abort();
    expect(await calling).toBe('cancelled');
  };
  return { service, session, ledger, left, call, cancelled };
}

it('shows the model nothing of a record that people cannot see', async () => {
  const { service, call } = await sessionWithClient(1);
  const name = 'ANA\u{e0049}\u{e0101}\u3164\u202e LIMA';
  const data = { cpf: CPF, name, [`x\u200b`]: [{ nota: name }] };
  service.script(LOOKUP, { status: 200, body: { success: true, data } });
  const answer = await call('lookup_cpf', { cpf: CPF });
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
    const { service, call } = await sessionWithClient(9);
    const data = { cnpj: CNPJ, razao_social: 'ACME', QSA: Array(500).fill(partner) };
    service.script(`GET /cnpj/${CNPJ}`, { status: 200, body: { success: true, data } });
    const answer = await call('lookup_cnpj', { cnpj: CNPJ, ...more });
    const { data: shown } = (answer.structuredContent ?? {}) as { data?: typeof data };
    return { service, answer, text: JSON.stringify(answer), data: shown };
  };

  it('of too many partners for a model is cut, and says so', async () => {
    const { text, data } = await asked({});
    // Three characters a token, of 25,000.
    expect(text.length).toBeLessThan(75_000);
    expect(text).toContain(`QSA has 500 entries, of which the first ${data?.QSA.length}`);
    expect(data?.QSA.length).toBeGreaterThan(200);
    expect(data?.razao_social).toBe('ACME');
  });

  it('is answered in the fields that are asked for, and not asked for with one that no record has', async () => {
    const { text, data } = await asked({ fields: 'razao_social,QSA.nome_socio' });
    const QSA = Array(500).fill({ nome_socio: partner.nome_socio });
    expect(data).toEqual({ razao_social: 'ACME', QSA });
    expect(text).not.toContain('entries');
    const { service, answer } = await asked({ fields: 'razao' });
    expect([answer.isError, service.log]).toEqual([true, []]);
  });
});

/** What was requested but the balance, which is read while nothing shows the price. */
const lookupsOf = ({ log }: { readonly log: readonly string[] }) =>
  log.filter((one) => one !== 'GET /quota');

describe('a call that is cancelled', () => {
  it('is completed if its lookup runs, and what was paid for is stored', async () => {
    const { service, session, ledger, left, cancelled } = await sessionWithClient(1);
    service.script(LOOKUP, 'hold');
    await cancelled('lookup_cpf', { cpf: CPF }, () => service.seen(LOOKUP));
    service.releaseAnswers();
    await session.end();
    expect((await ledger.findNewestRecord('cpf', CPF, 0))?.data).toMatchObject({ cpf: CPF });
    expect([service.book.charged, await left()]).toEqual([[CPF], 0]);
  });

  it('ends its wait, and costs nothing', async () => {
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
    const { service, session, left, cancelled } = await sessionWithClient(1, endless);
    service.script(LOOKUP, 503);
    await cancelled('lookup_cpf', { cpf: CPF }, async () => {
      await waits;
      expect(await left()).toBe(0);
    });
    await eventually(async () => {
      expect(await left()).toBe(1);
    });
    expect([service.book.charged, lookupsOf(service)]).toEqual([[], [LOOKUP]]);
    await session.end();
  });
});

it('a call that would wait for more than 45 s is refused with the time, and nothing is charged', async () => {
  const { service, session, left, call } = await sessionWithClient(1);
  const busy = (seconds: number) => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    body: { success: false, error: 'Limite excedido' },
  });
  service.script(LOOKUP, busy(50), busy(30), busy(20));
  for (const seconds of [50, 20]) {
    const told = `"Limite excedido". Nothing was charged; call again in ${seconds} s.`;
    const text = expect.stringContaining(`The service answered: ${told}`) as string;
    expect(await call('lookup_cpf', { cpf: CPF })).toMatchObject({
      isError: true,
      content: [{ text }],
    });
  }
  expect([service.book.charged, await left()]).toEqual([[], 1]);
  await session.end();
});

describe('a lookup that the service does not answer with a record says what it cost, and what next:', () => {
  it.each([
    [401, 'The service answered: "Não". Nothing was charged. Only the user can correct that.'],
    [403, 'The service answered: "Não". Nothing was charged. get_quota_info shows the plan and'],
    [501, 'HTTP 501, and it may have been charged; it counts as spent and is not asked again'],
    [503, 'The service answered: "Não". Nothing was charged. Call again later.'],
  ])('HTTP %i', async (status, told) => {
    const { service, call } = await sessionWithClient(5);
    const answer = { status, body: { success: false, error: 'Não' } };
    service.script(LOOKUP, answer, answer, answer, answer);
    const text = expect.stringContaining(told) as string;
    expect((await call('lookup_cpf', { cpf: CPF })).content).toContainEqual({ type: 'text', text });
  });
});

it('an identifier of the other kind gets the name of its tool', async () => {
  const { call } = await sessionWithClient(1);
  const text = '***.000.007-**: not a valid CNPJ. This is a CPF, not a CNPJ: use lookup_cpf.';
  expect((await call('lookup_cnpj', { cnpj: CPF })).content).toEqual([{ type: 'text', text }]);
});
