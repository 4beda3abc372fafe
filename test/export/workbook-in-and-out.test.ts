import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../src/input/workbook/archive.js';
import { convertWorkbook } from '../../src/input/workbook/convert.js';
import { Unpacked } from '../../src/input/bytes/unpack-limits.js';
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
  text(cpfAt(n)),
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
  const wanted = sheet === undefined ? {} : { sheet };
  const found = await convertWorkbook(path, wanted, { name: 'x.xlsx', packed: bytes.length });
  const records: string[][] = parse(await readFile(path), { relax_column_count: true });
  return { ...found, records };
}

async function resultOf(book: Buffer) {
  const world = await testWorld();
  const { batch } = await world.run(await world.file(book, 'in.xlsx'));
  const target = join(world.folder, 'out.xlsx');
  return { folder: world.folder, bytes: await world.exported(batch, { target }), target };
}

describe('a workbook out of a workbook', () => {
  it('has the name of its sheet, its widths, and its columns as they were', async () => {
    const { folder, bytes } = await resultOf(BOOK);
    const before = await converted(folder, BOOK, '2');
    const after = await converted(folder, bytes);
    expect(after.name).toBe('Clientes & "Cia"');
    expect(after.records.map((cells) => cells.slice(0, HEADER.length))).toEqual(
      before.records.map((cells) => HEADER.map((_, index) => cells[index] ?? '')),
    );
    const kinds = ({ columns = [] }: typeof after) =>
      HEADER.map((name, index) => {
        const { holds, format } = columns[index] ?? {};
        return [name, holds, format];
      });
    expect(kinds(after)).toEqual(
      kinds(before).map(([name, holds, format]) =>
        // Text among numbers makes texts of all: a text must not become a number.
        name === 'misto' ? [name, undefined, undefined] : [name, holds, format],
      ),
    );
    expect(kinds(after)).toEqual(
      expect.arrayContaining([
        ['data', 'date', 'dd/mm/yyyy'],
        ['cep', 'number', '00000'],
        ['valor', 'number', '"R$" #,##0.00'],
        ['codigo', 'number', '000"."000"-"00'],
        ['sim', 'boolean', 0],
        ['texto', undefined, undefined],
      ]),
    );
    const widths = (after.columns ?? []).map(({ width }) => width);
    expect([widths[0], widths[2], widths[3]]).toEqual([17.5, 30, 30]);
    expect(widths[1]).toBeGreaterThan(0);
  });

  it('keeps the values of its cells to the digit', async () => {
    const { folder, target } = await resultOf(BOOK);
    const path = join(folder, 'copy.xlsx');
    await copyFile(target, path);
    const archive = await openArchive(path, new Unpacked('x', 1e9));
    let xml = '';
    for await (const chunk of await archive.read('xl/worksheets/sheet1.xml'))
      xml += chunk.toString();
    archive.close();
    const cell = (place: string) => new RegExp(`<c r="${place}"[^>]*>(.*?)</c>`).exec(xml)?.[1];
    expect(['B2', 'C2', 'D2', 'E2', 'H3', 'J2', 'L2'].map(cell)).toEqual(
      [45_001, 1_235, 11.5, 0.25, 1, 12_345, 45_000.75].map((value) => `<v>${value}</v>`),
    );
    expect(cell('G2')).toContain('<t>001</t>');
    expect(cell('F2')).toContain('<t>7</t>');
    expect(cell('A2')).toContain(`<t>${cpfAt(1)}</t>`);
  });

  it('is the same again when it is the input', async () => {
    const { folder, bytes } = await resultOf(BOOK);
    const again = await resultOf(bytes);
    const [once, twice] = [
      await converted(folder, bytes),
      await converted(again.folder, again.bytes),
    ];
    expect(twice.columns?.slice(0, HEADER.length)).toEqual(once.columns?.slice(0, HEADER.length));
    expect(twice.records.map((cells) => cells.slice(0, HEADER.length))).toEqual(
      once.records.map((cells) => cells.slice(0, HEADER.length)),
    );
    expect(twice.name).toBe(once.name);
  });

  it('takes dates of 1904 as the days that they are', async () => {
    const book = workbook({
      formats: FORMATS,
      epoch1904: true,
      sheets: [
        {
          name: 'a',
          rows: [
            [text('cpf'), text('dia')],
            [text(cpfAt(1)), number(1_000, DATE)],
          ],
        },
      ],
    });
    const { folder, bytes } = await resultOf(book);
    const [, shown] = (await converted(folder, bytes)).records;
    expect(shown?.[1]).toBe((await converted(folder, book)).records[1]?.[1]);
    expect(shown?.[1]).toBe('27/09/1906');
  });
});
