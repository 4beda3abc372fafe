import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** An executable of `npm run executables` for this platform; without it nothing here runs. */
const EXECUTABLE = process.env['CONFERE_TEST_EXECUTABLE'] ?? '';

describe.skipIf(EXECUTABLE === '')('the executable, on a PATH without Node', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-executable-'));
    await writeFile(join(folder, 'in.csv'), 'doc\n529.982.247-25\n11222333000181\n111\n');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const env = () => ({
    PATH: folder,
    CONFERE_HOME: join(folder, 'home'),
    CONFERE_SANDBOX: '1',
    // Windows starts no program without it.
    SystemRoot: process.env['SystemRoot'] ?? '',
  });
  const confere = async (line: string, more: Readonly<Record<string, string>> = {}) => {
    const { exitCode, stdout, stderr } = await execa(resolve(EXECUTABLE), line.split(' '), {
      cwd: folder,
      input: '529.982.247-25\n111\n',
      extendEnv: false,
      reject: false,
      env: { ...env(), ...more },
    });
    return { code: exitCode, stdout, stderr };
  };

  it('answers from its ledger what it has looked up, also standard input', async () => {
    await confere('cpf 529.982.247-25');
    const { code, stdout } = await confere('cpf - --json');
    expect([code, stdout]).toEqual([3, expect.stringContaining('"source":"ledger"')]);
  });

  it('runs a batch, and writes a workbook', async () => {
    const ran = await confere('bulk run in.csv -o out.xlsx --interval 100ms --json');
    expect(JSON.parse(ran.stdout)).toMatchObject({ state: 'complete', rows: 3, unique: 2 });
    expect((await readFile(join(folder, 'out.xlsx'))).subarray(0, 2).toString()).toBe('PK');
    expect((await confere('bulk export --format jsonl')).stdout).toContain('"found"');
    expect((await confere('ledger check')).code).toBe(0);
  });

  it('serves the Model Context Protocol', async () => {
    const transport = new StdioClientTransport({
      command: resolve(EXECUTABLE),
      args: ['mcp'],
      env: env(),
      stderr: 'ignore',
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    const answer = await client.callTool({ name: 'lookup_cpf', arguments: { cpf: '11144477735' } });
    expect(answer.structuredContent).toMatchObject({ status: 'found' });
    await client.close();
  });

  it('has no path of the machine that made it, so that every clone makes the same bytes', async () => {
    expect((await readFile(resolve(EXECUTABLE))).includes(resolve('.'))).toBe(false);
  });

  it('is beside a list of its parts that names its Node with version and checksum', async () => {
    const list = await readFile(join(dirname(EXECUTABLE), 'sbom.cdx.json'), 'utf8');
    const { components } = JSON.parse(list) as { components: unknown[] };
    expect(components[0]).toMatchObject({
      name: 'node',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      hashes: [{ content: expect.stringMatching(/^[0-9a-f]{64,128}$/) as string }],
    });
  });

  it('completes words, speaks Portuguese, and warns of nothing', async () => {
    expect((await confere('completion bash')).stdout).toContain('complete ');
    expect((await confere('--help', { LC_ALL: 'pt_BR.UTF-8' })).stdout).toContain('opções');
    expect((await confere('quota')).stderr).not.toMatch(/Warning|experimental/i);
  });
});
