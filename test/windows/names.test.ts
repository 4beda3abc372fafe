import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { distinctInputs } from '../../src/commands/bulk/shared/places.js';
import { openDatabase } from '../../src/sqlite/index.js';
import { newInProcessUser } from '../helpers/in-process.js';
import { makeCpf } from '../helpers/invented.js';
import { startReferee } from '../helpers/referee/index.js';

describe('names that Windows does not have', () => {
  it.each([
    'nul',
    'aux.csv',
    'CONIN$',
    join('out', 'COM1.result.csv'),
    'ab:c.csv',
    'out.csv.',
    'what?.csv',
  ])('%j is refused before anything is sent', async (name) => {
    await using server = await startReferee();
    await using user = await newInProcessUser(server);
    const file = await user.file('in.csv', `cpf\n${makeCpf(1)}\n`);
    for (const args of [
      ['bulk', 'run', file, '-o', name],
      ['bulk', 'run', file, '--out-dir', name],
      ['cpf', makeCpf(1), '-o', name],
    ]) {
      const { stderr } = await user.ends(2, args, { platform: 'win32' });
      expect(stderr).toContain(`${name} cannot be written: Windows does not allow that name.`);
    }
    expect(server.log).toEqual([]);
  });

  it.each(['C:\\Users\\Ana\\out.csv', '..\\out.csv', 'console.csv', '.\\.hidden.csv', '-'])(
    '%j is one',
    async (name) => {
      await using user = await newInProcessUser();
      const args = ['--sandbox', 'bulk', 'run', 'none.csv', '-o', name];
      const { stderr } = await user.run(args, { platform: 'win32' });
      expect(stderr).toContain('none.csv does not exist');
    },
  );
});

it.each([
  ['win32', 1],
  ['darwin', 1],
  ['linux', 2],
])('one file by two names on %s there are %i inputs', (platform, count) => {
  const { inputs } = distinctInputs(['t/Teste.csv', 'T/TESTE.CSV'], platform);
  expect(inputs).toHaveLength(count);
});

it('macOS flushes its disk, too', () => {
  const db = openDatabase(':memory:');
  expect(db.prepare('PRAGMA fullfsync').get()).toEqual({ fullfsync: 1 });
  db.close();
});
