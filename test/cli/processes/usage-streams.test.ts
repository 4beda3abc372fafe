import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '../../helpers/with-service.js';
import { newUser } from '../support.js';

const [LEDGER, DATABASE] = [/^src\/ledger\/|libsql/, /node_modules\/pg|src\/ledger\/postgres/];
const WORK = /undici|hono|iconv|valibot|csv-|^src\/(service|batch|sandbox)\//;
const SHOW = /commander|wrap-ansi|string-width/;

describe('the built command', () => {
  it.each([
    ['--version', 'src/main.ts', [LEDGER, DATABASE, WORK]],
    ['--help', 'src/main.ts', [LEDGER, DATABASE, WORK]],
    ['bulk run --help', 'src/main.ts', [LEDGER, DATABASE, WORK]],
    ['cfp', 'src/main.ts', [LEDGER, DATABASE, WORK]],
    ['__complete -- bulk ', 'src/main.ts', [LEDGER, DATABASE, WORK]],
    ['check 529.982.247-25', 'src/commands/check.ts', [LEDGER, DATABASE, WORK, SHOW]],
    ['cpf 529.982.247-25 --sandbox', 'src/ledger/index.ts', [DATABASE]],
  ])('%s loads %s, and nothing that it does not need', async (line, needed, others) => {
    await using user = await newUser();
    const folder = join(user.folder, 'coverage');
    await user.run(line, { env: { NODE_V8_COVERAGE: folder } });
    const loaded = await modulesIn(folder);
    expect(loaded).toContain(needed);
    expect(loaded.filter((name) => others.some((other) => other.test(name)))).toEqual([]);
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
