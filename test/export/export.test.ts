import { readdirSync } from 'node:fs';
import { chmod, chown, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ExportRequest } from '../../src/export/index.js';
import { formatId } from '../../src/identifiers/index.js';
import { expectCalls } from '../helpers/cases.js';
import type { RefereeOptions } from '../helpers/referee/index.js';
import { cpfAt, cpfs, csv, testWorld, type RunOptions } from '../batch/support.js';

const [ANA, BIA, CID] = [cpfAt(1), cpfAt(2), cpfAt(3)];
/** A reading has agreed after 5 s, and the first poll of a small job is a second after the submission. */
const AT = '2026-01-05T12:00:06.000Z';
const notFound = (d = ',') =>
  ['not_found', '', 'api', AT, BIA, ...Array<string>(7).fill('')].join(d);
const invalid = (reason: string, d = ',') =>
  ['invalid', reason, ...Array<string>(10).fill('')].join(d);

async function ran(content: string | Buffer, service: RefereeOptions = {}, how?: RunOptions) {
  const world = await testWorld({ isFound: (id) => id !== BIA, ...service });
  const { batch } = await world.run(await world.file(content), how);
  return { world, batch };
}

/** What `results.txt` calls: the result of an input; of the columns that are added, the state and the name. */
async function result(
  content: string | Buffer,
  { ext, encoding, record, fields, ...more }: ResultOptions = {},
): Promise<string> {
  const how = encoding === undefined ? {} : { input: { encoding } };
  const { world, batch } = await ran(content, record && { record: () => record }, how);
  const target = join(world.folder, `result.${ext ?? 'csv'}`);
  const bytes = await world.exported(batch, { fields, target, ...more });
  const text = bytes.toString(typeof content === 'string' ? 'utf8' : 'latin1');
  const hex = (char: string) => `[${char.charCodeAt(0).toString(16)}]`;
  return text.replaceAll(AT, 'AT').replaceAll(/[\u0080-\u009f\ufeff]/g, hex);
}

interface ResultOptions {
  readonly ext?: string;
  readonly encoding?: string;
  readonly record?: Readonly<Record<string, unknown>>;
  readonly fields?: string;
  readonly only?: ExportRequest['only'];
}

it('a result is the input with what was found, in every format', async () => {
  await expectCalls(new URL('results.txt', import.meta.url), {
    result: (content: string | Buffer, options?: ResultOptions) =>
      result(content, { fields: 'name', ...options }),
    latin1: (text: string) => Buffer.from(text, 'latin1'),
    dotted: (id: string) => formatId('cpf', id),
    ANA,
    BIA,
    CID,
    CNPJ: '12ABC34501DE35',
    COMPANY: {
      razao_social: 'Empresa',
      uf: 'SP',
      cnaes_secundarios: ['6201501', '6202300'],
      telefones: [
        { ddd: '11', numero: '30000000', is_fax: false },
        { ddd: '11', numero: '30000001', is_fax: true },
      ],
      QSA: [{ nome_socio: '=Ana', cnpj_cpf_socio: '***982247**' }, { nome_socio: 'Bia' }],
      campo_novo: 7,
    },
  });
});

describe('a CSV export', () => {
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
