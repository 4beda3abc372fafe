import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../helpers/files/scratch.js';
import { examples } from './examples.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const inRoot = (...parts: readonly string[]) => join(ROOT, ...parts);

async function node(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  const own = { env: { PATH: process.env['PATH'], ...env }, extendEnv: false, all: true } as const;
  const options = { ...own, cwd, reject: false, stripFinalNewline: false } as const;
  const { exitCode, all } = await execa(process.execPath, args, options);
  return { code: exitCode, output: all };
}

/** A folder of a user who has installed the package, and the types of Node if they are wanted. */
async function consumer({ nodeTypes = false } = {}): Promise<string> {
  const folder = newFolder();
  const modules = join(folder, 'node_modules');
  // A copy: with a link TypeScript would find the packages of this repository.
  for (const part of ['package.json', 'dist'])
    await cp(inRoot(part), join(modules, 'confere', part), { recursive: true });
  await mkdir(join(modules, '@types'));
  if (nodeTypes)
    for (const name of ['@types/node', 'undici-types'])
      await cp(inRoot('node_modules', name), join(modules, name), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  return folder;
}

const STRICT = {
  target: 'ES2022',
  lib: ['ES2022'],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  types: ['node'],
  noEmit: true,
};

/** A compiler runs for seconds: code that V8 optimizes meanwhile costs it a third more than it saves. */
const SHORT = ['--no-opt', '--single-threaded-gc'];

async function compile(
  typescript: string,
  folder: string,
  files: Readonly<Record<string, string>>,
  options: object = {},
) {
  for (const [name, code] of Object.entries(files)) await writeFile(join(folder, name), code);
  const config = { compilerOptions: { ...STRICT, ...options }, files: Object.keys(files) };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = inRoot('node_modules', typescript, 'bin', 'tsc');
  return node([...SHORT, tsc, '-p', folder], folder);
}

const GOOD = { code: 0, output: '' };

/** A program that has no types but its own and ours. */
const BARE = `
  import { ConfereError, cpf, openLedger, type Ledger } from 'confere';
  export const isValid: boolean = cpf.validate('1');
  export async function found(): Promise<number> {
    const ledger = await openLedger({ folder: 'state', baseUrl: 'https://service.example' });
    return (await ledger.run('a.csv', { output: 'b.csv' })).found;
  }
  // @ts-expect-error there are two kinds
  export const wrong = (ledger: Ledger) => ledger.lookup('cep', '1');
  export const isLocked = (error: unknown) => error instanceof ConfereError && error.kind === 'locked';
`;

const PATIENCE = { timeout: 120_000 };

describe('the types of the package', PATIENCE, () => {
  it('compile without the types of Node, as a module of either kind', async () => {
    const files = { 'bare.ts': BARE, 'bare.cts': BARE };
    expect(await compile('typescript', await consumer(), files, { types: [] })).toEqual(GOOD);
  });

  it.each(['typescript-oldest', 'typescript-newest'])(
    'fit every example of docs/library.md with %s and the strictest options, and no mistake in it',
    async (typescript) => {
      const right = examples.map(({ code }, at) => [`example-${at}.ts`, code]);
      const wrong = ['wrong.ts', `${examples[1]?.code ?? ''}\nagain.data.name;\n`];
      const folder = await consumer({ nodeTypes: true });
      const files = Object.fromEntries([...right, wrong]) as Record<string, string>;
      const { output } = await compile(typescript, folder, files);
      expect(output).toMatch(/^wrong\.ts\(.* error TS18048: .*\n$/);
    },
  );
});
