import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  detectLayout,
  describeLayout,
  unpackInput,
  type InputOptions,
} from '../../src/input/index.js';
import { UnpackLimit } from '../../src/input/unpack-limit.js';
import { formatNumberText, readNumberFormats } from '../../src/input/workbook/number-format.js';
import {
  number,
  rawWorkbook,
  shared,
  text,
  workbook,
  writeStyles,
  zip,
  type RawBook,
  type TestBook,
} from '../helpers/files/workbook.js';
import { expectCalls } from '../helpers/cases.js';
import { cnpj, cpf, file, lowered, rowsOf, thrown, times } from './files.js';

const read = async (content: Buffer, options: InputOptions = {}) => {
  const path = file(content);
  const origin = await unpackInput(path, options, 'in.xlsx');
  const layout = await detectLayout(path, options, 'in.xlsx', origin);
  return { origin, layout, rows: await rowsOf(path, layout), path };
};

const refused = (content: Buffer, options: InputOptions = {}): Promise<unknown> =>
  thrown(read(content, options));

const cellsOf = async (book: TestBook, options: InputOptions = {}) =>
  (await read(workbook(book), options)).rows.map(({ cells }) => cells);

const ids = (name: string, rows: readonly string[][]): TestBook => ({
  sheets: [{ name, rows: [[text('Nome'), text('CPF')], ...rows] }],
});

const titles = { name: 'Capa', rows: [[text('Relatório')], [text('de maio')]] };
const people = { name: 'Clientes', rows: [[text('CPF')], ...times(3, (n) => [text(cpf(n))])] };
const firms = { name: 'Firmas', rows: [[text('CNPJ')], ...times(3, (n) => [text(cnpj(n))])] };
const couples = {
  name: 'Casais',
  rows: [[text('a'), text('b')], ...times(5, (n) => [text(cpf(n)), text(cpf(n + 50))])],
};
const pieces = {
  name: 'Empresas',
  rows: [
    ['raiz', 'ordem', 'dv', 'cpf'].map(text),
    ...times(5, (n) => {
      const id = cnpj(n);
      return [id.slice(0, 8), id.slice(8, 12), id.slice(12), cpf(n)].map(text);
    }),
  ],
};
const csv = Buffer.from(`CPF;Nome\n${times(50, (n) => `${cpf(n)};João`).join('\n')}\n`, 'latin1');
const book = workbook(ids('S', [[text('a'), text(cpf(1))]]));
const wrongSum = gzipSync(csv);
wrongSum[wrongSum.length - 6] = (wrongSum[wrongSum.length - 6] ?? 0) ^ 0xff;
const wrongPart = Buffer.from(book);
/** The checksum of a part stands 30 bytes before its name, in the list at the end of the archive. */
const checksumAt = book.lastIndexOf('xl/worksheets/tab0.xml') - 30;
wrongPart.writeUInt32LE(book.readUInt32LE(checksumAt) ^ 1, checksumAt);
const rows = ['CPF', ...times(6, cpf)].map((cell) => [text(cell), text('x')]);

/** What `workbook.txt` calls. */
const calls = {
  /** How a number in a format is read. */
  async shown(value: number | string, format: string | number, epoch1904 = false) {
    const styles = [Buffer.from(writeStyles([format]))];
    const [, display] = await readNumberFormats(Readable.from(styles), new UnpackLimit('in', 1e6));
    return formatNumberText(Number(value), format === '' ? undefined : display, epoch1904).text;
  },
  /** The identifiers in a column of numbers in a format, or why a cell has none. */
  async identifiers(format: string, header: string, values: readonly number[]) {
    const all = values.map((value) => [number(value, 1), text('x')]);
    const sheets = [{ name: 'S', rows: [[text(header), text('Nome')], ...all] }];
    const { rows: found } = await read(workbook({ sheets, formats: [format] }), { column: '1' });
    return found.map(({ reading: r }) => (r.valid ? r.id : r.reason));
  },
  async notes(...sheets: readonly Partial<TestBook['sheets'][number]>[]) {
    const all = sheets.map((sheet, n) => ({ name: 'AB'.charAt(n), rows, ...sheet }));
    const { layout } = await read(
      workbook({ sheets: all }),
      all.length > 1 ? { sheet: 'all' } : {},
    );
    return layout.notes;
  },
  /** The sheet that is read, in the words of a user. */
  async sheet(sheets: TestBook['sheets'], options?: InputOptions) {
    const { layout } = await read(workbook({ sheets }), options);
    return describeLayout(layout, 'in.xlsx');
  },
  /** The cells of a workbook whose parts are given; the first is a shared text. */
  async cells(of: RawBook) {
    const cell = '<c t="s"><v>0</v></c><c t="str"><v>52998224725</v></c>';
    const sheet = `<worksheet><sheetData><row>${cell}</row></sheetData></worksheet>`;
    const found = await read(
      rawWorkbook({ sheet, strings: '<sst><si><t>Ana</t></si></sst>', ...of }),
    );
    return found.rows.map((row) => row.cells);
  },
  /** What is in a file; an error has nothing of it. */
  async open(content: Buffer, options?: InputOptions) {
    const {
      origin,
      layout,
      rows: found,
    } = await read(content, options).catch((error: unknown) => {
      expect(error).not.toHaveProperty('cause');
      throw error;
    });
    const { encoding } = layout;
    return { gzip: origin?.gzip, sheet: origin?.sheet?.name, encoding, rows: found.length };
  },
  declared(label: string, name: string, encoding: BufferEncoding) {
    const row = `<row><c t="str"><v>${name}</v></c><c t="str"><v>52998224725</v></c></row>`;
    const xml = `<?xml version="1.0" encoding="${label}"?><worksheet><sheetData>${row}</sheetData></worksheet>`;
    return Buffer.from(xml, encoding);
  },
};

test('a workbook is read, or refused with the reason', async () => {
  await expectCalls(new URL('workbook.txt', import.meta.url), {
    ...calls,
    cpf,
    gzipSync,
    zip,
    book,
    csv,
    rows,
    wrongPart,
    wrongSum,
    couples,
    empty: { name: 'x', rows: [] },
    firms,
    people,
    pieces,
    titles,
    cpfMask: '000\\.000\\.000\\-00',
    cnpjMask: '00\\.000\\.000\\/0000\\-00',
    short: 123_456_797,
    whole: [52_998_224_725, 11_144_477_735, 11_222_333_000_181, 4_252_011_000_110],
  });
});

describe('workbooks', () => {
  test('shared texts are read without pronunciation aids, also rich ones', async () => {
    const strings = [
      '<t>Nome</t>',
      '<t>CPF</t>',
      `<r><t>${cpf(1).slice(0, 5)}</t></r><r><rPr/><t>${cpf(1).slice(5)}</t></r><rPh sb="0" eb="1"><t>x</t></rPh>`,
      '<t>a_x000D_b</t>',
    ];
    const rows = [
      [shared(0), shared(1)],
      [shared(3), shared(2)],
    ];
    expect(await cellsOf({ sheets: [{ name: 'S', rows }], strings })).toEqual([['a\rb', cpf(1)]]);
  });

  test('the last value of a formula is read, or a mark if there is none, and a date by its calendar', async () => {
    const formula = (value: string): string => `<c t="str"><f>A1</f>${value}</c>`;
    const rows = [
      [formula('<v>x</v>'), formula(`<v>${cpf(1)}</v>`)],
      ['<c t="e"><v>#N/A</v></c>', '<c><f>A1</f></c>'],
      ['<c t="b"><v>1</v></c>', text(cpf(2))],
      [number(45_000, 1), text(cpf(3))],
    ];
    expect(await cellsOf({ ...ids('S', rows), formats: [14], epoch1904: true })).toEqual([
      ['x', cpf(1)],
      ['#N/A', '#FORMULA'],
      ['TRUE', cpf(2)],
      ['16/03/2027', cpf(3)],
    ]);
  });

  test('empty rows at the end are skipped, and cells are placed by their references', async () => {
    const rows = [
      [text('a'), text('b'), text('CPF')],
      undefined,
      ['<c r="C3"><v>', `${cpf(1)}</v></c>`],
      ['<c s="0"/>', '<c/>'],
      ['<c r="A5"><v>7</v></c>', `<c r="C5"><v>${cpf(2)}</v></c>`],
      ['<c/>'],
    ];
    const cells = await cellsOf({ sheets: [{ name: 'S', rows }] });
    expect(cells).toEqual([
      ['', '', cpf(1)],
      ['7', '', cpf(2)],
    ]);
  });

  test('an error value in a single column is a row and no comment', async () => {
    const rows = [
      [text('CPF')],
      [text(cpf(1))],
      ['<c t="e"><v>#N/A</v></c>'],
      [text('# x')],
      [text(cpf(2))],
    ];
    const { rows: found } = await read(workbook({ sheets: [{ name: 'S', rows }] }));
    expect(found.map(({ cells }) => cells[0])).toEqual([cpf(1), '#N/A', '# x', cpf(2)]);
  });
});

describe('choosing a sheet', () => {
  describe('--sheet all', () => {
    const all = { sheet: 'all' };
    const sheet = (name: string, header: string[], ...from: number[]) => ({
      name,
      rows: [
        [text('Relatório')],
        header.map(text),
        ...from.map((n) => [text(`"a", ${n}`), text(cpf(n)), number(n)]),
      ],
    });
    const header = ['Nome', 'CPF', 'Valor'];

    test('--sheet all joins the rows of the sheets in their order, without further headers', async () => {
      const later = sheet('Dez', ['nome', ' CPF ', 'Valor'], 3, 4);
      const book = { sheets: [titles, sheet('Nov', header, 1, 2), later, sheet('Jan', header, 5)] };
      const { rows, layout, origin } = await read(workbook(book), all);
      expect(rows.map(({ cells }) => cells)).toEqual(
        [1, 2, 3, 4, 5].map((n) => [`"a", ${n}`, cpf(n), String(n)]),
      );
      expect(layout.columns).toEqual(header);
      expect(origin?.sheet?.numbers).toEqual({ 2: 2 });
      expect(describeLayout(layout, 'in.xlsx')).toContain(
        'sheet 2 "Nov", sheet 3 "Dez", sheet 4 "Jan"',
      );
    });

    test('--sheet all refuses a sheet with other columns than the first, and names both', async () => {
      const other = sheet('Dez', ['CPF', 'Nome', 'Valor'], 3, 4);
      const book = workbook({ sheets: [sheet('Nov', header, 1, 2), other] });
      expect(await refused(book, all)).toMatchObject({
        code: 'different_sheets',
        facts: { first: { number: 1, name: '"Nov"' }, other: { number: 2, name: '"Dez"' } },
      });
    });

    test('--sheet all reads a sheet with the name All, or the only sheet with identifiers', async () => {
      const named = { ...people, name: 'All' };
      const { origin } = await read(workbook({ sheets: [sheet('x', header, 9), named] }), all);
      expect(origin?.sheet).toMatchObject({ name: 'All', number: 2 });
      const { rows } = await read(workbook({ sheets: [titles, people] }), all);
      expect(rows).toHaveLength(3);
    });
  });
});

describe('packed files', () => {
  test('a file that unpacks to more than the limit is refused, and no file is left', async () => {
    for (const content of [gzipSync(Buffer.alloc(1e6, 48)), book]) {
      const path = file(Buffer.alloc(0));
      writeFileSync(path, content);
      lowered('text', content === book ? 100 : 1e5);
      const error = await thrown(unpackInput(path, {}, 'in'));
      expect(error).toMatchObject({ kind: 'usage', code: 'input_too_large' });
      expect(readdirSync(dirname(path)).filter((name) => /unpacked|sheet/.test(name))).toEqual([]);
    }
  });
});

describe('workbooks of LibreOffice 7', () => {
  const real = (name: string, input?: InputOptions) =>
    read(readFileSync(new URL(`../../fixtures/workbooks/${name}`, import.meta.url)), input);

  test('a workbook with a merged title, a hidden sheet, formulas, formats and lost zeros is read', async () => {
    const { layout, rows } = await real('clientes.xlsx');
    expect(layout).toMatchObject({
      origin: { sheet: { name: 'Clientes', number: 3 } },
      preamble: 1,
      column: 0,
      kind: 'cpf',
      columns: ['CPF', 'Nome', 'Nascimento', 'Formatado', 'Valor'],
    });
    // The formula has the full CPF, of which the cell shows a part.
    for (const { cells, reading } of rows)
      expect(reading).toMatchObject({ valid: true, id: cells[3]?.replace(/\D/g, '') });
    expect(rows.filter(({ reading }) => reading.valid && reading.repaired)).toHaveLength(6);
    expect(rows[0]?.cells).toEqual([
      ...['1234567890', 'João 0 & filho <x>', '01/03/1970', '01234567890', '1234.5'],
    ]);
    // A number format shows the zeros; a scientific one hides digits that the file has.
    expect([rows[4]?.cells[0], rows[11]?.cells[0]]).toEqual(['01728394678', '2592591524']);
    expect((await real('clientes.xlsx', { sheet: 'Oculta' })).rows).toHaveLength(5);
  });

  test('a CSV that was saved as a workbook is read', async () => {
    await expect(real('zeros-lost.xlsx')).rejects.toMatchObject({ code: 'ambiguous_column' });
    const { rows } = await real('zeros-lost.xlsx', { column: 'CPF' });
    expect(rows.map(({ reading }) => reading.valid && reading.repaired)).toEqual(
      times(12, () => true),
    );
    const companies = await real('zeros-lost.xlsx', { column: 'CNPJ' });
    expect(companies.rows.filter(({ reading }) => reading.valid)).toHaveLength(12);
    // When the program opened the CSV, it read 01/02/2024 as January 2, and saved that.
    expect(rows[0]?.cells[3]).toBe('02/01/2024');
  });
});
