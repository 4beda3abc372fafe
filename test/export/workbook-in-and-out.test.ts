import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../src/input/workbook/open-workbook.js';
import { convertWorkbook } from '../../src/input/workbook/convert.js';
import { Unpacked } from '../../src/input/unpacked.js';
import { cpfAt, testWorld } from '../batch/support.js';
import { number, text, workbook } from '../helpers/files/workbook.js';

const FORMATS = ['dd/mm/yyyy', '00000', '"R$" #,##0.00', 'hh:mm:ss', '0.00', '000"."000"-"00'];
const [DATE, ZEROS, MONEY, TIME, DECIMALS, PUNCTUATED] = [1, 2, 3, 4, 5, 6];
const boolean = (value: 0 | 1) => `<c t="b"><v>${value}</v></c>`;

const HEADER = [
  ...['cpf', 'data', 'cep', 'valor', 'hora', 'misto', 'texto', 'sim', 'cidade', 'codigo', 'vazio'],
  'instante',
];
const row = (n: number, mixed: string) => [
  // An identifier is a text in the result, also where it was a number.
  number(Number(cpfAt(n))),
  number(45_000 + n, DATE),
  number(1_234 + n, ZEROS),
  number(10.5 + n, MONEY),
  number(0.25, TIME),
  mixed,
  text(`00${n}`),
  boolean(n % 2 === 0 ? 1 : 0),
  text('São Paulo'),
  number(12_345, PUNCTUATED),
  '<c/>',
  number(45_000.75, DATE),
];

const BOOK = workbook({
  formats: FORMATS,
  sheets: [
    { name: 'Outra', rows: [[text('nada')]] },
    {
      name: 'Clientes & "Cia"',
      cols: '<col min="1" max="1" width="17.5" customWidth="1"/><col min="3" max="4" width="30"/>',
      rows: [HEADER.map(text), row(1, number(7)), row(2, text('7')), row(3, number(1.5, DECIMALS))],
    },
  ],
});

async function converted(folder: string, bytes: Buffer, sheet?: string) {
  const path = join(folder, `${String(bytes.length)}.read.xlsx`);
  await writeFile(path, bytes);
  const found = await convertWorkbook(path, { sheet }, () => new Unpacked('x.xlsx', bytes.length));
  const records: string[][] = parse(await readFile(path), { relax_column_count: true });
  return { ...found, records };
}

async function resultOf(book: Buffer) {
  const world = await testWorld();
  const { batch } = await world.run(await world.file(book, 'in.xlsx'));
  const target = join(world.folder, 'out.xlsx');
  return { folder: world.folder, bytes: await world.exported(batch, { target }), target };
}

/** The XML inside each cell of the only sheet. */
async function cellsOf(target: string, folder: string) {
  const path = join(folder, 'copy.xlsx');
  await copyFile(target, path);
  const archive = await openArchive(path, new Unpacked('x', 1e9));
  let xml = '';
  for await (const chunk of await archive.read('xl/worksheets/sheet1.xml')) xml += chunk.toString();
  archive.close();
  return (place: string) => new RegExp(`<c r="${place}"[^>]*>(.*?)</c>`).exec(xml)?.[1];
}

describe('a workbook out of a workbook', () => {
  it('has the name of its sheet, and shows the same', async () => {
    const { folder, bytes } = await resultOf(BOOK);
    const before = await converted(folder, BOOK, '2');
    const after = await converted(folder, bytes);
    expect(after.name).toBe('Clientes & "Cia"');
    expect(after.records.map((cells) => cells.slice(0, HEADER.length))).toEqual(
      before.records.map((cells) => HEADER.map((_, index) => cells[index] ?? '')),
    );
    const again = await resultOf(bytes);
    const twice = await converted(again.folder, again.bytes);
    expect(twice.records.map((cells) => cells.slice(0, HEADER.length))).toEqual(
      after.records.map((cells) => cells.slice(0, HEADER.length)),
    );
  });

  it('keeps plain numbers as numbers, and everything else as the text that is shown', async () => {
    const { folder, target } = await resultOf(BOOK);
    const cell = await cellsOf(target, folder);
    expect(cell('D2')).toBe('<v>11.5</v>');
    const texts = ['A2', 'B2', 'C2', 'E2', 'G2', 'H3', 'J2', 'L2'].map(cell);
    expect(texts).toEqual(
      [
        String(Number(cpfAt(1))),
        '16/03/2023',
        '01235',
        '06:00:00',
        '001',
        'TRUE',
        '000.123-45',
        '15/03/2023 18:00:00',
      ].map((shown) => `<is><t>${shown}</t></is>`),
    );
    // A text among numbers stays a text, and makes texts of all.
    expect(['F2', 'F3', 'F4'].map(cell)).toEqual(
      ['7', '7', '1.5'].map((shown) => `<is><t>${shown}</t></is>`),
    );
  });
});
