import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeLayout, detectLayout, type InputOptions } from '../../src/input/index.js';
import { cnpj, cpf, file, readAll, times } from './files.js';

const refusal = async (content: string | Buffer, options: InputOptions = {}): Promise<unknown> =>
  readAll(content, options).then(
    () => 'accepted',
    (error: unknown) => error,
  );

const table = (header: string, row: (n: number) => string, count = 10): string =>
  [header, ...times(count, row)].join('\n') + '\n';

describe('encoding', () => {
  const rows = (text: string): string => table('CPF;Nome', (n) => `${cpf(n)};${text}`);

  test.each([
    ['plain UTF-8', Buffer.from(rows('João')), 'utf8', 0],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${rows('João')}`), 'utf8', 3],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${rows('João')}`, 'utf16le'), 'utf16le', 2],
    ['Latin-1', Buffer.from(rows('João'), 'latin1'), 'latin1', 0],
  ])('%s', async (_, bytes, encoding, bom) => {
    const { layout, rows: read } = await readAll(bytes);
    expect(layout).toMatchObject({ encoding, bom, delimiter: ';', hasHeader: true, column: 0 });
    expect(layout.columns).toEqual(['CPF', 'Nome']);
    expect(read).toHaveLength(10);
    expect(read[9]?.cells).toEqual([cpf(9), 'João']);
  });

  test.each(['utf8', 'utf16le'] as const)(
    'skips a %s mark before the first row',
    async (encoding) => {
      const { rows: read } = await readAll(Buffer.from(`\ufeff${cpf(1)}\n${cpf(2)}`, encoding));
      expect(read.map(({ raw, reading }) => [raw, reading.valid])).toEqual([
        [cpf(1), true],
        [cpf(2), true],
      ]);
    },
  );

  test('detects an accent that is only in the last row', async () => {
    const ascii = table('CPF;Nome', (n) => `${cpf(n)};Maria`, 40_000);
    const { layout } = await readAll(Buffer.from(`${ascii}${cpf(1)};João\n`, 'latin1'));
    expect(layout.encoding).toBe('latin1');
  });

  test('a file that ends within a character is not UTF-8', async () => {
    const { layout } = await readAll(Buffer.concat([Buffer.from(rows('x')), Buffer.from([0xc3])]));
    expect(layout.encoding).toBe('latin1');
  });

  test('cells are read as windows-1252, and raw restores the bytes of the file', async () => {
    const bytes = Buffer.from(rows('\x93A\x94 \x80\x81'), 'latin1');
    const { rows: read } = await readAll(bytes);
    expect(read[0]?.cells[1]).toBe('“A” €\x81');
    expect(read[0]?.raw).toBe(`${cpf(0)};\x93A\x94 \x80\x81`);
  });

  test.each(['utf-8', 'UTF8', 'latin1', 'ISO-8859-1', 'windows-1252', 'cp1252'])(
    'accepts %s',
    async (encoding) => {
      await expect(readAll(rows('x'), { encoding })).resolves.toMatchObject({
        rows: { length: 10 },
      });
    },
  );

  test('refuses an unknown encoding, and invalid UTF-8', async () => {
    expect(await refusal(rows('x'), { encoding: 'ebcdic' })).toMatchObject({
      code: 'unknown_encoding',
      facts: { known: expect.arrayContaining(['windows-1252']) as string[] },
    });
    const latin = Buffer.from(rows('João'), 'latin1');
    expect(await refusal(latin, { encoding: 'utf8' })).toMatchObject({ code: 'wrong_encoding' });
  });
});

describe('delimiter', () => {
  test.each([';', ',', '\t', '|'])('%j', async (delimiter) => {
    const { layout } = await readAll(
      table(['id', 'cpf', 'x'].join(delimiter), (n) => [n, cpf(n), 'a'].join(delimiter)),
    );
    expect(layout).toMatchObject({
      delimiter,
      column: 1,
      kind: 'cpf',
      columns: ['id', 'cpf', 'x'],
    });
  });

  test('the delimiter with more identifiers wins over commas in every row', async () => {
    const { layout } = await readAll(
      table('cpf;a, b, c, d', (n) => `${cpf(n)};Rua A, 1, casa, fundos`),
    );
    expect(layout).toMatchObject({ delimiter: ';', columns: ['cpf', 'a, b, c, d'] });
  });

  test('--delimiter must be one character', async () => {
    const text = table('cpf:x', (n) => `${cpf(n)}:y`);
    expect((await readAll(text, { delimiter: ':' })).layout.column).toBe(0);
    expect((await readAll(text.replaceAll(':', '\t'), { delimiter: 'tab' })).layout.delimiter).toBe(
      '\t',
    );
    expect(await refusal(text, { delimiter: '::' })).toMatchObject({ code: 'unknown_delimiter' });
  });
});

describe('header and preamble', () => {
  test('skips titles and blank lines before the header', async () => {
    const text = `Relatório de 01/02/2024 a 03/04/2024\n\n${table('CPF;Nome', (n) => `${cpf(n)};A`)}`;
    const { layout, rows } = await readAll(text);
    expect(layout).toMatchObject({ preamble: 2, hasHeader: true, columns: ['CPF', 'Nome'] });
    expect(rows[0]).toMatchObject({ number: 1, cells: [cpf(0), 'A'] });
  });

  test.each([
    ['a valid identifier', cpf(0)],
    ['one with a wrong digit', '12345678900'],
    ['a spreadsheet number', '1,23457E+10'],
  ])('has no header if the first row has %s', async (_, first) => {
    const { layout, rows } = await readAll(table(`${first};A`, (n) => `${cpf(n)};B`));
    expect(layout).toMatchObject({ hasHeader: false, columns: ['column_1', 'column_2'] });
    expect(rows).toHaveLength(11);
  });

  test('a row without its other cells is not a title', async () => {
    const { layout, rows } = await readAll(table('12345678900;', (n) => `${cpf(n)};B`));
    expect(layout).toMatchObject({ preamble: 0, hasHeader: false });
    expect(rows).toHaveLength(11);
  });

  test('a header narrower than its rows is still the header', async () => {
    const { layout } = await readAll(table('CPF;x', (n) => `${cpf(n)};1;2;3`));
    expect(layout).toMatchObject({ preamble: 0, hasHeader: true });
  });

  test('reads a single column with and without a header', async () => {
    const ids = times(3, cpf).join('\n');
    expect((await readAll(ids)).layout).toMatchObject({ hasHeader: false, columns: ['column_1'] });
    expect((await readAll(`Documento\n${ids}`)).layout).toMatchObject({ hasHeader: true });
    expect((await readAll(cpf(1))).rows).toHaveLength(1);
  });

  test('--no-header reads the first line as a row', async () => {
    const { layout, rows } = await readAll(
      table('CPF;x', (n) => `${cpf(n)};B`),
      { header: false },
    );
    expect(layout.columns).toEqual(['column_1', 'column_2']);
    expect(rows[0]?.reading).toEqual({ valid: false, reason: 'format' });
  });

  test('keeps names; empty names and columns beyond the header get a number', async () => {
    const { layout } = await readAll(table('CPF;x;x;;', (n) => `${cpf(n)};1;2;3;4;5`));
    expect(layout.columns).toEqual(['CPF', 'x', 'x', 'column_4', 'column_5', 'column_6']);
  });
});

describe('column and kind', () => {
  const two = (header: string): string => table(header, (n) => `${cpf(n)};${cpf(n + 50)}`);

  test('check digits decide, not only the name', async () => {
    const { layout } = await readAll(table('cpf_status;codigo', (n) => `ok;${cnpj(n)}`));
    expect(layout).toMatchObject({ column: 1, kind: 'cnpj', validShare: 1 });
  });

  test('a name decides a tie; without names it is a question', async () => {
    expect((await readAll(two('responsavel;nrCpfCnpjCliente'))).layout.column).toBe(1);
    expect((await readAll(two('a;Nº do documento'))).layout.column).toBe(1);
    expect(await refusal(two('a;b'))).toMatchObject({
      code: 'ambiguous_column',
      facts: {
        candidates: [
          { option: '1', name: '"a"', kind: 'cpf', validShare: 1 },
          { option: '2', name: '"b"' },
        ],
      },
    });
  });

  test('a column of mistakes is found by its name', async () => {
    const { layout } = await readAll(table('CPF do cliente;x', (n) => `1234567890${n};y`));
    expect(layout).toMatchObject({ column: 0, kind: 'cpf' });
  });

  test('a column of the other kind than --type says is told', async () => {
    const text = table('id;cnpj', (n) => `${n};${cnpj(n)}`);
    const facts = { option: '2', name: '"cnpj"', kind: 'cnpj', wanted: 'cpf', validShare: 1 };
    expect(await refusal(text, { kind: 'cpf' })).toMatchObject({ code: 'other_kind', facts });
    const list = table('documento', (n) => cpf(n));
    expect(await refusal(list, { kind: 'cnpj' })).toMatchObject({ code: 'other_kind' });
    const stray = `id;cnpj\n1;${cpf(1)}\n${times(100, (n) => `${n};${cnpj(n)}\n`).join('')}`;
    const named = await readAll(stray, { kind: 'cpf', column: 'cnpj' });
    expect(named.layout.notes).toEqual([
      'The column holds CNPJs (99% of the sampled cells are valid CNPJs), but --type says otherwise.',
    ]);
    const masked = table('cpf;cnpj', (n) => `***.${n}11.222-**;${cnpj(n)}`);
    expect(await refusal(masked, { kind: 'cpf' })).toMatchObject({ code: 'weak_column' });
    const mixed = table('CPF/CNPJ', (n) => (n === 1 ? cpf(n) : cnpj(n)));
    expect((await readAll(mixed, { kind: 'cpf' })).layout.kind).toBe('cpf');
  });

  test('rows have the numbers of a spreadsheet, too', async () => {
    const content = `Relatório de maio;\n\nnome;cpf\n"A\nB";${cpf(1)}\n\nC;${cpf(2)}\n`;
    const { rows } = await readAll(content);
    expect(rows.map(({ number, sheetRow }) => [number, sheetRow])).toEqual([
      [1, 4],
      [2, 6],
    ]);
    const one = await readAll(`cpf\n${cpf(1)}\n\n\n${cpf(2)}\n`);
    expect(one.rows.map(({ sheetRow }) => sheetRow)).toEqual([2, 3, 4, 5]);
  });

  test('columns named lookup_ never have the identifiers', async () => {
    const text = table('id;lookup_cpf', (n) => `${n};${cpf(n)}`);
    for (const column of [undefined, 'lookup_cpf', 'LOOKUP_CPF', '2'])
      expect(await refusal(text, { column })).toMatchObject({
        code: 'result_column',
        facts: { column: '"lookup_cpf"', columns: [{ option: '1', name: '"id"' }] },
      });
    expect(await refusal(text.replace('lookup_cpf', 'LOOKUP_CPF'))).toMatchObject({
      code: 'result_column',
    });
    const ended = table('cpf;lookup_cpf', (n) => `${cpf(n)};${n < 9 ? cpf(n) : ''}`);
    expect((await readAll(ended)).layout.column).toBe(0);
  });

  test('--column takes a name, a name in another case, or a number', async () => {
    const text = two('a;B');
    expect((await readAll(text, { column: 'B' })).layout.column).toBe(1);
    expect((await readAll(text, { column: 'b' })).layout.column).toBe(1);
    expect((await readAll(text, { column: '1' })).layout.column).toBe(0);
    expect((await readAll(two('2;1'), { column: '1' })).layout.column).toBe(1);
    expect(await refusal(text, { column: '3' })).toMatchObject({
      code: 'unknown_column',
      facts: {
        columns: [
          { option: '1', name: '"a"' },
          { option: '2', name: '"B"' },
        ],
      },
    });
    const mistyped = { code: 'unknown_column', facts: { near: { option: '2', name: '"CPF"' } } };
    expect(await refusal(two('Nome;CPF'), { column: 'CFP' })).toMatchObject(mistyped);
    expect(await refusal(two('a;a'), { column: 'a' })).toMatchObject({ code: 'ambiguous_column' });
  });

  describe('both kinds in one column', () => {
    const text = table('doc;x', (n) => `${n % 2 ? cpf(n) : cnpj(n)};y`);

    test('are both read by their own rules', async () => {
      const { layout, rows } = await readAll(text);
      expect(layout).toMatchObject({ kind: 'both', validShare: 1 });
      const kinds = rows.map(({ reading }) => (reading.valid ? reading.kind : reading.reason));
      expect(kinds).toEqual(times(10, (n) => (n % 2 ? 'cpf' : 'cnpj')));
    });

    test('--type makes the others invalid', async () => {
      const { layout, rows } = await readAll(text, { kind: 'cnpj' });
      expect(layout.kind).toBe('cnpj');
      expect(rows.filter(({ reading }) => reading.valid)).toHaveLength(5);
    });

    test('one in a hundred is an exception, unless the name or --type says both', async () => {
      const strays = (header: string) =>
        `${header};x\n${times(300, (n) => `${n === 7 ? cnpj(n) : cpf(n)};y\n`).join('')}`;
      expect((await readAll(strays('doc'))).layout.kind).toBe('cpf');
      expect((await readAll(strays('CPF/CNPJ'))).layout.kind).toBe('both');
      expect((await readAll(strays('doc'), { kind: 'both' })).layout.kind).toBe('both');
      const more = (header: string) =>
        `${header};x\n${times(300, (n) => `${n % 75 === 7 ? cnpj(n) : cpf(n)};y\n`).join('')}`;
      expect((await readAll(more('doc'))).layout.kind).toBe('both');
      expect((await readAll(more('CPF'))).layout.kind).toBe('cpf');
    });

    test('a value that is valid as both kinds is ambiguous', async () => {
      const { rows } = await readAll(`${text}40008258600;y\n400.082.586-00;y\n`);
      expect(rows.slice(-2).map(({ reading }) => reading)).toMatchObject([
        { valid: false, reason: 'ambiguous' },
        { valid: true, kind: 'cpf' },
      ]);
    });

    test('a CPF padded to 14 digits is reported as such', async () => {
      const { rows } = await readAll(`${text}000${cpf(1)};y\n`);
      expect(rows.at(-1)?.reading).toEqual({ valid: false, reason: 'cpf_in_cnpj_column' });
    });

    test('a column with few identifiers of both kinds is a question', async () => {
      const few = table('doc;x', (n) => `${n === 1 ? cpf(n) : n === 2 ? cnpj(n) : `x${n}`};y`);
      expect(await refusal(few, { column: '1' })).toMatchObject({
        code: 'mixed_kinds',
        facts: { cpfs: 1, cnpjs: 1 },
      });
      expect((await readAll(few, { column: '1', kind: 'both' })).layout.kind).toBe('both');
    });
  });

  test('--type chooses between a CPF and a CNPJ column', async () => {
    const text = table('a;b', (n) => `${cpf(n)};${cnpj(n)}`);
    expect(await refusal(text)).toMatchObject({ code: 'ambiguous_column' });
    expect((await readAll(text, { kind: 'cnpj' })).layout).toMatchObject({
      column: 1,
      kind: 'cnpj',
    });
  });

  test('a file without identifiers is refused', async () => {
    expect(await refusal(table('a;b', (n) => `x${n};y`))).toMatchObject({
      kind: 'usage',
      code: 'no_identifier_column',
      facts: { columns: [{ name: '"a"' }, { name: '"b"' }] },
    });
  });

  test('a message has no full CPF, even if the header has one', async () => {
    const error = await refusal(two(`${cpf(1)};${cpf(2)}`), { header: true });
    expect(error).toMatchObject({ code: 'ambiguous_column' });
    expect(JSON.stringify(error)).not.toMatch(/\d{9}/);
  });
});

describe('a file that is not an input', () => {
  test.each([
    ['an empty file', '', 'input_empty'],
    ['blank lines', '\n \n\r\n', 'input_empty'],
    ['a mark and nothing else', '\ufeff', 'input_empty'],
    ['a header and nothing else', 'CPF;Nome\n', 'no_rows'],
    ['comments and nothing else', '# CPFs\n# de maio\n', 'no_rows'],
    ['an unclosed quote in the header', `CPF;"Nome\n${cpf(1)};x\n`, 'unclosed_quote'],
    [
      'an unclosed quote in the first row',
      `CPF;Nome\n${cpf(1)};"x\n${cpf(2)};y\n`,
      'unclosed_quote',
    ],
  ])('%s', async (_, content, code) => {
    expect(await refusal(content)).toMatchObject({ kind: 'usage', code });
  });

  test('a missing file and a folder are refused with the name that the user gave', async () => {
    const folder = join(dirname(file('')), 'folder');
    mkdirSync(folder);
    await expect(detectLayout(`${folder}/none`, {}, 'clientes.csv')).rejects.toMatchObject({
      code: 'input_missing',
      facts: { file: 'clientes.csv' },
    });
    await expect(detectLayout(folder, {})).rejects.toMatchObject({ code: 'input_is_folder' });
  });
});

test('describeLayout', async () => {
  const { layout } = await readAll(`T\n\n${table('x;CNPJ', (n) => `a;${cnpj(n)}`)}`);
  expect(describeLayout(layout, 'clientes.csv')).toBe(
    `clientes.csv: UTF-8, ';', header in line 3, column 2 "CNPJ" (CNPJ, 100% valid)`,
  );
});
