import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { openDatabase } from '../../../src/sqlite/index.js';
import { makeCpf } from '../../helpers/invented.js';

const ids = (count: number) => Array.from({ length: count }, (_, n) => makeCpf(n + 1));

describe.concurrent('a single lookup whose answer never came', () => {
  it('may have been charged; the others are still sent', async ({ server, user }) => {
    const [first = '', second = ''] = ids(2);
    server.script(`GET /cpf/${first}`, 'hang_after');
    const args = ['cpf', first, second, '--timeout', '300ms'];
    const { stdout, stderr } = await user.ends(10, [...args, '--fresh']);
    expect(stderr).toContain('did not answer in time; it may have been charged');
    expect(stderr).toContain(
      'run the same lookup without --fresh, which is sent again only if the balance shows no charge',
    );
    expect(stderr).toContain('1 found, 1 unconfirmed.');
    expect(stdout).toContain('CPF ');
    expect(server.log).toEqual([`GET /cpf/${first}`, `GET /cpf/${second}`]);
  });

  it('is asked about in a terminal; only a yes asks again', async ({ server, user }) => {
    server.script(`GET /cpf/${makeCpf(1)}`, 'drop_after');
    await user.ends(10, ['cpf', makeCpf(1)]);
    const asked = async (stdin: string, ...more: string[]) => {
      const { code, stderr } = await user.run(['cpf', makeCpf(1), ...more], {
        ...{ stdin, sits: true, columns: 400 },
      });
      return [
        code,
        stderr.includes('which may cost 1 credit more? [y/N] '),
        server.book.charged.length,
      ];
    };
    expect(await asked('n\n')).toEqual([10, true, 1]);
    expect(await asked('', '--no-input')).toEqual([10, false, 1]);
    expect(await asked('n\n', '--yes')).toEqual([10, true, 1]);
    expect(await asked('y\n')).toEqual([0, true, 2]);
  });
});

describe.concurrent('a repeated lookup is paid once', () => {
  it('a record that cannot be stored is the last one paid for', async ({ server, user }) => {
    const [first = '', second = ''] = ids(2);
    server.script('GET /cpf/', 'hold');
    const looking = user.start(['cpf', first, second]);
    await server.seen('GET /cpf/');
    const home = join(user.folder, 'home');
    const names = await readdir(home, { recursive: true });
    const db = openDatabase(join(home, names.find((name) => name.endsWith('ledger.db')) ?? ''));
    db.exec('PRAGMA foreign_keys=OFF; DROP TABLE records');
    db.close();
    server.releaseAnswers();
    const { code, stdout, stderr } = await looking.done;
    expect(code).toBe(5);
    expect(stdout).toContain('Born');
    expect(stderr).toContain('paid for but could not be stored');
    expect(stderr).toContain('1 found, 1 not asked.');
    expect(server.book.charged).toEqual([first]);
  });
});
