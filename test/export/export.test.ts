import { readdirSync } from 'node:fs';
import { chmod, chown, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ExportRequest } from '../../src/export/index.js';
import { formatId } from '../../src/identifiers/index.js';
import { expectCalls } from '../helpers/cases.js';
import type { RefereeOptions } from '../helpers/referee/index.js';
import { cpfAt, cpfs, csv, testWorld, type RunOptions } from '../batch/support.js';

const [ANA, BIA, CID] = [cpfAt(1), cpfAt(2), cpfAt(3)];

async function ran(content: string | Buffer, service: RefereeOptions = {}, how?: RunOptions) {
  const world = await testWorld({ isFound: (id) => id !== BIA, ...service });
  const { batch } = await world.run(await world.file(content), how);
  return { world, batch };
}

/** What `results.txt` calls: the result of an input; of the columns that are added, the state and the name. */
async function results() {
  let found: ResultOptions['record'];
  const record = (id: string) => found ?? { name: `Nome ${id}` };
  const world = await testWorld({ isFound: (id) => id !== BIA, record });
  let files = 0;
  return async (content: string | Buffer, options: ResultOptions = {}): Promise<string> => {
    const { ext = 'csv', encoding, record: told, fields = 'name', ...more } = options;
    found = told;
    const path = await world.file(content, `in${(files += 1)}.csv`);
    const input = encoding === undefined ? {} : { encoding };
    const { batch } = await world.run(path, { input, reuseSince: Infinity });
    const target = join(world.folder, `out${files}.${ext}`);
    const wanted = fields === 'all' ? undefined : fields;
    const bytes = await world.exported(batch, { fields: wanted, target, ...more });
    const text = bytes.toString(typeof content === 'string' ? 'utf8' : 'latin1');
    const hex = (char: string) => `[${char.charCodeAt(0).toString(16)}]`;
    return text
      .replaceAll(/2026-01-05T12:\d\d:\d\d\.000Z/g, 'AT')
      .replaceAll(/[\u0080-\u009f\ufeff]/g, hex);
  };
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
    result: await results(),
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
});

describe('the target', () => {
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
    if (process.platform !== 'win32') expect((await stat(target)).mode & 0o777).toBe(0o600);
    await utimes(target, 1, 1);
    const refused = world.exported(batch, { target });
    await expect(refused).rejects.toMatchObject({ code: 'output_exists' });
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
});
