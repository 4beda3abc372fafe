import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../src/input/workbook/archive.js';
import { convertWorkbook } from '../../src/input/workbook/convert.js';
import { Unpacked } from '../../src/input/bytes/unpack-limits.js';
import { times } from '../input/files.js';
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
  const found = await convertWorkbook(path, { sheet }, { name: 'x.xlsx', packed: bytes.length });
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
      // The formats of numbers that are not all alike become the general one.
      kinds(before),
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

  it('has the widths of its columns of texts, too, also after the last number', async () => {
    const rows = [1, 2].map((n) => [number(n), text(cpfAt(n)), text('Ana')]);
    const cols = '<col min="2" max="2" width="21"/><col min="3" max="16384" width="33"/>';
    const sheet = { name: 'S', cols, rows: [['n', 'cpf', 'nome'].map(text), ...rows] };
    const { folder, bytes } = await resultOf(workbook({ sheets: [sheet] }));
    const { columns = [] } = await converted(folder, bytes);
    expect(columns.slice(1, 3).map(({ width }) => width)).toEqual([21, 33]);
    const plain = workbook({ sheets: [{ ...sheet, cols: '' }] });
    expect((await converted(folder, plain)).columns).toHaveLength(3);
  });

  it('keeps the values of its cells to the digit', async () => {
    const { folder, target } = await resultOf(BOOK);
    const cell = await cellsOf(target, folder);
    expect(['B2', 'C2', 'D2', 'E2', 'H3', 'J2', 'L2'].map(cell)).toEqual(
      [45_001, 1_235, 11.5, 0.25, 1, 12_345, 45_000.75].map((value) => `<v>${value}</v>`),
    );
    expect(cell('G2')).toContain('<t>001</t>');
    // A text among numbers stays a text, and makes none of them one.
    expect(cell('F2')).toBe('<v>7</v>');
    expect(cell('F3')).toContain('<t>7</t>');
    expect(cell('F4')).toBe('<v>1.5</v>');
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

  it('keeps a text that looks like what its column holds, in whatever row, and other texts', async () => {
    const rows = times(1_200, (n) =>
      n === 700
        ? undefined
        : [
            text(cpfAt(n)),
            n % 100 === 0 ? text('12') : number(n),
            n % 2 === 0 ? text('n/d') : number(n),
            n % 2 === 0 ? text('7') : number(n),
            n === 900 ? text('15/03/2023') : number(45_000, DATE),
          ],
    );
    const header = ['cpf', 'a', 'b', 'c', 'd'].map(text);
    const book = workbook({ formats: FORMATS, sheets: [{ name: 'a', rows: [header, ...rows] }] });
    const { target, folder } = await resultOf(book);
    const cell = await cellsOf(target, folder);
    // An empty row of the sheet is no row of the result.
    expect([cell('B2'), cell('B3')]).toEqual(['<is><t>12</t></is>', '<v>1</v>']);
    expect([cell('B1001'), cell('B1002')]).toEqual(['<is><t>12</t></is>', '<v>1001</v>']);
    expect([cell('C4'), cell('C5')]).toEqual(['<is><t>n/d</t></is>', '<v>3</v>']);
    expect([cell('E901'), cell('E902')]).toEqual(['<is><t>15/03/2023</t></is>', '<v>45000</v>']);
    // Too many of them to be told one by one make texts of all.
    expect([cell('D4'), cell('D5')]).toEqual(['<is><t>7</t></is>', '<is><t>3</t></is>']);
  });

  it.each([false, true])(
    'keeps durations, times and dates to the digit (1904: %s)',
    async (epoch1904) => {
      const ELAPSED = 7;
      const formats = [...FORMATS, '[h]:mm:ss'];
      const serials = [45_000.123_456_7, 0.354_34, 0.999_999_9, 45_000.999_999_9, 1_000];
      const elapsed = [1.5, 0.25, 100.000_001_3, 40, 0];
      const large = [1e15, 12_345_678_901_234_568, 1, 2, 3];
      const rows = serials.map((serial, n) => [
        text(cpfAt(n)),
        number(serial, n === 1 || n === 2 ? TIME : DATE),
        number(elapsed[n] ?? 0, ELAPSED),
        number(-0.5 - n, ELAPSED),
        number(large[n] ?? 0),
      ]);
      const header = ['cpf', 'quando', 'dura', 'saldo', 'grande'].map(text);
      const book = workbook({
        formats,
        epoch1904,
        sheets: [{ name: 'a', rows: [header, ...rows] }],
      });
      const { target, folder, bytes } = await resultOf(book);
      const cell = await cellsOf(target, folder);
      const column = (letter: string) => serials.map((_, n) => cell(`${letter}${n + 2}`));
      expect(column('B')).toEqual(serials.map((value) => `<v>${value}</v>`));
      expect(column('C')).toEqual(elapsed.map((value) => `<v>${value}</v>`));
      expect(column('D')).toEqual(serials.map((_, n) => `<v>${-0.5 - n}</v>`));
      expect(column('E')).toEqual(large.map((value) => `<v>${value}</v>`));
      const shown = (await converted(folder, bytes)).records.map((cells) => cells.slice(1, 3));
      const day = epoch1904 ? ['16/03/2027', '27/09/1906'] : ['15/03/2023', '26/09/1902'];
      expect(shown.slice(1)).toEqual([
        [`${day[0] ?? ''} 02:57:47`, '36:00:00'],
        ['08:30:15', '06:00:00'],
        // Rounded, but never to another day.
        ['23:59:59', '2400:00:00'],
        [`${day[0] ?? ''} 23:59:59`, '960:00:00'],
        [day[1] ?? '', '00:00:00'],
      ]);
    },
  );

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
