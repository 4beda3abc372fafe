import { readdirSync } from 'node:fs';
import { chmod, chown, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { RefereeOptions } from '../helpers/referee/index.js';
import { cpfAt, cpfs, csv, testWorld, type RunOptions } from '../batch/support.js';

const [ANA, BIA, CID] = [cpfAt(1), cpfAt(2), cpfAt(3)];
const COLUMNS = [
  ...['status', 'reason', 'source', 'fetched_at', 'cpf', 'name', 'nameUpper', 'gender'],
  ...['birthDate', 'day', 'month', 'year'],
].map((name) => `lookup_${name}`);
const HEADER = COLUMNS.join(',');
/** A reading has agreed after 5 s, and the first poll of a small job is a second after the submission. */
const AT = '2026-01-05T12:00:06.000Z';
const found = (id: string, d = ',') =>
  ['found', '', 'api', AT, id, `Nome ${id}`, '', '', '', '', '', ''].join(d);
const notFound = (d = ',') =>
  ['not_found', '', 'api', AT, BIA, ...Array<string>(7).fill('')].join(d);
const invalid = (reason: string, d = ',') =>
  ['invalid', reason, ...Array<string>(10).fill('')].join(d);

async function ran(content: string | Buffer, service: RefereeOptions = {}, how?: RunOptions) {
  const world = await testWorld({ isFound: (id) => id !== BIA, ...service });
  const { batch } = await world.run(await world.file(content), how);
  return { world, batch };
}

describe('a CSV export', () => {
  it('keeps rows, order and bytes, and adds its result to every row', async () => {
    const content = [
      'nome;"cpf";obs',
      `"Ana ""A""";${ANA};  x `,
      `Bia;"${BIA}";"a;b"`,
      'Zé;11111111111;',
      `Ana de novo;${ANA.slice(0, 3)}.${ANA.slice(3, 6)}.${ANA.slice(6, 9)}-${ANA.slice(9)};=1+1`,
      ';;',
      `Cid;${CID};`,
    ];
    const { world, batch } = await ran(`\ufeff${content.join('\r\n')}\r\n`);
    const lines = (await world.exported(batch)).toString().split('\r\n');
    expect(lines).toEqual([
      `\ufeff${content[0] ?? ''};${COLUMNS.join(';')}`,
      `${content[1] ?? ''};${found(ANA, ';')}`,
      `${content[2] ?? ''};${notFound(';')}`,
      `${content[3] ?? ''};${invalid('repeated', ';')}`,
      `${content[4] ?? ''};${found(ANA, ';')}`,
      `${content[5] ?? ''};${invalid('empty', ';')}`,
      `${content[6] ?? ''};${found(CID, ';')}`,
      '',
    ]);
  });

  it('keeps the bytes of a Latin-1 file and writes its results in Latin-1', async () => {
    const content = Buffer.from(`cpf,nome\n${ANA},José\n${CID},Conceição\n`, 'latin1');
    const record = () => ({ name: 'João' });
    const { world, batch } = await ran(content, { record });
    const bytes = await world.exported(batch);
    expect(bytes.toString('latin1')).toContain(`${ANA},José,found`);
    expect(bytes.includes(Buffer.from('Conceição', 'latin1'))).toBe(true);
    expect(bytes.includes(Buffer.from('João', 'latin1'))).toBe(true);
  });

  it.each([
    ['pads a ragged row', `cpf,a,b\n${ANA}\n${CID},x,y\n`, 'cpf,a,b', ',,'],
    [
      'gives a header to a file without one',
      `${ANA},1,2\n${CID},x,y\n`,
      '[^,]+,[^,]+,[^,]+',
      ',1,2',
    ],
  ])('%s', async (_, content, names, ana) => {
    const { world, batch } = await ran(content);
    const [head, ...rows] = (await world.exported(batch)).toString().split('\n');
    expect(head).toMatch(new RegExp(`^${names},${HEADER}$`));
    expect(rows).toEqual([`${ANA}${ana},${found(ANA)}`, `${CID},x,y,${found(CID)}`, '']);
  });

  it('shows skipped, failed with its reason, pending and unconfirmed', async () => {
    const ids = cpfs(10, 50);
    const { world, batch } = await ran(
      csv(ids),
      {
        jobs: [{ skipLast: 1 }, { failAfter: 1 }, { hiddenFor: Infinity }],
        submissions: ['ok', 'ok', 'ok', 500],
      },
      { perJob: 2 },
    );
    const bytes = await world.exported(batch, { partial: true });
    const lines = bytes.toString().trimEnd().split('\n').slice(1);
    expect(lines.map((line) => line.split(',').slice(2, 4).join('/'))).toEqual([
      ...['found/', 'skipped/', 'found/', 'failed/Falha ao registrar validação'],
      ...['unconfirmed/', 'unconfirmed/', 'unconfirmed/', 'unconfirmed/', 'pending/', 'pending/'],
    ]);
  });

  it('contains only the requested rows', async () => {
    const { world, batch } = await ran(csv([ANA, BIA, '11111111111', CID]));
    const bytes = await world.exported(batch, { only: ['not_found', 'invalid'] });
    const lines = bytes.toString().trimEnd().split('\n').slice(1);
    expect(lines).toEqual([`p1,${BIA},${notFound()}`, `p2,11111111111,${invalid('repeated')}`]);
  });
});

describe('a CNPJ export', () => {
  const CNPJ = '12ABC34501DE35';
  const record = (id: string) => ({
    razao_social: `Empresa ${id}`,
    cnaes_secundarios: ['6201501', '6202300'],
    telefones: [{ ddd: '11', numero: '30000000', is_fax: false }],
    QSA: [{ nome_socio: 'Ana', cnpj_cpf_socio: '***982247**' }],
    campo_novo: 7,
  });

  it('joins lists, writes telephones and partners, and a file of partners', async () => {
    const { world, batch } = await ran(`cnpj\n${CNPJ}\n${CNPJ.toLowerCase()}\n`, { record });
    const partners = join(world.folder, 'partners.csv');
    const out = (await world.exported(batch, { partners })).toString();
    expect(out).toContain(',6201501 | 6202300,');
    expect(out).toContain(',(11) 30000000,');
    expect(out).toContain('"[{""nome_socio"":""Ana"",""cnpj_cpf_socio"":""***982247**""}]"');
    expect(out.match(/Empresa/g)).toHaveLength(2);
    const lines = (await readFile(partners, 'utf8')).split('\n');
    expect(lines.slice(1)).toEqual([`${CNPJ},Ana,***982247**,,,,`, '']);
    // JSON has the unknown fields, too, and values as they are.
    const json = (await world.exported(batch, { format: 'json' })).toString();
    const values = { lookup_campo_novo: 7, lookup_telefones: [{ ddd: '11' }] };
    expect(JSON.parse(json)).toMatchObject([values, values]);
  });
});

describe('a JSON export', () => {
  const content = `cpf,x,x\n${ANA},1,2\n${BIA},1,2,3\n11111111111\n`;
  const rows = [
    { cpf: ANA, x: '1', x_3: '2', lookup_status: 'found', lookup_name: `Nome ${ANA}` },
    { cpf: BIA, column_4: '3', lookup_status: 'not_found', lookup_reason: null, lookup_name: null },
    { cpf: '11111111111', lookup_status: 'invalid', lookup_reason: 'repeated' },
  ];

  it('is one array, or one object per line', async () => {
    const { world, batch } = await ran(content);
    const target = join(world.folder, 'out.json');
    expect(JSON.parse((await world.exported(batch, { target })).toString())).toMatchObject(rows);
    const none = await world.exported(batch, { format: 'json', only: ['skipped'] });
    expect(JSON.parse(none.toString())).toEqual([]);
    const lines = (await world.exported(batch, { format: 'jsonl' })).toString().split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(rows);
  });
});

describe('the target', () => {
  it('is refused if a file exists, unless --overwrite is given', async () => {
    const { world, batch } = await ran(csv([ANA]));
    const target = await world.file('mine', 'out.csv');
    const refused = world.exported(batch, { target });
    await expect(refused).rejects.toMatchObject({ kind: 'usage', code: 'output_exists' });
    expect((await world.exported(batch, { target, overwrite: true })).toString()).toContain(ANA);
    const input = { target: join(world.folder, 'in.csv'), overwrite: true };
    await expect(world.exported(batch, input)).rejects.toMatchObject({ code: 'output_is_input' });
  });

  it("may be replaced if it is this batch's own unchanged output", async () => {
    const { world, batch } = await ran(csv([ANA]));
    const target = join(world.folder, 'out.csv');
    const first = await world.exported(batch, { target });
    expect(await world.exported(batch, { target })).toEqual(first);
    await writeFile(target, `${first.toString()}note\n`);
    await expect(world.exported(batch, { target })).rejects.toMatchObject({
      code: 'output_exists',
    });
    await writeFile(target, first);
    await utimes(target, 1, 1);
    await expect(world.exported(batch, { target })).rejects.toMatchObject({
      code: 'output_exists',
    });
  });

  it('has its stamp stored before the rename, so that a run killed in between recognizes it', async () => {
    const { world, batch } = await ran(csv([ANA]));
    const target = join(world.folder, 'out.csv');
    const written = vi.spyOn(world.ledger(), 'storeOutput');
    const namesThen: string[][] = [];
    written.mockImplementation(() => {
      namesThen.push(readdirSync(world.folder));
      return Promise.resolve();
    });
    const first = await world.exported(batch, { target });
    expect(namesThen).toEqual([expect.not.arrayContaining(['out.csv'])]);
    const [num, path, stamp] = written.mock.lastCall ?? [];
    written.mockRestore();
    await world.ledger().storeOutput(num ?? 0, path ?? '', stamp ?? '');
    expect(await world.exported(batch, { target })).toEqual(first);
  });

  it('from an earlier run may be replaced after a kill before the rename; nothing is left behind', async () => {
    const { world, batch } = await ran(csv([ANA]));
    const target = join(world.folder, 'out.csv');
    const first = await world.exported(batch, { target });
    const [known] = await world.ledger().findBatches({ num: batch.num });
    const stamps = `${known?.outputs[known.output ?? ''] ?? ''} 7:1`;
    await world.ledger().storeOutput(batch.num, known?.output ?? '', stamps);
    await world.file('half a resu', `.out.csv.${batch.id}.part`);
    expect(await world.exported(batch, { target })).toEqual(first);
    expect(readdirSync(world.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('is complete or absent, and private', async () => {
    const { world, batch } = await ran(csv([ANA]));
    const missing = join(world.folder, 'no', 'out.csv');
    await expect(world.exported(batch, { target: missing })).rejects.toMatchObject({
      code: 'output_unwritable',
    });
    const target = join(world.folder, 'out.csv');
    await world.exported(batch, { target });
    if (process.platform !== 'win32') expect((await stat(target)).mode & 0o777).toBe(0o600);
    expect((await readdir(world.folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('is for whom the replaced file was', async () => {
    const { world, batch } = await ran(csv([ANA]));
    const target = await world.file('old', 'out.csv');
    await chmod(target, 0o664);
    // Only the superuser can give a file to any group.
    const group = process.getuid?.() === 0 ? 12_345 : (await stat(target)).gid;
    await chown(target, (await stat(target)).uid, group);
    await world.exported(batch, { target, overwrite: true });
    const { mode, gid } = await stat(target);
    expect([mode & 0o777, gid]).toEqual([0o664, group]);
  });

  it('is refused while the batch has not ended', async () => {
    const { world, batch } = await ran(
      csv(cpfs(4)),
      { credits: 2 },
      { limits: { fitBalance: true } },
    );
    const refused = world.exported(batch);
    await expect(refused).rejects.toMatchObject({
      kind: 'usage',
      code: 'batch_not_ended',
      facts: { state: 'unsent' },
    });
    expect((await world.exported(batch, { partial: true })).toString()).toContain('pending');
    expect((await world.exported(batch, { only: ['found'] })).toString()).not.toContain('pending');
  });

  it('is written from the copy even if the original has changed', async () => {
    const { world, batch } = await ran(csv([ANA]));
    await world.file('gone', 'in.csv');
    expect((await world.exported(batch)).toString()).toContain(`p0,${ANA}`);
  });
});

it('a JSON export keeps every cell, in order, for any column names', async () => {
  const header = 'cpf,lookup_state,Nome,Nome,Nome_4,2024,__proto__,lookup_x,input_lookup_x';
  const { world, batch } = await ran(`${header}\n${ANA},a,b,c,d,e,f,g,h,i\n`);
  const text = (await world.exported(batch, { format: 'jsonl' })).toString();
  const keys = Array.from(text.matchAll(/"([^"]*)":/g), ([, key]) => key);
  expect(keys.slice(0, 11)).toEqual([
    ...['cpf', 'input_lookup_state', 'Nome', 'Nome_4', 'Nome_4_5', '2024', '__proto__'],
    ...['input_lookup_x', 'input_lookup_x_9', 'column_10', 'lookup_status'],
  ]);
  expect(text).toContain('"b","Nome_4":"c","Nome_4_5":"d"');
  expect(JSON.parse(text)).toMatchObject({ input_lookup_state: 'a', lookup_status: 'found' });
});

it('an export of UTF-8 with invalid bytes keeps them and adds valid UTF-8', async () => {
  const rows = cpfs(40, 10).map((id) => `${id},João\n`);
  const content = Buffer.concat([
    Buffer.from(`\ufeffcpf,x\n${rows.join('')}`),
    Buffer.from(`${ANA},Jo\xe3o\n`, 'latin1'),
  ]);
  const { world, batch } = await ran(content, { record: () => ({ name: 'Conceição' }) });
  const bytes = await world.exported(batch);
  expect(bytes.subarray(0, 3).equals(Buffer.from('\ufeff'))).toBe(true);
  expect(bytes.toString('latin1')).toContain(`${ANA},Jo\xe3o,found`);
  expect(bytes.includes(Buffer.from('Conceição'))).toBe(true);
});
