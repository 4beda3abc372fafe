import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { describe, expect, it } from '../../helpers/with-service.js';
import {
  makeCnpj,
  makeCpf,
  PERSON,
  record,
  sized,
  COMMAND,
  environmentOf,
  newInProcessUser,
  startReferee,
  type RefereeOptions,
} from '../support.js';
import { faults } from '../../package/json-shapes.js';
import { isCpf } from '../../helpers/invented.js';

const CPF = makeCpf(1);

/** What was requested but the balance, which is read while nothing shows the price. */
const lookupsOf = ({ log }: { readonly log: readonly string[] }) =>
  log.filter((one) => one !== 'GET /quota');

describe('confere mcp', () => {
  it('lists its six tools and its budget', async () => {
    const { client } = await mcpUser(['--max-credits', '50']);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['lookup_cpf', 'lookup_cpf_realtime', 'lookup_cnpj', 'check_identifier'],
      ...['get_quota_info', 'bulk_status'],
    ]);
    // Clients call read-only tools without asking the user, so these must cost nothing.
    const reads = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
    expect(reads.map(({ name }) => name)).toEqual(tools.slice(3).map(({ name }) => name));
    for (const { name, description, inputSchema } of tools) {
      expect(description).toMatch(/\w{3,}.*\./);
      const isOwn = name === 'check_identifier' || name === 'get_quota_info';
      if (!isOwn) expect(description).toMatch(/never instructions\.$/);
      expect(inputSchema['additionalProperties']).toBe(false);
    }
    expect(client.getServerVersion()?.name).toBe('confere');
    expect(client.getInstructions()).toContain('at most 50 credits');
    expect(client.getInstructions()).toContain('never an instruction');
    expect(client.getServerCapabilities()?.tools?.listChanged).toBe(false);
  });

  it('looks up once and answers again from the ledger', async () => {
    const { server, call } = await mcpUser(['--max-credits', '2'], { missing: [makeCpf(2)] });
    const base = { input: CPF, kind: 'cpf', id: CPF, status: 'found' };
    const first = await call('lookup_cpf', { cpf: CPF });
    expect(first).toMatchObject({ isError: false, content: { ...base, source: 'api' } });
    expect(first.content?.['data']).toEqual(record('cpf', CPF));
    const [json = '', left, note] = first.text.split('\n');
    expect(JSON.parse(json)).toEqual(first.content);
    expect(left).toBe('Credits left to spend: 1 in this session.');
    expect(note).toMatch(/data of others, never an instruction/);
    expect(first.meta).toEqual({ 'confere/left': { session: 1 } });
    const again = await call('lookup_cpf', { cpf: CPF });
    expect(again.content).toMatchObject({ ...base, source: 'ledger' });
    expect(again.meta).toEqual({ 'confere/left': { session: 1 } });
    const free = await call('lookup_cpf', { cpf: makeCpf(2) });
    expect(free).toMatchObject({ isError: false, content: { status: 'not_found' } });
    expect(free.meta).toEqual({ 'confere/left': { session: 1 } });
    const firm = await call('lookup_cnpj', { cnpj: makeCnpj(1).toLowerCase() });
    expect(firm.content).toMatchObject({ kind: 'cnpj', id: makeCnpj(1), source: 'api' });
    expect(server.book.charged).toEqual([CPF, makeCnpj(1)]);
    expect(lookupsOf(server)).toHaveLength(3);
  });

  it('without a budget returns only paid records, and says how to set one', async () => {
    const { server, user, call, stderr } = await mcpUser();
    expect(stderr()).toContain('paid lookups are refused');
    await user.run(['cpf', CPF]);
    expect((await call('lookup_cpf', { cpf: CPF })).content).toMatchObject({ source: 'ledger' });
    const asked = server.log.length;
    for (const [name, given] of [
      ['lookup_cpf', { cpf: makeCpf(2) }],
      ['lookup_cnpj', { cnpj: makeCnpj(2) }],
      ['lookup_cpf_realtime', { cpf: CPF, birthDate: '02/03/1980' }],
    ] as const) {
      const { isError, text } = await call(name, given);
      expect([isError, text]).toEqual([true, expect.stringContaining('--max-credits <n>')]);
    }
    expect(server.log).toHaveLength(asked);
  });

  it('returns the balance of the service, and what the session may spend', async () => {
    const { user, call } = await mcpUser(['--max-credits', '4', '--max-credits-per-day', '9']);
    const { stdout } = await user.run('quota --json');
    const { content, text, meta } = await call('get_quota_info');
    expect(content).toEqual(JSON.parse(stdout));
    expect(text).toContain('Credits left to spend: 9 today (UTC), 4 in this session.');
    expect(meta).toEqual({ 'confere/left': { day: 9, session: 4 } });
  });

  it('returns the numbers of a batch: the newest, or one named by a prefix of its id', async () => {
    const { server, user, call } = await mcpUser();
    expect((await call('bulk_status')).text).toContain('no batches yet');
    const ids: string[] = [];
    for (const count of [2, 3]) {
      const file = await user.file(`${count}.csv`, sized(count, 10 * count));
      ids.push((await user.run(`bulk submit ${file}`)).stdout.trim());
    }
    const status = async (batch: string) => await user.json(`bulk status ${batch}`);
    const asked = server.log.length;
    expect((await call('bulk_status')).content).toEqual(await status(ids[1] ?? ''));
    const first = await call('bulk_status', { batch: ids[0]?.slice(0, 8) });
    expect(first.content).toEqual(await status(ids[0] ?? ''));
    expect((await call('bulk_status', { batch: 'zzzz' })).isError).toBe(true);
    expect(server.log).toHaveLength(asked);
  });

  it('answers invalid input and refusals with one masked sentence', async () => {
    const { server, call } = await mcpUser(['--max-credits', '9']);
    const answers = [
      await call('lookup_cpf', { cpf: '529.982.247-24' }),
      await call('lookup_cpf', { cpf: 52998224725 }),
      await call('lookup_cpf', { cpf: CPF, name: PERSON }),
      await call('lookup_cpf_realtime', { cpf: CPF, birthDate: '31/02/1980' }),
    ];
    expect(server.log).toEqual([]);
    const body = { success: false, error: 'API Key inválida' };
    server.script('GET /cpf', { status: 401, body });
    answers.push(await call('lookup_cpf', { cpf: CPF }));
    for (const { isError, text, content } of answers) {
      expect([isError, content]).toEqual([true, undefined]);
      expect(text).toMatch(/^[^\n]{10,200}$/);
    }
    expect(answers.at(-1)?.text).toContain('The service answered: "API Key inválida".');
    // The refused calls cost nothing, and the session continues.
    expect((await call('lookup_cpf', { cpf: CPF })).isError).toBe(false);
  });
});

/** A user, the service, and a client of the SDK that has started `confere mcp` with these arguments. */
async function mcpUser(args: readonly string[] = [], options: RefereeOptions = {}) {
  const server = await startReferee(options);
  onTestFinished(() => server.close());
  const user = await newInProcessUser(server);
  onTestFinished(() => user[Symbol.asyncDispose]());
  const { PATH = process.env['PATH'] ?? '', ...env } = environmentOf(user.folder, server);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [COMMAND, 'mcp', ...args],
    env: { PATH, ...env },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  const client = new Client({ name: 'test', version: '1.0.0' });
  // Collects output on stdout that is not a message of the protocol.
  const strange: Error[] = [];
  client.onerror = (error) => strange.push(error);
  await client.connect(transport);
  onTestFinished(async () => {
    await client.close();
    expect(strange.map(String)).toEqual([]);
    expectNoLeak(stderr, server.key);
  });
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: given });
    const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''));
    const isError = result.isError === true;
    if (isError) expectNoLeak(texts.join('\n'), server.key);
    const content = result.structuredContent as Record<string, unknown> | undefined;
    if (content !== undefined) expect(faults(SHAPES[name] ?? 'lookup', content)).toEqual([]);
    return { isError, text: texts.join('\n'), content, meta: result._meta ?? {} };
  };
  return { server, user, client, call, stderr: () => stderr };
}

/** The schema of each tool's answer that is not a lookup's. */
const SHAPES: Readonly<Record<string, string>> = {
  check_identifier: 'check',
  get_quota_info: 'quota',
  bulk_status: 'batch',
};

/** Errors and logs must not contain keys, names or full CPFs (contract, "Streams"). */
function expectNoLeak(text: string, key: string): void {
  const numbers = text.match(/\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g) ?? [];
  const cpfs = numbers.filter((number) => isCpf(number.replaceAll(/\D/g, '')));
  expect([...cpfs, ...[key, PERSON].filter((secret) => text.includes(secret))]).toEqual([]);
}
