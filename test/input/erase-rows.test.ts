import { readFile, stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { eraseRows, findRows, containsAnyIdentifier } from '../../src/input/erase-rows.js';
import { detectLayout, type InputOptions } from '../../src/input/index.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { file, rowsOf } from './files.js';

const [ANA, BIA] = [makeCpf(1), makeCpf(2)];
const COMPANY = makeCnpj(1);
const dotted = (id: string) => id.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');

async function erased(bytes: string | Buffer, options: InputOptions = {}, ids = [ANA, COMPANY]) {
  const path = file(bytes);
  const target = `${path}.next`;
  const layout = await detectLayout(path, options);
  const found = await findRows(path, layout, new Set(ids));
  const copy = await eraseRows(path, target, layout, new Set(ids));
  expect(copy.rows).toEqual(found.rows);
  if (process.platform !== 'win32') expect((await stat(target)).mode & 0o777).toBe(0o600);
  const before = await rowsOf(path, layout);
  const after = await rowsOf(target, copy.layout);
  // As many rows, and all others as they were.
  expect(after.map(({ number }) => number)).toEqual(before.map(({ number }) => number));
  const others = before.filter(({ number }) => !found.rows.includes(number));
  for (const { number, reading } of others) expect(after[number - 1]?.reading).toEqual(reading);
  for (const number of found.rows) expect(after[number - 1]?.reading.valid).toBe(false);
  expect(await containsAnyIdentifier(target, new Set(ids))).toBe(false);
  return { found, bytes: await readFile(target), layout: copy.layout };
}

it.each([
  ['a table', `cpf;nome\n${ANA};Ana\n${BIA};Bia\n`, `cpf;nome\n;\n${BIA};Bia\n`, [1]],
  ['CRLF', `cpf;nome\r\n${BIA};Bia\r\n${ANA};Ana\r\n`, `cpf;nome\r\n${BIA};Bia\r\n;\r\n`, [2]],
  ['a column', `cpf\n${ANA}\n${BIA}\n`, `cpf\n""\n${BIA}\n`, [1]],
  ['a list', `${BIA}\n${dotted(ANA)}  # Ana\n`, `${BIA}\n""\n`, [2]],
  [
    'a line break in a cell',
    `cpf;nome\n${ANA};"Ana\nSouza"\n${BIA};"Bia\nLima"\n`,
    `cpf;nome\n;\n${BIA};"Bia\nLima"\n`,
    [1],
  ],
  ['zeros that were lost', `cpf;n\n${BIA};1\n191;2\n12345678909;3\n`, undefined, []],
])('eraseRows blanks the rows with the identifiers: %s', async (_, input, output, rows) => {
  const { found, bytes } = await erased(input);
  expect(found.rows).toEqual(rows);
  expect(bytes.toString()).toBe(output ?? input);
});

it('eraseRows keeps the bytes of other encodings', async () => {
  const latin = Buffer.from(`cpf;nome\n${ANA};José\n${BIA};Zoé\n`, 'latin1');
  expect((await erased(latin)).bytes).toEqual(Buffer.from(`cpf;nome\n;\n${BIA};Zoé\n`, 'latin1'));
  const wide = Buffer.from(`\ufeffcpf;nome\r\n${ANA};José\r\n${BIA};Zoé\r\n`, 'utf16le');
  expect((await erased(wide)).bytes.toString('utf16le')).toBe(
    `\ufeffcpf;nome\r\n;\r\n${BIA};Zoé\r\n`,
  );
});

it('eraseRows replaces an identifier by zeros in another row or in a title', async () => {
  const input = `ACME CPF ${dotted(ANA)}\n\ncpf;obs\n${BIA};irmã de ${ANA}, 9${ANA}\n`;
  const { found, bytes } = await erased(input);
  expect(found).toEqual({ rows: [], repaired: 0, isOutsideRows: true });
  expect(bytes.toString()).toContain('ACME CPF 000.000.000-00');
  expect(bytes.toString()).toContain(`${BIA};irmã de 00000000000, 9${ANA}`);
});

it('containsAny finds a CNPJ in any case, and an identifier across the end of a piece', async () => {
  const path = file(`${'x'.repeat(65_530)} ${COMPANY.toLowerCase()}`);
  expect(await containsAnyIdentifier(path, new Set([COMPANY]))).toBe(true);
  expect(await containsAnyIdentifier(path, new Set([ANA]))).toBe(false);
  expect(await containsAnyIdentifier(`${path}.none`, new Set([ANA]))).toBe(false);
});
