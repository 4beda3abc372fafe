import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfereError } from '../../src/index.js';
import { openDatabase } from '../../src/sqlite/index.js';
import { makeCpf } from '../helpers/invented.js';
import { failureOf, libraryUser } from './support.js';
const CPF = makeCpf(1);

it('a defect is a ConfereError, whose cause is what was thrown', async () => {
  const { server, ledger, folder } = await libraryUser();
  await ledger.list();
  const names = readdirSync(folder, { recursive: true }) as string[];
  const db = openDatabase(join(folder, names.find((name) => name.endsWith('ledger.db')) ?? ''));
  db.exec('DROP TABLE lookups');
  db.close();
  const defect = await failureOf(() => ledger.lookup('cpf', CPF));
  expect(defect).toBeInstanceOf(ConfereError);
  expect(defect).toMatchObject({ code: 'defect' });
  expect((defect as Error).cause).toBeInstanceOf(Error);
  expect(server.book.charged).toEqual([]);
});
