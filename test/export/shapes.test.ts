import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { cpfAt, csv, testWorld } from '../batch/support.js';

const ONE = '12ABC34501DE35';
const TWO = '00000000000191';
const record = (id: string) => ({
  cnpj: id,
  razao_social: `Empresa ${id}`,
  uf: 'SP',
  campo_novo: 7,
  cnaes_secundarios: id === ONE ? ['6201501', '6202300'] : [],
  telefones: [
    { ddd: '11', numero: '30000000', is_fax: false },
    { ddd: '11', numero: '30000001', is_fax: true },
  ],
  QSA: [{ nome_socio: '=Ana' }, { nome_socio: 'Bia' }],
});

async function companies() {
  const world = await testWorld({ record });
  const { batch } = await world.run(await world.file(`cnpj\n${ONE}\n${TWO}\n${ONE}\nx\n`));
  return { world, batch };
}

it.each(['csv', 'json'])('gzip has the same content as without .gz: %s', async (ext) => {
  const { world, batch } = await companies();
  const plain = await world.exported(batch, { target: join(world.folder, `a.${ext}`) });
  const packed = await world.exported(batch, { target: join(world.folder, `a.${ext}.gz`) });
  expect(gunzipSync(packed).toString()).toBe(plain.toString());
});

describe('a name that ends in .tsv', () => {
  it('a result named .tsv has tabs between the cells, whatever the input has', async () => {
    const world = await testWorld();
    const file = await world.file(`cpf;obs\n${cpfAt(1)};"a;b"\n${cpfAt(2)};"c\td"\n`);
    const { batch } = await world.run(file);
    const target = join(world.folder, 'out.tsv');
    const text = (await world.exported(batch, { target, fields: 'gender' })).toString();
    const rows = parse(text, { delimiter: '\t' });
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['cpf', 'obs', 'lookup_status'],
      [cpfAt(1), 'a;b', 'found'],
      [cpfAt(2), 'c\td', 'found'],
    ]);
    // A table of tabs keeps its bytes.
    const own = await world.run(await world.file(`cpf\tobs\n${cpfAt(3)}\t"x"\n`, 'own.tsv'));
    const other = join(world.folder, 'own.out.tsv');
    expect((await world.exported(own.batch, { target: other })).toString()).toContain('\t"x"\t');
  });
});

describe('--fields', () => {
  it('--fields selects columns after the four of the state, in the requested order', async () => {
    const { world, batch } = await companies();
    const fields = 'uf, QSA.nome_socio,telefones.numero,uf,data.campo_novo';
    const [head, one, , , invalid] = (await world.exported(batch, { fields }))
      .toString()
      .split('\n');
    expect(head?.split(',').slice(5)).toEqual(
      ['uf', 'QSA.nome_socio', 'telefones.numero', 'campo_novo'].map((name) => `lookup_${name}`),
    );
    expect(one?.split(',').slice(5)).toEqual(['SP', '=Ana | Bia', '30000000 | 30000001', '7']);
    expect(invalid).toBe('x,invalid,format,,,,,,');
  });

  it('--fields keeps the nesting of fields in JSON, and no other field of the record', async () => {
    const { world, batch } = await companies();
    const text = await world.exported(batch, { format: 'json', fields: 'QSA.nome_socio,uf' });
    const [first] = JSON.parse(text.toString()) as Record<string, unknown>[];
    expect(Object.keys(first ?? {}).slice(5)).toEqual(['lookup_QSA.nome_socio', 'lookup_uf']);
    expect(first).toMatchObject({ 'lookup_QSA.nome_socio': ['=Ana', 'Bia'], lookup_uf: 'SP' });
  });
});

describe('the file of partners beside a CNPJ result', () => {
  it('a file of partners follows --excel and .gz', async () => {
    const { world, batch } = await companies();
    const partners = join(world.folder, 'p.csv.gz');
    await world.exported(batch, { partners, excel: true });
    const text = gunzipSync(await readFile(partners)).toString();
    expect(text.startsWith('\ufeffcnpj;nome_socio;')).toBe(true);
    expect(text.split('\r\n')[1]).toBe(`${ONE};'=Ana;;;;;`);
  });

  it('a file of partners has the dialect of the input, or is a workbook', async () => {
    const QSA = [{ nome_socio: 'Antônia' }];
    const world = await testWorld({ record: (id) => ({ ...record(id), QSA }) });
    const input = Buffer.from(`cnpj;obs\r\n${ONE};água\r\n${TWO};x\r\n`, 'latin1');
    const { batch } = await world.run(await world.file(input));
    const [partners, book] = [join(world.folder, 'p.csv'), join(world.folder, 'p.xlsx')];
    await world.exported(batch, { partners });
    const text = (await readFile(partners)).toString('latin1');
    expect(text.split('\r\n')[1]).toBe(`${ONE};Antônia;;;;;`);
    await world.exported(batch, { partners: book });
    expect((await readFile(book)).subarray(0, 2).toString()).toBe('PK');
  });

  it('a later result of the batch replaces its file of partners, but no other file', async () => {
    const { world, batch } = await companies();
    const target = join(world.folder, 'result.csv');
    const partners = join(world.folder, 'p.tsv');
    const precious = await world.file('precious', 'other.csv');
    const request = { target, partners, remember: true };
    const refused = { code: 'output_exists' };
    for (const remember of [true, false])
      await expect(
        world.exported(batch, { ...request, remember, partners: precious }),
      ).rejects.toMatchObject(refused);
    // Nothing is written before.
    await expect(readFile(target)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readFile(precious, 'utf8')).toBe('precious');
    for (let n = 0; n < 2; n += 1) await world.exported(batch, request);
    expect(await readFile(partners, 'utf8')).toContain('cnpj\tnome_socio');
    await writeFile(partners, 'precious');
    await expect(world.exported(batch, request)).rejects.toMatchObject(refused);
  });

  it('a file of partners needs another name than the result, and a batch of companies', async () => {
    const { world, batch } = await companies();
    const partners = join(world.folder, 'same.csv');
    const refused = world.exported(batch, { partners, target: partners });
    await expect(refused).rejects.toMatchObject({ code: 'same_output' });
    const people = await world.run(await world.file(csv([cpfAt(1)]), 'people.csv'));
    await expect(world.exported(people.batch, { partners })).rejects.toMatchObject({
      code: 'partners_need_cnpj',
    });
  });
});

describe('--excel', () => {
  it('--excel makes every formula harmless, also after invisible characters, and changes no other cell', async () => {
    const invisible = ['\u00a0', '\ufeff', '\0', '\u200b', '\u2060', '\u3000', '\u202e'];
    const before = ['', ' ', '\t', '\r', '\n', ...invisible, ' \u200b\u0007 '];
    const signed = ['=1', '+a', '-a', '@a', '\ta', '＝1', '＋1', '－1', '＠a'];
    const formulas = before.flatMap((first) => signed.map((cell) => first + cell));
    // Excel would show the value of a calculation, or of a name.
    formulas.push(
      '-1-2',
      '+1+1',
      '+55-11-98888-7777',
      '+5511-98888-7777',
      '-10:30',
      '- sem contato',
    );
    formulas.push('-1|x', "+55 11 98888-7777+cmd|'/c calc'!A1", '\u00a0-1');
    const amounts = ['-1', '-1.234,50', '+7%', '- 3,5', '-R$ 5,00', '-', '--', '- -'];
    const phones = ['+55 11 98888-7777', '+55 (11) 98888-7777', '+55(11)988887777', '+1 800 555'];
    const others = [...amounts, ...phones, 'a=1', ' a=1', '1-2', '\u00a0Ana', "'=1", '(=1)'];
    const world = await testWorld();
    const cells = [...formulas, ...others];
    const rows = cells.map((cell, n) => `${cpfAt(n + 1)};"${cell}"\n`);
    const { batch } = await world.run(await world.file(`cpf;obs\n${rows.join('')}`));
    const excel = (await world.exported(batch, { excel: true })).toString();
    const written = parse(excel, { delimiter: ';', bom: true }).map(([, cell]) => cell);
    expect(written).toEqual(['obs', ...formulas.map((cell) => `'${cell}`), ...others]);
    const plain = parse((await world.exported(batch)).toString(), { delimiter: ';' });
    expect(plain.map(([, cell]) => cell)).toEqual(['obs', ...cells]);
  });

  it('--excel keeps every cell of a row that is longer than the others', async () => {
    const world = await testWorld();
    const rows = Array.from({ length: 3_000 }, (_, n) => cpfAt(n + 1));
    const { batch } = await world.run(await world.file(`cpf\n${rows.join('\n')}\nx;y;z\n`), {
      input: { delimiter: ';', column: '1' },
    });
    const lines = (await world.exported(batch, { excel: true })).toString().trimEnd().split('\r\n');
    const cells = (lines.at(-1) ?? '').split(';');
    expect(
      cells
        .filter((cell) => cell !== '')
        .sort()
        .join(' '),
    ).toBe('format invalid x y z');
    expect(cells.indexOf('invalid')).toBe((lines[0] ?? '').split(';').indexOf('lookup_status'));
  });
});

describe("the input's own header and rows in a result", () => {
  const [ANA, BIA] = [cpfAt(1), cpfAt(2)];
  it.each([
    ['decimals', `CPF;Nome\n${ANA},00;ANA\n`, ['CPF;Nome;lookup_status', `${ANA},00;ANA;found`]],
    [
      'two ends of a line',
      `CPF;Nome\r\r\n${ANA};A\r\r\n`,
      ['CPF;Nome;lookup_status', `${ANA};A;found`],
    ],
    [
      'two marks',
      `\ufeff\ufeffCPF;Nome\n${ANA};A\n`,
      ['\ufeffCPF;Nome;lookup_status', `${ANA};A;found`],
    ],
    ['one name', `CPF\n${ANA};A\n${BIA};B\n`, ['CPF;;lookup_status', `${ANA};A;found`]],
    [
      'row names',
      `cpf;nome\n"1";"${ANA}";"A"\n`,
      [';cpf;nome;lookup_status', `"1";"${ANA}";"A";found`],
    ],
    [
      'two levels',
      `Dados;;\nCPF;Nome;UF\n${ANA};A;SP\n`,
      ['CPF;Nome;UF;lookup_status', `${ANA};A;SP;found`],
    ],
    [
      'a blank before the quotes',
      `n, cpf\n"B", ${BIA}\n"A, N", "${ANA}"\n`,
      ['n, cpf,lookup_status', `"B", ${BIA},found`],
    ],
    [
      'the end of a file of DOS',
      `CPF;Nome\r\n${ANA};A\r\n\x1a`,
      ['CPF;Nome;lookup_status', `${ANA};A;found`],
    ],
  ])('%s', async (_, input, [head = '', row = '']) => {
    const world = await testWorld();
    const { batch } = await world.run(await world.file(input));
    const lines = (await world.exported(batch)).toString().split(/\r?\n/);
    expect(lines[0]?.startsWith(head)).toBe(true);
    expect(lines[1]?.startsWith(row)).toBe(true);
    expect(lines.slice(0, -1).filter((line) => line.includes('\r') || line === '')).toEqual([]);
  });

  it('a result keeps the encoding of DOS, also in added columns', async () => {
    const world = await testWorld({ record: (cpf: string) => ({ cpf, name: 'JOSÉ ŠILVA' }) });
    const bytes = Buffer.from(`CPF;Munic\xa1pio\n${ANA};S\xc6o Lu\xa1s\n`, 'latin1');
    const { batch } = await world.run(await world.file(bytes), { input: { encoding: 'cp850' } });
    const result = await world.exported(batch);
    expect(
      result.subarray(0, bytes.indexOf('\n')).equals(bytes.subarray(0, bytes.indexOf('\n'))),
    ).toBe(true);
    expect(result.toString('latin1')).toMatch(/;S\xc6o Lu\xa1s;found;.*;JOS\x90 SILVA/);
  });
});
