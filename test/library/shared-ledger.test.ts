import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../src/index.js';
import { makeCpf } from '../helpers/invented.js';
import { newDatabase } from '../helpers/postgres/databases.js';
import { HAS_SERVER } from '../helpers/postgres/shared.js';
import { failureOf, libraryUser } from './support.js';

describe('a ledger that several machines share', () => {
  it.runIf(HAS_SERVER)(
    'gives one program the results of a file that another one sent',
    async () => {
      const { url } = await newDatabase();
      const { server, ledger, file, folder, open } = await libraryUser({ ledger: url });
      await ledger.run(file, { interval: 1 });
      const other = await open({ folder: join(folder, 'other') });
      const rows: unknown[] = [];
      for await (const { id, status } of other.results()) rows.push([id, status]);
      await other.close();
      expect(rows).toEqual([
        [makeCpf(1), 'found'],
        [makeCpf(2), 'found'],
      ]);
      expect(server.book.charged).toHaveLength(2);
    },
  );

  it('is refused with a password in its address', async () => {
    const options = { folder: '/nowhere', baseUrl: 'https://service.example' };
    const failure = await failureOf(() =>
      openLedger({ ...options, ledger: 'postgres://eu:senha@db.example/confere' }),
    );
    expect(failure).toMatchObject({ code: 'bad_ledger_url', kind: 'usage' });
    expect((failure as Error).message).not.toContain('senha');
  });
});
