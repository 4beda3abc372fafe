import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/sqlite/index.js';
import { makeCpf } from '../helpers/invented.js';
import { libraryUser } from './support.js';

const CPF = makeCpf(1);
/** Enough for an answer that was sent before them to have come. */
const ROUND_TRIPS = 20;

function ledgerFile(folder: string): string {
  const names = readdirSync(folder, { recursive: true }) as string[];
  const name = names.find((one) => one.endsWith('ledger.db'));
  if (name === undefined) throw new Error('no ledger');
  return join(folder, name);
}

it('a locked ledger neither freezes the process nor costs the answer that came meanwhile', async () => {
  const { server, ledger, client, folder } = await libraryUser();
  server.script('GET /cpf/', 'hold');
  const asked = ledger.lookup('cpf', CPF);
  await server.seen('GET /cpf/');
  const other = openDatabase(ledgerFile(folder));
  other.exec('BEGIN IMMEDIATE');
  server.releaseAnswers();
  // By then the answer has arrived and was to be stored. A ledger that waited without giving way would never let this
  // process end the lock.
  for (let n = 0; n < ROUND_TRIPS; n += 1) await client.quota();
  other.exec('ROLLBACK');
  other.close();
  expect(await asked).toMatchObject({ status: 'found' });
  expect(await ledger.lookup('cpf', CPF)).toMatchObject({ source: 'ledger' });
  expect(server.book.charged).toEqual([CPF]);
});
