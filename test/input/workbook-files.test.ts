import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkFile, type InputReport } from '../../src/batch/check/check.js';
import { readRows, unpackInput, type InputOptions, type InputRow } from '../../src/input/index.js';

/** Workbooks of LibreOffice 7, with invented people and numbers. */
const FOLDER = new URL('../../fixtures/workbooks/', import.meta.url);

async function read(
  name: string,
  input: InputOptions = {},
): Promise<{ report: InputReport; rows: InputRow[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-workbook-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const path = join(folder, 'input');
  copyFileSync(new URL(name, FOLDER), path);
  const origin = await unpackInput(path, input, name);
  const report = await checkFile({ path, name, input, origin });
  const rows: InputRow[] = [];
  for await (const row of readRows(path, report.layout)) rows.push(row);
  return { report, rows };
}

test('reads a workbook with merged title, hidden sheet, formulas, formats and lost zeros', async () => {
  const { report, rows } = await read('clientes.xlsx');
  expect(report.layout).toMatchObject({
    origin: { sheet: { name: 'Clientes', number: 3 } },
    preamble: 1,
    column: 0,
    kind: 'cpf',
    columns: ['CPF', 'Nome', 'Nascimento', 'Formatado', 'Valor'],
  });
  expect(report.summary).toMatchObject({ rows: 12, invalid: 0, duplicates: 0, repaired: 6 });
  // The formula has the full CPF, of which the cell shows a part.
  for (const { cells, reading } of rows) {
    expect(reading).toMatchObject({ valid: true, id: cells[3]?.replace(/\D/g, '') });
  }
  expect(rows[0]?.cells).toEqual([
    '1234567890',
    'João 0 & filho <x>',
    '01/03/1970',
    '01234567890',
    '1234.5',
  ]);
  // A number format shows the zeros; a scientific one hides digits that the file has.
  expect(rows[4]?.cells[0]).toBe('01728394678');
  expect(rows[11]?.cells[0]).toBe('2592591524');
});

test('reads a CSV that was saved as a workbook', async () => {
  await expect(read('zeros-lost.xlsx')).rejects.toMatchObject({ code: 'ambiguous_column' });
  const { report, rows } = await read('zeros-lost.xlsx', { column: 'CPF' });
  expect(report.summary).toMatchObject({ rows: 12, invalid: 0, repaired: 12, unique: 12 });
  // When the program opened the CSV, it read 01/02/2024 as January 2, and saved that.
  expect(rows[0]?.cells[3]).toBe('02/01/2024');
});

test('a hidden sheet is read when it is named', async () => {
  const { report } = await read('clientes.xlsx', { sheet: 'Oculta' });
  expect(report.summary).toMatchObject({ rows: 5, unique: 5 });
});
