import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/sqlite/index.js';
import { makeCpf } from '../helpers/invented.js';
import { libraryUser } from './support.js';

const CPF = makeCpf(1);

function ledgerFile(folder: string): string {
  const names = readdirSync(folder, { recursive: true }) as string[];
  const name = names.find((one) => one.endsWith('ledger.db'));
  if (name === undefined) throw new Error('no ledger');
  return join(folder, name);
}

it('a locked ledger neither freezes the process nor costs the answer that came meanwhile', async () => {
  const { server, ledger, folder } = await libraryUser();
  server.script('GET /cpf/', 'work_then_hold');
  const asked = ledger.lookup('cpf', CPF);
  await server.seen('GET /cpf/');
  const other = openDatabase(ledgerFile(folder));
  other.exec('BEGIN IMMEDIATE');
  server.releaseAnswers();
  let longest = 0;
  let last = performance.now();
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  await delay(600);
  clearInterval(ticking);
  other.exec('ROLLBACK');
  other.close();
  expect(longest).toBeLessThan(3_000);
  expect(await asked).toMatchObject({ status: 'found' });
  expect(await ledger.lookup('cpf', CPF)).toMatchObject({ source: 'ledger' });
  expect(server.book).toEqual([CPF]);
});
