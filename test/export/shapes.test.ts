import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { cpfAt, testWorld } from '../batch/support.js';

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

describe('the file of partners beside a CNPJ result', () => {
  it('follows --excel and .gz', async () => {
    const { world, batch } = await companies();
    const partners = join(world.folder, 'p.csv.gz');
    await world.exported(batch, { partners, excel: true });
    const text = gunzipSync(await readFile(partners)).toString();
    expect(text.startsWith('\ufeffcnpj;nome_socio;')).toBe(true);
    expect(text.split('\r\n')[1]).toBe(`${ONE};'=Ana;;;;;`);
  });

  it('is written as the input is, or is a workbook', async () => {
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

  it('is replaced by a later result of the batch, but no other file is', async () => {
    const { world, batch } = await companies();
    const target = join(world.folder, 'result.csv');
    const partners = join(world.folder, 'p.tsv');
    const precious = await world.file('precious', 'other.csv');
    const request = { target, partners, isOwnResult: true };
    const refused = { code: 'output_exists' };
    for (const isOwnResult of [true, false])
      await expect(
        world.exported(batch, { ...request, isOwnResult, partners: precious }),
      ).rejects.toMatchObject(refused);
    // Nothing is written before.
    await expect(readFile(target)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readFile(precious, 'utf8')).toBe('precious');
    for (let n = 0; n < 2; n += 1) await world.exported(batch, request);
    expect(await readFile(partners, 'utf8')).toContain('cnpj\tnome_socio');
    await writeFile(partners, 'precious');
    await expect(world.exported(batch, request)).rejects.toMatchObject(refused);
  });

  it('needs another name', async () => {
    const { world, batch } = await companies();
    const partners = join(world.folder, 'same.csv');
    const refused = world.exported(batch, { partners, target: partners });
    await expect(refused).rejects.toMatchObject({ code: 'same_output' });
  });
});

describe('--excel', () => {
  it('makes every formula harmless, whatever invisible stands before it, and leaves other cells alone', async () => {
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

  it('keeps every cell of a row that is longer than the others', async () => {
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
