import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa, execaSync } from 'execa';
import { describe, expect, it } from '../helpers/with-service.js';
import { COMMAND, newUser, startReferee } from './support.js';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

describe('the built package', () => {
  it.each(['0.12.18', '8.17.0', '20.18.3'])(
    'on Node %s it is one sentence and exit 2',
    async (node) => {
      await using user = await newUser();
      const old = await user.file(
        'old.cjs',
        `Object.defineProperty(process, 'versions', { value: { node: '${node}' } });`,
      );
      const args = ['--require', old, COMMAND, '--version'];
      const plain = { reject: false, stripFinalNewline: false } as const;
      const { exitCode, stdout, stderr } = execaSync(process.execPath, args, plain);
      expect({ exitCode, stdout, stderr }).toEqual({
        exitCode: 2,
        stdout: '',
        stderr: `confere needs Node 20.19 or newer; this is Node ${node}.\n`,
      });
    },
  );

  it('its library checks identifiers and sends requests', async () => {
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

  it('every package in the bundle has its licence beside it', async () => {
    const names = (await readdir(DIST)).filter((name) => name.endsWith('.cjs'));
    const texts = await Promise.all(names.map((name) => readFile(join(DIST, name), 'utf8')));
    const inside = /^\s*\/\/ node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm;
    const packages = texts.flatMap((text) => [...text.matchAll(inside)].map(([, name]) => name));
    const licences = await readFile(join(DIST, 'THIRD-PARTY-LICENSES'), 'utf8');
    const told = [...licences.matchAll(/^## (\S+) /gm)].map(([, name]) => name);
    expect(packages).toContain('undici');
    // These three stand inside other packages.
    expect(told).toEqual(expect.arrayContaining([...packages, 'ajv', 'content-type', 'llhttp']));
    expect(told).not.toContain('libsql');
  });
});
