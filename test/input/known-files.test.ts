import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkFile } from '../../src/batch/check/check.js';
import { type RunInFolder, withText } from '../../src/input/private-copy.js';
import type { InputOptions } from '../../src/input/index.js';

const inFolder: RunInFolder = async (work) => {
  const folder = mkdtempSync(join(tmpdir(), 'confere-known-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

type Known = [path: string, told: object, input?: InputOptions];

/** Files that were read right once: whatever a rule about files says, they stay as they are. */
const KNOWN: readonly Known[] = [
  [
    '../shared/real-inputs/companhias-abertas-cvm.csv',
    {
      encoding: 'latin1',
      delimiter: ';',
      preamble: 0,
      hasHeader: true,
      column: 0,
      kind: 'cnpj',
      rows: 2604,
      invalid: 0,
      duplicates: 129,
      repaired: 0,
      unique: 2475,
    },
  ],
  [
    '../shared/real-inputs/operadoras-ans.csv',
    {
      encoding: 'latin1',
      delimiter: ';',
      preamble: 2,
      hasHeader: true,
      column: 1,
      kind: 'cnpj',
      rows: 1155,
      invalid: 0,
      duplicates: 0,
      repaired: 0,
      unique: 1155,
    },
  ],
  [
    'fixtures/clientes.csv',
    {
      kind: 'cpf',
      rows: 400,
      invalid: 12,
      duplicates: 21,
      repaired: 29,
      unique: 367,
      reasons: { spreadsheet_number: 2, check_digit: 5, empty: 2, repeated: 2, format: 1 },
    },
  ],
  ['fixtures/workbooks/clientes.xlsx', { kind: 'cpf', rows: 12, invalid: 0, repaired: 6 }],
  [
    'fixtures/workbooks/zeros-lost.xlsx',
    { kind: 'cpf', rows: 12, invalid: 0, unique: 12 },
    { column: 'CPF' },
  ],
  [
    'fixtures/workbooks/zeros-lost.xlsx',
    { kind: 'cnpj', rows: 12, invalid: 0, repaired: 0, unique: 1 },
    { column: 'CNPJ' },
  ],
];

describe.each(KNOWN)('%s', (path, told, input = {}) => {
  const isThere = existsSync(at(path));
  test.skipIf(!isThere)(`keeps its counts${isThere ? '' : ' (missing)'}`, async () => {
    const report = await withText({ path: at(path) }, basename(path), input, inFolder, (text) =>
      checkFile(text),
    );
    expect({ ...report.layout, ...report.summary }).toMatchObject(told);
  });
});
