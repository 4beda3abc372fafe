import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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

  const env = () => ({ PATH: folder, CONFERE_HOME: join(folder, 'home'), CONFERE_SANDBOX: '1' });
  const confere = async (
    args: readonly string[],
    more: Readonly<Record<string, string>> = {},
    input = '',
  ) => {
    const options = { cwd: folder, input, extendEnv: false, reject: false } as const;
    const ended = await execa(resolve(EXECUTABLE), args, {
      ...options,
      env: { ...env(), ...more },
    });
    return { code: ended.exitCode, stdout: ended.stdout, stderr: ended.stderr };
  };

  it('looks up once, and then answers from its ledger', async () => {
    const ask = async () => {
      const { code, stdout } = await confere(['cpf', '529.982.247-25', '--json']);
      expect(code).toBe(0);
      return JSON.parse(stdout) as unknown;
    };
    expect(await ask()).toMatchObject({ status: 'found', source: 'api' });
    expect(await ask()).toMatchObject({ status: 'found', source: 'ledger' });
    const fromStdin = await confere(['cpf', '-', '--json'], {}, '529.982.247-25\n111\n');
    expect(fromStdin).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('ledger') as string,
    });
  });

  it('runs a batch, and writes a workbook', async () => {
    const ran = await confere('bulk run in.csv -o out.xlsx --interval 100ms --json'.split(' '));
    expect(JSON.parse(ran.stdout)).toMatchObject({ state: 'complete', rows: 3, unique: 2 });
    expect((await readFile(join(folder, 'out.xlsx'))).subarray(0, 2).toString()).toBe('PK');
    expect((await confere(['bulk', 'export', '--format', 'jsonl'])).stdout).toContain('"found"');
    expect((await confere(['ledger', 'check'])).code).toBe(0);
  });

  it('completes words of the command line', async () => {
    const { code, stdout } = await confere(['completion', 'bash']);
    expect(code).toBe(0);
    expect(stdout).toContain('complete ');
  });

  it('speaks Portuguese', async () => {
    const { stdout } = await confere(['check', '529.982.247-24'], { CONFERE_LANG: 'pt-BR' });
    expect(stdout).toMatch(/inválido|dígito/);
    expect((await confere(['--help'], { LC_ALL: 'pt_BR.UTF-8' })).stdout).toContain('opções');
  });

  it('serves the Model Context Protocol', async () => {
    const transport = new StdioClientTransport({
      ...{ command: resolve(EXECUTABLE), args: ['mcp'], env: env(), stderr: 'ignore' },
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    const cpf = '111.444.777-35';
    const answer = await client.callTool({ name: 'lookup_cpf', arguments: { cpf } });
    expect(answer.structuredContent).toMatchObject({ status: 'found' });
    await client.close();
  });

  it('says its version and warns of nothing', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await confere(['--version'])).toEqual({ code: 0, stdout: version, stderr: '' });
    expect((await confere(['quota'])).stderr).not.toMatch(/Warning|experimental/i);
  });
});
