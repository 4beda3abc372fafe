import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { describe, expect, it } from '../../helpers/with-service.js';
import {
  makeCnpj,
  makeCpf,
  PERSON,
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
const [MISSING, COMPANY] = [makeCpf(2), makeCnpj(1)];

type Calls = readonly (readonly [tool: string, given?: Record<string, unknown>])[];

/** What calls are answered, one after the other: text, structured content where it is another, and what they cost. */
async function conversation({ server, call }: Awaited<ReturnType<typeof mcpUser>>, calls: Calls) {
  const told: string[] = [];
  for (const [tool, given] of calls) {
    const requests = server.log.length;
    const charged = server.book.charged.length;
    const { isError, text, content, meta } = await call(tool, given);
    const [json, ...rest] = text.split('\n');
    const isSame = content !== undefined && json === JSON.stringify(content);
    const requested = server.log.slice(requests).filter((line) => line !== 'GET /quota');
    told.push(
      `${tool} ${JSON.stringify(given ?? {})}${isError ? ' is refused' : ''}`,
      ...[isSame ? `content ${json}` : text, ...(isSame ? rest : [])].map((l) => `  ${l}`),
      `  ${JSON.stringify(meta)}`,
      `  = ${requested.join(' · ')}; ${server.book.charged.length - charged} charged`,
    );
  }
  return `${told.join('\n').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')}\n`;
}

describe('confere mcp', () => {
  it('has six tools, says its budget, and reads for nothing what costs nothing', async () => {
    const { client } = await mcpUser(['--max-credits', '50']);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['lookup_cpf', 'lookup_cpf_realtime', 'lookup_cnpj', 'check_identifier'],
      ...['get_quota_info', 'bulk_status'],
    ]);
    // Clients call read-only tools without asking the user, so these must cost nothing.
    const reads = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
    expect(reads.map(({ name }) => name)).toEqual(tools.slice(3).map(({ name }) => name));
    for (const { inputSchema } of tools) expect(inputSchema['additionalProperties']).toBe(false);
    expect(client.getServerVersion()?.name).toBe('confere');
    expect(client.getServerCapabilities()?.tools?.listChanged).toBe(false);
    const texts = tools.map(({ name, description }) => `${name}\n${description ?? ''}\n`);
    const all = [`${client.getInstructions() ?? ''}\n`, ...texts].join('\n');
    await expect(all).toMatchFileSnapshot('golden/tools.txt');
  });

  it('a session looks up once, answers again from the ledger, and keeps to its budget', async () => {
    const budget = ['--max-credits', '3', '--max-credits-per-day', '9', '--purpose', 'audit'];
    const session = await mcpUser(budget, { missing: [MISSING] });
    const before = await conversation(session, [
      ['lookup_cpf', { cpf: CPF }],
      ['lookup_cpf', { cpf: CPF }],
      ['lookup_cpf', { cpf: MISSING }],
      ['lookup_cnpj', { cnpj: COMPANY.toLowerCase() }],
      ['get_quota_info'],
      ['check_identifier', { identifier: '529.982.247-24' }],
      ['lookup_cpf', { cpf: '529.982.247-24' }],
      ['lookup_cpf', { cpf: 52998224725 }],
      ['lookup_cpf', { cpf: CPF, name: PERSON }],
      ['lookup_cpf_realtime', { cpf: CPF, birthDate: '31/02/1980' }],
    ]);
    const body = { success: false, error: 'API Key inválida' };
    session.server.script('GET /cpf', { status: 401, body });
    const after = await conversation(session, [
      ['lookup_cpf', { cpf: makeCpf(3) }],
      ['lookup_cpf', { cpf: makeCpf(3) }],
      ['lookup_cpf', { cpf: makeCpf(4) }],
    ]);
    const text = `${before}${after}`;
    await expect(text).toMatchFileSnapshot('golden/session.txt');
    const log = (await session.user.run('ledger log --format csv')).stdout;
    expect(log.match(/,audit$/gm)).toHaveLength(5);
    const { stdout } = await session.user.run('quota --json');
    expect((await session.call('get_quota_info')).content).toEqual(JSON.parse(stdout));
  });

  it('without a budget it answers only what is paid, and says how to set one', async () => {
    const session = await mcpUser();
    expect(session.stderr()).toContain('paid lookups are refused');
    await session.user.run(['cpf', CPF]);
    const text = await conversation(session, [
      ['lookup_cpf', { cpf: CPF }],
      ['lookup_cpf', { cpf: MISSING }],
      ['lookup_cnpj', { cnpj: makeCnpj(2) }],
      ['lookup_cpf_realtime', { cpf: CPF, birthDate: '02/03/1980' }],
    ]);
    await expect(text).toMatchFileSnapshot('golden/no-budget.txt');
  });

  it('bulk_status has the numbers of the newest batch, or of one named by a prefix of its id', async () => {
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
