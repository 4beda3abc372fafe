import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as library from '../../src/index.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { systemClock } from '../../src/base/system.js';
import { newFolder } from '../helpers/files/scratch.js';
import { table } from '../helpers/markdown.js';
import { examples } from './examples.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A program beside a file, in a folder where the package is installed, and a service for it. */
async function programmer() {
  const folder = newFolder();
  await mkdir(join(folder, 'node_modules'));
  // As npm installs a package from a folder.
  await symlink(ROOT, join(folder, 'node_modules', 'confere'), 'junction');
  const rows = ['nome,cpf', 'a,529.982.247-25', 'b,123.456.789-09', 'c,52998224725', 'd,1'];
  await writeFile(join(folder, 'clientes.csv'), `${rows.join('\n')}\n`);
  const sandbox = await startSandbox({ clock: systemClock, statePath: ':memory:' });
  onTestFinished(() => sandbox.close());
  const env = { CONFERE_BASE_URL: sandbox.baseUrl, CONFERE_API_KEY: sandbox.apiKey };
  return { folder, env: { PATH: process.env['PATH'], ...env } };
}

describe('docs/library.md', () => {
  it.each(examples)('$heading: the example prints what the page shows', async ({ code }) => {
    const { folder, env } = await programmer();
    const path = join(folder, 'example.mjs');
    await writeFile(path, code);
    const { stdout, stderr } = await execa('node', [path], { cwd: folder, env });
    const told = [
      ...code.matchAll(/console\.log\(.*\).*; \/\/ (.*)$|console\.log\(.*\), \/\/ (.*)$/gm),
    ];
    const lines = told.map(([, one, other]) => one ?? other);
    const printed = stdout.trimEnd().split('\n');
    expect(stderr).toBe('');
    for (const line of lines) expect(printed).toContain(line);
    expect(printed.length).toBeGreaterThanOrEqual(Math.max(1, lines.length));
  });

  it('lists every error class with its kind', async () => {
    const documented = (await table('library.md', 'Errors')).map(([name = '']) =>
      name.replaceAll('`', ''),
    );
    const abstract = ['ConfereError', 'ServiceError'];
    const classes = Object.keys(library).filter((name) => name.endsWith('Error'));
    expect([...documented, ...abstract].toSorted()).toEqual(classes.toSorted());
  });
});
