import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa, execaSync } from 'execa';
import { describe, expect, it } from '../helpers/with-service.js';
import { COMMAND, newUser, startReferee } from './support.js';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

describe('the command on an older Node', () => {
  it.each(['0.12.18', '8.17.0', '20.18.3'])('%s: one sentence and exit 2', async (version) => {
    await using user = await newUser();
    const old = await user.file(
      'old.cjs',
      `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });`,
    );
    const args = ['--require', old, COMMAND, '--version'];
    const plain = { reject: false, stripFinalNewline: false } as const;
    const { exitCode, stdout, stderr } = execaSync(process.execPath, args, plain);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toBe(`confere needs Node 20.19 or newer; this is Node ${version}.\n`);
  });
});

it('the built library checks identifiers and sends requests', async () => {
  await using server = await startReferee();
  await using user = await newUser();
  const library = pathToFileURL(join(DIST, 'index.js')).href;
  const script = await user.file(
    'script.mjs',
    `import { cnpj, cpf, openLedger } from ${JSON.stringify(library)};
     const account = { baseUrl: '${server.url}', apiKey: '${server.key}' };
     const ledger = await openLedger({ folder: import.meta.dirname + '/state', ...account });
     const { plan } = await ledger.quota();
     await ledger.close();
     console.log(JSON.stringify([cpf.validate('529.982.247-25'), cnpj.validate('1'), typeof plan]));`,
  );
  const ended = await execa(process.execPath, [script]);
  expect(ended).toMatchObject({ stdout: '[true,false,"string"]', stderr: '' });
});

it('a clone that is not built says so', async () => {
  await using user = await newUser();
  const clone = await user.file('confere.cjs', await readFile(COMMAND));
  const { exitCode, stderr } = await execa(process.execPath, [clone], { reject: false });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: "confere is not built yet; run 'npm run build' in its folder.",
  });
});

it('the bundled packages have their licences, and do not include the SQLite library', async () => {
  const names = (await readdir(DIST)).filter((name) => name.endsWith('.cjs'));
  const texts = await Promise.all(names.map((name) => readFile(join(DIST, name), 'utf8')));
  const packages = texts.flatMap((text) =>
    [...text.matchAll(/^\s*\/\/ node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm)].map(
      ([, name]) => name,
    ),
  );
  const licences = await readFile(join(DIST, 'THIRD-PARTY-LICENSES'), 'utf8');
  const told = [...licences.matchAll(/^## (\S+) \d+\.\d+\.\d+$/gm)].map(([, name]) => name);
  expect(packages).toContain('undici');
  expect(told).toEqual(expect.arrayContaining([...packages, 'commander', 'valibot']));
  expect(told).not.toContain('libsql');
  const inside = [...licences.matchAll(/^## (\S+) \(inside (\S+)\)$/gm)].map(([, one]) => one);
  expect(inside).toEqual(expect.arrayContaining(['ajv', 'content-type', 'llhttp']));
  expect(licences).toContain('Fedor Indutny');
});
