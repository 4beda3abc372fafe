import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../src/sandbox/index.js';
import { systemClock } from '../../../src/system.js';
import { newInProcessUser } from '../../helpers/in-process.js';

const [FOUND, MISSING] = ['99000020085', '99000040434'];

/** A user whose commands talk to a sandbox at an address, as to any service. */
async function connected() {
  const sandbox = await startSandbox({ clock: systemClock, statePath: ':memory:' });
  const user = await newInProcessUser();
  onTestFinished(async () => {
    await user[Symbol.asyncDispose]();
    await sandbox.close();
  });
  const env = { CONFERE_BASE_URL: sandbox.baseUrl, CONFERE_API_KEY: sandbox.apiKey };
  return { sandbox, user, run: (argv: readonly string[]) => user.run(argv, { env }) };
}

describe('answers of a sandbox at an address', () => {
  it('say sandbox in a result, also in a later export, and in the report', async () => {
    const { user, run } = await connected();
    const file = await user.file('in.csv', `cpf\n${FOUND}\n${MISSING}\n`);
    expect((await run(['bulk', 'run', file, '-y', '-o', `${file}.out.csv`])).code).toBe(0);
    const [, found = '', missing = ''] = (await readFile(`${file}.out.csv`, 'utf8')).split('\n');
    expect(found).toContain(`${FOUND},found,,sandbox,`);
    expect(missing).toContain(`${MISSING},not_found,,sandbox,`);
    const later = await run(['bulk', 'export', '--format', 'json']);
    expect(JSON.parse(later.stdout)).toMatchObject([
      { lookup_source: 'sandbox' },
      { lookup_source: 'sandbox' },
    ]);
    const page = `${file}.html`;
    await run(['bulk', 'report', '-o', page]);
    expect(await readFile(page, 'utf8')).toContain('is invented');
  });

  it('say sandbox in rows of single lookups from the first on; JSON keeps api and ledger', async () => {
    const { run } = await connected();
    const first = await run(['cpf', FOUND, '--format', 'csv']);
    expect(first.stdout.split('\n')[1]).toContain(',found,,sandbox,');
    const known = await run(['cpf', FOUND, '--format', 'csv']);
    expect(known.stdout.split('\n')[1]).toContain(',found,,sandbox,');
    expect(JSON.parse((await run(['cpf', FOUND, '--json', '--fresh'])).stdout)).toMatchObject({
      source: 'api',
    });
    expect(JSON.parse((await run(['cpf', FOUND, '--json'])).stdout)).toMatchObject({
      source: 'ledger',
    });
  });
});
