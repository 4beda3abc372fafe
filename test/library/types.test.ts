import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Ended {
  readonly code: number;
  readonly output: string;
}

async function node(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const own = { env: { PATH: process.env['PATH'], ...env }, extendEnv: false };
  const options = { ...own, cwd, reject: false, stripFinalNewline: false } as const;
  const { exitCode, stdout, stderr } = await execa(process.execPath, args, options);
  return { code: exitCode ?? NaN, output: stdout + stderr };
}

/** A folder of a user who has installed the package. */
async function consumer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-consumer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'node_modules', '@types'), { recursive: true });
  await symlink(ROOT, join(folder, 'node_modules', 'confere'), 'junction');
  const types = join('node_modules', '@types', 'node');
  await symlink(join(ROOT, types), join(folder, types), 'junction');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  return folder;
}

it('compiles in a program with the strictest options, including the types of its dependencies', async () => {
  const folder = await consumer();
  const source = fileURLToPath(new URL('consumer/consumer.ts', import.meta.url));
  const code = (await readFile(source, 'utf8')).replace('../../../src/index.js', 'confere');
  expect(code).toContain("from 'confere'");
  await writeFile(join(folder, 'consumer.ts'), code);
  const compilerOptions = {
    ...{ target: 'ES2022', lib: ['ES2022'], module: 'NodeNext', moduleResolution: 'NodeNext' },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ skipLibCheck: false, types: ['node'], noEmit: true },
  };
  const config = { compilerOptions, files: ['consumer.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  expect(await node([tsc, '-p', folder], folder)).toEqual({ code: 0, output: '' });
}, 120_000);

it('loads neither network nor database code to check an identifier', async () => {
  const folder = await consumer();
  const code = "import { cpf } from 'confere'; process.exit(cpf.validate('52998224725') ? 0 : 1);";
  await writeFile(join(folder, 'check.mjs'), code);
  const coverage = join(folder, 'coverage');
  const { code: exit } = await node(['check.mjs'], folder, { NODE_V8_COVERAGE: coverage });
  expect(exit).toBe(0);
  const [report = ''] = await readdir(coverage);
  const { result } = JSON.parse(await readFile(join(coverage, report), 'utf8')) as {
    readonly result: readonly { readonly url: string }[];
  };
  const loaded = result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
  expect(loaded.some((url) => url.endsWith('/dist/index.js'))).toBe(true);
  expect(
    loaded.filter((url) =>
      /node_modules|sqlite|transport/.test(url.replace(/.*\/confere-consumer-[^/]*/, '')),
    ),
  ).toEqual([]);
});
