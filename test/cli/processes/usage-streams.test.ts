import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { describe, expect, it } from '../../helpers/with-service.js';
import { COMMAND, newUser } from '../support.js';

describe('the built command', () => {
  it.each([['--help'], ['help formats'], ['completion bash']])('%s | head -1 is fine', (args) => {
    const line = `"$NODE" "$COMMAND" ${args} | head -1; echo "codes \${PIPESTATUS[*]}"`;
    const env = { PATH: process.env['PATH'], NODE: process.execPath, COMMAND };
    const options = { env, extendEnv: false };
    const { stdout, stderr } = execaSync('bash', ['--norc', '-c', line], options);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^.+\ncodes 0 0$/);
  });

  it('a ledger of this machine loads no driver of a database', async () => {
    await using user = await newUser();
    const folder = join(user.folder, 'coverage');
    const env = { NODE_V8_COVERAGE: folder, CONFERE_SANDBOX: '1' };
    await user.ends(0, 'cpf 529.982.247-25', { env });
    const loaded = await modulesIn(folder);
    expect(loaded).toContain('src/ledger/index.ts');
    const drivers = /node_modules\/pg|src\/ledger\/postgres/;
    expect(loaded.filter((name) => drivers.test(name))).toEqual([]);
  });

  it.each([
    [['--version']],
    [['--help']],
    [['bulk', 'run', '--help']],
    [['cfp']],
    [['__complete', '--', 'bulk', '']],
    [['check', '529.982.247-25']],
  ])('%j loads neither the ledger nor HTTP nor the sandbox', async (args) => {
    await using user = await newUser();
    const folder = join(user.folder, 'coverage');
    await user.run(args, { env: { NODE_V8_COVERAGE: folder } });
    const loaded = await modulesIn(folder);
    expect(loaded).toContain('src/main.ts');
    expect(
      loaded.filter((name) =>
        /^src\/ledger\/|libsql|node_modules\/pg|undici|hono|iconv|valibot|csv-/.test(name),
      ),
    ).toEqual([]);
    expect(loaded.filter((name) => /^src\/(service|batch|sandbox)\//.test(name))).toEqual([]);
  });

  it('a check in a pipe loads neither commander nor the library that breaks lines', async () => {
    await using user = await newUser();
    const folder = join(user.folder, 'coverage');
    await user.run(['check', '529.982.247-25'], { env: { NODE_V8_COVERAGE: folder } });
    const loaded = await modulesIn(folder);
    expect(loaded).toContain('src/commands/check.ts');
    expect(loaded.filter((name) => /commander|wrap-ansi|string-width/.test(name))).toEqual([]);
  });
});

/** The modules that a process loaded, from its coverage data: files, and the modules bundled into them. */
async function modulesIn(folder: string): Promise<string[]> {
  const [name = ''] = await readdir(folder);
  const report = JSON.parse(await readFile(join(folder, name), 'utf8')) as {
    result: { url: string }[];
  };
  const urls = report.result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
  const texts = await Promise.all(urls.map((url) => readFile(fileURLToPath(url), 'utf8')));
  const parts = texts.flatMap((text) => [...text.matchAll(/^\/\/ (\S+\.[cm]?[jt]s)$/gm)]);
  return [...urls, ...parts.map(([, module = '']) => module)];
}
