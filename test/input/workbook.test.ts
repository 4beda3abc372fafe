import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  detectLayout,
  describeLayout,
  unpackInput,
  type InputOptions,
} from '../../src/input/index.js';
import {
  number,
  rawWorkbook,
  shared,
  sheetWith,
  text,
  workbook,
  zip,
  type RawBook,
  type TestBook,
} from '../helpers/files/workbook.js';
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

describe('workbooks', () => {
  test('a workbook keeps rows, order and every character of its texts', async () => {
    const awkward = ['a "b", c', 'two\nlines', '  spaces  ', '<&>', 'João 😀', '#x', ';|\t', ''];
    const book = ids(
      'S',
      awkward.map((cell, n) => [text(cell), text(cpf(n))]),
    );
    expect(await cellsOf(book)).toEqual(awkward.map((cell, n) => [cell, cpf(n)]));
  });

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

  const cpfOrCnpj = '[<=99999999999]000\\.000\\.000\\-00;00\\.000\\.000\\/0000\\-00';
  test.each<[value: number | string, format: string | number, shown: string, epoch1904?: boolean]>([
    [Number(cpf(1)), '', cpf(1)],
    ['5.2998224725E10', '', '52998224725'],
    [1.23456789012345e17, '', '1.23456789012345E+17'],
    // Under a mask, by the section of the number.
    [700_000_353, '00000000000', '00700000353'],
    [700_000_353, '000"."000"."000-00', '007.000.003-53'],
    [700_000_353, '000\\.000\\.000\\-00;@', '007.000.003-53'],
    [52_998_224_725, cpfOrCnpj, '529.982.247-25'],
    [4_252_011_000_110, cpfOrCnpj, '04.252.011/0001-10'],
    [
      11_999_990_001,
      '[<=9999999999]\\(00\\)\\ 0000\\-0000;\\(00\\)\\ 00000\\-0000',
      '(11) 99999-0001',
    ],
    [3, '"a;b "0', 'a;b 3'],
    [0, '"Sim";"Não";"Talvez"', 'Talvez'],
    [2, '[=1]"M";[=2]"F";General', 'F'],
    [0.125, '0.0%', '12,5%'],
    [0.125, 9, '13%'],
    [1.5, 12, '1 1/2'],
    [5, '0" anos"', '5 anos'],
    [1_250_000, '0.00,,"M"', '1,25M'],
    // What only shapes a number leaves it as it is: with all its digits.
    [700_000_353, '#,##0.00', '700000353'],
    [52_998_224_725, '0.00E+00', '52998224725'],
    [1234.567, '_-"R$"\\ * #,##0.00_-;\\-"R$"\\ * #,##0.00_-;_-"R$"\\ * "-"??_-;_-@_-', '1234.567'],
    [-4.5, '[$R$-416]\\ #,##0.00;[Red]\\-[$R$-416]\\ #,##0.00', '-4.5'],
    [45_292, '[Red]General', '45292'],
    // So does a mask that would round it, or show more digits than it has.
    [52_998_224_725, '0.0,,"M"', '52998224725'],
    [52_998_224_725.5, '000\\.000\\.000\\-00', '52998224725.5'],
    [52_998_224_725, '000.000.000-00', '52998224725'],
    // Dates and times: the built-in ones whole, others as their code says.
    [45_000, 14, '15/03/2023'],
    [45_000.123_456_7, 14, '15/03/2023 02:57:47'],
    [45_000.999_999_9, 14, '15/03/2023 23:59:59'],
    [0.999_999_9, 21, '23:59:59'],
    [45_000, 14, '16/03/2027', true],
    [1_000, 'dd/mm/yyyy', '26/09/1902'],
    [1_000, 'dd/mm/yyyy', '27/09/1906', true],
    [45_292, 'mm\\-dd\\-yy', '01/01/2024'],
    [45_292.5, '[$-416]d" de "mmmm', '1 de janeiro'],
    [45_292, 'mmm/yy', 'jan/24'],
    [45_292, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'segunda-feira, 1 de janeiro de 2024'],
    [45_000.123_456_7, 'yyyy-mm-dd hh:mm', '2023-03-15 02:57'],
    [0.354_34, 'hh:mm:ss', '08:30:15'],
    [1.0625, '[h]:mm', '25:30'],
    [1.0625, '[h]:mm', '25:30', true],
    [1.0625, 46, '25:30:00'],
    // Where Excel shows signs for an error, or the code is broken.
    [Number(cpf(5)), 'dd/mm/yyyy', cpf(5)],
    [-5, 'dd/mm/yyyy', '-5'],
    [3, '[=1]"M";[=2]"F"', '3'],
    [3, '0[', '3'],
  ])(
    'the number %s in the format %s is read as %s',
    async (value, format, shown, epoch1904 = false) => {
      const row = [number(value, format === '' ? 0 : 1), text(cpf(1))];
      const book = { ...ids('S', [row]), formats: [format], epoch1904 };
      expect(await cellsOf(book, { column: 'CPF' })).toEqual([[shown, cpf(1)]]);
    },
  );

  test('the last value of a formula is read, or a mark if there is none', async () => {
    const formula = (value: string): string => `<c t="str"><f>A1</f>${value}</c>`;
    const rows = [
      [formula('<v>x</v>'), formula(`<v>${cpf(1)}</v>`)],
      ['<c t="e"><v>#N/A</v></c>', '<c><f>A1</f></c>'],
      ['<c t="b"><v>1</v></c>', text(cpf(2))],
    ];
    expect(await cellsOf(ids('S', rows))).toEqual([
      ['x', cpf(1)],
      ['#N/A', '#FORMULA'],
      ['TRUE', cpf(2)],
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

describe('masked numbers', () => {
  const cpfMask = '000\\.000\\.000\\-00';
  const cnpjMask = '00\\.000\\.000\\/0000\\-00';
  const separately =
    '[<100000000000]000"."000"."000-00;[>=100000000000]00"."000"."000"/"0000-00;General';
  const short = 123_456_797;
  const [person, firm, lostZero] = [52_998_224_725, 11_222_333_000_181, 4_252_011_000_110];
  const whole = [person, 11_144_477_735, firm, lostZero];
  const ids = ['52998224725', '11144477735', '11222333000181', '04252011000110'];
  test.each<[format: string, header: string, values: number[], read: string[]]>([
    [`[<=99999999999]${cpfMask};${cnpjMask}`, 'CPF/CNPJ', whole, ids],
    [
      `[>99999999999]${cnpjMask};${cpfMask}`,
      'CPF/CNPJ',
      [...whole, short],
      [...ids, '00123456797'],
    ],
    [`[>99999999999]${cnpjMask};${cpfMask}`, 'CPF', whole.slice(0, 2), ids.slice(0, 2)],
    [separately, 'CPF/CNPJ', whole, ids],
    [
      '[>99999999999]00000000000000;00000000000',
      'CPF/CNPJ',
      [...whole, short],
      [...ids, '00123456797'],
    ],
    // The zeros of a mask for the other kind belong to no identifier.
    [cnpjMask, 'CPF', [person, short], ['52998224725', '00123456797']],
    [cnpjMask, 'CPF/CNPJ', [...whole, short], [...ids, 'ambiguous']],
    [cpfMask, 'CPF/CNPJ', whole, ids],
    ['###\\.###\\.###\\-##', 'CPF', [person, short], ['52998224725', '00123456797']],
    // The mask shows more zeros than are restored otherwise.
    [cnpjMask, 'CNPJ', [191, firm, lostZero], ['00000000000191', ...ids.slice(2)]],
  ])(
    'an identifier is read from the number and not from its mask: %s, %s, %j',
    async (format, header, values, expected) => {
      const rows = values.map((value) => [number(value, 1), text('x')]);
      const sheets = [{ name: 'S', rows: [[text(header), text('Nome')], ...rows] }];
      const { rows: found } = await read(workbook({ sheets, formats: [format] }), { column: '1' });
      expect(found.map(({ reading: r }) => (r.valid ? r.id : r.reason))).toEqual(expected);
    },
  );
});

describe('the parts of a workbook', () => {
  test.each<[string, RawBook]>([
    ['in another case', { nameOf: (part) => (part.startsWith('xl/') ? part.toUpperCase() : part) }],
    [
      'with an encoded blank',
      { target: 'sheet%201.xml', nameOf: (part) => part.replace('sheet.', 'sheet%201.') },
    ],
    [
      'with a blank',
      { target: 'sheet%201.xml', nameOf: (part) => part.replace('sheet.', 'sheet 1.') },
    ],
    ['from the root', { target: '/xl/sheet.xml' }],
    ['by way of another folder', { target: '../xl/./sheet.xml' }],
    ['with the separator of Windows', { target: '\\xl\\sheet.xml' }],
  ])('the parts of a workbook are found %s', async (_, book) => {
    const cell = '<c t="s"><v>0</v></c><c t="str"><v>52998224725</v></c>';
    const sheet = `<worksheet><sheetData><row>${cell}</row></sheetData></worksheet>`;
    const strings = '<sst><si><t>Ana</t></si></sst>';
    const { rows } = await read(rawWorkbook({ sheet, strings, ...book }));
    expect(rows.map(({ cells }) => cells)).toEqual([['Ana', '52998224725']]);
  });

  const text = '<row><c t="s"><v>0</v></c></row>';
  test.each([
    ['a sheet', 'xl/sheet.xml', 'damaged_workbook', ''],
    ['styles', 'xl/styles.xml', 'damaged_workbook', ''],
    ['texts of a cell', 'xl/sharedStrings.xml', 'damaged_workbook', text],
    ['relations', 'xl/_rels/workbook.xml.rels', 'damaged_workbook', ''],
    ['the list of sheets', 'xl/workbook.xml', 'damaged_workbook', ''],
    ['the list of parts', '_rels/.rels', 'not_text', ''],
  ])('a workbook with a missing part is refused: %s', async (_, missing, code, more) => {
    const nameOf = (part: string) => (part === missing ? undefined : part);
    expect(await refused(rawWorkbook({ sheet: sheetWith(more), nameOf }))).toMatchObject({ code });
  });

  test.each([
    ['ISO-8859-1', 'latin1', 'João'],
    ['windows-1252', 'latin1', 'João'],
    ['UTF-8', 'utf8', 'João 😀'],
  ] as const)(
    'a part is read in the encoding that it declares: %s',
    async (label, encoding, name) => {
      const row = `<row><c t="str"><v>${name}</v></c><c t="str"><v>52998224725</v></c></row>`;
      const xml = `<?xml version="1.0" encoding="${label}"?><worksheet><sheetData>${row}</sheetData></worksheet>`;
      const { rows } = await read(rawWorkbook({ sheet: Buffer.from(xml, encoding) }));
      expect(rows[0]?.cells[0]).toBe(name);
    },
  );

  test('a workbook with a part in an unknown encoding is damaged', async () => {
    const sheet = `<?xml version="1.0" encoding="x-none"?>${sheetWith('')}`;
    expect(await refused(rawWorkbook({ sheet }))).toMatchObject({ code: 'damaged_workbook' });
  });
});

describe('notes about hidden rows and merged cells', () => {
  const people = ['CPF', ...times(6, cpf)].map((cell) => [text(cell), text('x')]);
  const hidden = '2 rows are hidden in the workbook';
  const merged = 'The column has merged cells over several rows';
  test.each<[string, Partial<TestBook['sheets'][number]>, string | undefined]>([
    ['hidden rows are reported', { hiddenRows: [3, 5] }, hidden],
    [
      'a hidden row that is empty is not reported',
      { hiddenRows: [9], rows: [...people, undefined, []] },
      undefined,
    ],
    ['merged cells of the column are reported', { merged: ['A2:A4'] }, merged],
    ['merged cells of several columns are reported', { merged: ['A2:B4'] }, merged],
    ['merged cells of another column are not reported', { merged: ['B2:B4'] }, undefined],
    ['merged cells of a row are not reported', { merged: ['A2:B2'] }, undefined],
    ['merged cells of the header are not reported', { merged: ['A1:A1', 'B1:C1'] }, undefined],
  ])('%s', async (_, sheet, told) => {
    const book = { sheets: [{ name: 'S', rows: people, ...sheet }] };
    const { layout } = await read(workbook(book));
    expect(layout.notes).toEqual(told === undefined ? [] : [expect.stringContaining(told)]);
  });

  test('hidden rows and merged cells of all joined sheets are reported', async () => {
    const first = { name: 'A', rows: people, hiddenRows: [2] };
    const second = { name: 'B', rows: people, hiddenRows: [4], merged: ['A2:A3'] };
    const { layout } = await read(workbook({ sheets: [first, second] }), { sheet: 'all' });
    expect(layout.notes).toEqual([
      expect.stringContaining(hidden),
      expect.stringContaining(merged),
    ]);
  });
});

describe('choosing a sheet', () => {
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
  const inPieces = {
    code: 'ambiguous_column',
    facts: { candidates: [{ option: '1+2+3' }, { option: '4' }] },
  };
  const several = {
    code: 'ambiguous_sheet',
    facts: {
      sheets: [
        { number: 1, name: '"Clientes"' },
        { number: 2, name: '"Firmas"' },
      ],
    },
  };
  const empty = { name: 'x', rows: [] };
  test.each<[string, TestBook['sheets'], InputOptions, number | object]>([
    ['the only sheet with identifiers is read', [titles, people], {}, 2],
    ['the only sheet with rows is read', [empty, people], {}, 2],
    ['several sheets with identifiers are a question', [people, firms], {}, several],
    ['a sheet is chosen by its name', [people, firms], { sheet: 'firmas' }, 2],
    ['a sheet is chosen by its number', [people, firms], { sheet: '2' }, 2],
    ['the only sheet with the wanted kind is read', [people, firms], { kind: 'cnpj' }, 2],
    [
      'named with the accents of a Mac',
      [firms, { ...people, name: 'Pa\u0301gina' }],
      { sheet: 'P\u00e1gina' },
      2,
    ],
    [
      'named so in another case',
      [firms, { ...people, name: 'Pa\u0301gina' }],
      { sheet: 'p\u00e1gina' },
      2,
    ],
    ['an unknown sheet is refused', [people, firms], { sheet: '3' }, { code: 'unknown_sheet' }],
    [
      'the only sheet with identifiers is chosen, and its column is a question',
      [titles, couples],
      {},
      { code: 'ambiguous_column' },
    ],
    [
      'the question about the sheet comes before that about the column',
      [people, couples],
      {},
      { code: 'ambiguous_sheet' },
    ],
    ['the only sheet with identifiers in parts is chosen', [titles, pieces], {}, inPieces],
    ['a hidden sheet is not read', [{ ...firms, hidden: true }, people], {}, 2],
    [
      'a hidden sheet is read if the user names it',
      [{ ...firms, hidden: true }, people],
      { sheet: 'Firmas' },
      1,
    ],
    [
      'a workbook without identifiers is refused',
      [titles, { ...titles, name: 'b' }],
      {},
      { code: 'no_identifier_sheet' },
    ],
    ['a workbook without rows is refused', [empty], {}, { code: 'input_empty' }],
  ])('%s', async (_, sheets, options, told) => {
    if (typeof told === 'object')
      expect(await refused(workbook({ sheets }), options)).toMatchObject({
        kind: 'usage',
        ...told,
      });
    else {
      const { layout } = await read(workbook({ sheets }), options);
      const name = sheets[told - 1]?.name ?? '';
      expect(layout.origin?.sheet).toMatchObject({ name, number: told });
      const line = `in.xlsx: sheet ${told} "${name}", header in line 1, column 1 `;
      expect(describeLayout(layout, 'in.xlsx')).toContain(line);
    }
  });

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
  const csv = Buffer.from(`CPF;Nome\n${times(50, (n) => `${cpf(n)};João`).join('\n')}\n`, 'latin1');

  test('a gzip file is unpacked, also one of several parts', async () => {
    const parts = Buffer.concat([gzipSync(csv.subarray(0, 99)), gzipSync(csv.subarray(99))]);
    for (const packed of [gzipSync(csv), parts]) {
      const { origin, layout, rows } = await read(packed);
      expect({ origin, encoding: layout.encoding, count: rows.length }).toEqual({
        origin: { gzip: true },
        encoding: 'latin1',
        count: 50,
      });
    }
    const book = gzipSync(workbook(ids('S', [[text('a'), text(cpf(1))]])));
    expect((await read(book)).origin).toMatchObject({
      gzip: true,
      sheet: { name: 'S', number: 1 },
    });
  });

  const damaged = gzipSync(csv);
  damaged[damaged.length - 6] = (damaged[damaged.length - 6] ?? 0) ^ 0xff;
  const book = workbook(ids('S', [[text('a'), text(cpf(1))]]));
  test.each([
    ['a gzip file cut short', gzipSync(csv).subarray(0, 100), {}, 'damaged_gzip'],
    ['a gzip file with a wrong sum', damaged, {}, 'damaged_gzip'],
    ['gzip in gzip', gzipSync(gzipSync(csv)), {}, 'not_text'],
    ['a workbook cut short', book.subarray(0, book.length - 300), {}, 'damaged_workbook'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), {}, 'not_text'],
    ['a zip archive', zip([['a.csv', csv]]), {}, 'not_text'],
    ['a text document', zip([['mimetype', csv]]), {}, 'not_text'],
    ['a sheet of no workbook', csv, { sheet: '1' }, 'no_sheets'],
    ['a delimiter for a workbook', book, { delimiter: ';' }, 'not_for_workbooks'],
    ['an encoding for a workbook', book, { encoding: 'utf8' }, 'not_for_workbooks'],
  ])('%s is refused', async (_, content, options, code) => {
    const error = await refused(content, options);
    expect(error).toMatchObject({ kind: 'usage', code, facts: { file: 'in.xlsx' } });
    expect(error).not.toHaveProperty('cause');
  });

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
    // When the program opened the CSV, it read 01/02/2024 as January 2, and saved that.
    expect(rows[0]?.cells[3]).toBe('02/01/2024');
  });
});
