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
import { number, shared, text, workbook, zip, type TestBook } from '../helpers/files/workbook.js';
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

describe('a workbook', () => {
  test('keeps rows, order and every character of its texts', async () => {
    const awkward = ['a "b", c', 'two\nlines', '  spaces  ', '<&>', 'João 😀', '#x', ';|\t', ''];
    const book = ids(
      'S',
      awkward.map((cell, n) => [text(cell), text(cpf(n))]),
    );
    expect(await cellsOf(book)).toEqual(awkward.map((cell, n) => [cell, cpf(n)]));
  });

  test('reads shared texts, also rich ones, without pronunciation aids', async () => {
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

  test.each<[value: number | string, format: string, shown: string, epoch1904?: boolean]>([
    [Number(cpf(1)), '', cpf(1)],
    ['5.2998224725E10', '', '52998224725'],
    [700_000_353, '00000000000', '00700000353'],
    [700_000_353, '000"."000"."000-00', '007.000.003-53'],
    [700_000_353, '000\\.000\\.000\\-00;@', '007.000.003-53'],
    [700_000_353, '#,##0.00', '700000353'],
    [1.23456789012345e17, '', '1.23456789012345E+17'],
    [45_000, 'dd/mm/yyyy', '15/03/2023'],
    [45_000, 'dd/mm/yyyy', '16/03/2027', true],
    [1_000, 'dd/mm/yyyy', '27/09/1906', true],
    [1_000, 'dd/mm/yyyy', '26/09/1902'],
    // Rounded, but never to another day.
    [45_000.123_456_7, 'dd/mm/yyyy', '15/03/2023 02:57:47'],
    [45_000.999_999_9, 'dd/mm/yyyy', '15/03/2023 23:59:59'],
    [0.354_34, 'hh:mm:ss', '08:30:15'],
    [0.999_999_9, 'hh:mm:ss', '23:59:59'],
    [45_292.5, '[$-416]d" de "mmmm', '01/01/2024 12:00:00'],
    [0.25, '[h]:mm', '06:00:00'],
    [45_292, '[Red]General', '45292'],
    // No date is so late.
    [Number(cpf(5)), 'dd/mm/yyyy', cpf(5)],
  ])(
    'shows the number %s in the format %s as %s',
    async (value, format, shown, epoch1904 = false) => {
      const row = [number(value, format === '' ? 0 : 1), text(cpf(1))];
      const book = { ...ids('S', [row]), formats: [format], epoch1904 };
      expect(await cellsOf(book, { column: 'CPF' })).toEqual([[shown, cpf(1)]]);
    },
  );

  test('reads the last value of a formula, or a mark if there is none', async () => {
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

  test('skips empty rows at the end, and places cells by their references', async () => {
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

  test('reads an error value in a single column as a row, not as a comment', async () => {
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

describe('the chosen sheet', () => {
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
    ...{ code: 'ambiguous_column', facts: { candidates: [{ option: '1+2+3' }, { option: '4' }] } },
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
    ['the only one with identifiers', [titles, people], {}, 2],
    ['the only one with rows', [empty, people], {}, 2],
    ['asked for among several', [people, firms], {}, several],
    ['named', [people, firms], { sheet: 'firmas' }, 2],
    ['numbered', [people, firms], { sheet: '2' }, 2],
    ['the one of this kind', [people, firms], { kind: 'cnpj' }, 2],
    ['not there', [people, firms], { sheet: '3' }, { code: 'unknown_sheet' }],
    ['one whose column is asked for', [titles, couples], {}, { code: 'ambiguous_column' }],
    ['asked for first', [people, couples], {}, { code: 'ambiguous_sheet' }],
    ['the only one with pieces', [titles, pieces], {}, inPieces],
    ['no hidden one', [{ ...firms, hidden: true }, people], {}, 2],
    ['a hidden one that is named', [{ ...firms, hidden: true }, people], { sheet: 'Firmas' }, 1],
    ['none', [titles, { ...titles, name: 'b' }], {}, { code: 'no_identifier_sheet' }],
    ['none, without rows', [empty], {}, { code: 'input_empty' }],
  ])('is %s', async (_, sheets, options, told) => {
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

  describe('is all of them with --sheet all', () => {
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

    test('whose rows follow in their order, without further headers', async () => {
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

    test('unless one has other columns than the first, which is refused by both names', async () => {
      const other = sheet('Dez', ['CPF', 'Nome', 'Valor'], 3, 4);
      const book = workbook({ sheets: [sheet('Nov', header, 1, 2), other] });
      expect(await refused(book, all)).toMatchObject({
        code: 'different_sheets',
        facts: { first: { number: 1, name: '"Nov"' }, other: { number: 2, name: '"Dez"' } },
      });
    });

    test('and the one that has this name, or the only one that holds identifiers', async () => {
      const named = { ...people, name: 'All' };
      const { origin } = await read(workbook({ sheets: [sheet('x', header, 9), named] }), all);
      expect(origin?.sheet).toMatchObject({ name: 'All', number: 2 });
      const { rows } = await read(workbook({ sheets: [titles, people] }), all);
      expect(rows).toHaveLength(3);
    });
  });
});

describe('a packed file', () => {
  const csv = Buffer.from(`CPF;Nome\n${times(50, (n) => `${cpf(n)};João`).join('\n')}\n`, 'latin1');

  test('in gzip, also in several parts, is unpacked', async () => {
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
      ...{ gzip: true, sheet: { name: 'S', number: 1 } },
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
  ])('%s is reported', async (_, content, options, code) => {
    const error = await refused(content, options);
    expect(error).toMatchObject({ kind: 'usage', code, facts: { file: 'in.xlsx' } });
    expect(error).not.toHaveProperty('cause');
  });

  test('that unpacks to more than the limit is refused, and no file is left', async () => {
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

describe('a workbook of LibreOffice 7, with invented people and numbers', () => {
  const real = (name: string, input?: InputOptions) =>
    read(readFileSync(new URL(`../../fixtures/workbooks/${name}`, import.meta.url)), input);

  test('has a merged title, a hidden sheet, formulas, formats and lost zeros', async () => {
    const { layout, rows } = await real('clientes.xlsx');
    expect(layout).toMatchObject({
      ...{ origin: { sheet: { name: 'Clientes', number: 3 } }, preamble: 1, column: 0 },
      ...{ kind: 'cpf', columns: ['CPF', 'Nome', 'Nascimento', 'Formatado', 'Valor'] },
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

  test('may be a CSV that was saved as one', async () => {
    await expect(real('zeros-lost.xlsx')).rejects.toMatchObject({ code: 'ambiguous_column' });
    const { rows } = await real('zeros-lost.xlsx', { column: 'CPF' });
    expect(rows.map(({ reading }) => reading.valid && reading.repaired)).toEqual(
      times(12, () => true),
    );
    // When the program opened the CSV, it read 01/02/2024 as January 2, and saved that.
    expect(rows[0]?.cells[3]).toBe('02/01/2024');
  });
});
