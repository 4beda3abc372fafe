import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCpf } from '../helpers/invented.js';
import { newDatabase } from '../helpers/postgres/databases.js';
import { HAS_SERVER } from '../helpers/postgres/shared.js';
import { libraryUser } from './support.js';

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
});
