import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RowOfSide } from '../../src/diff/compare-results.js';
import { readFileSide } from '../../src/diff/file-side.js';
import { recordFields } from '../../src/records/fields.js';
import { newFolder } from '../helpers/files/scratch.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { file } from '../input/files.js';
import { compared, found, sideOf, type Result } from './support.js';

async function sideFrom(content: string | Buffer): Promise<Result> {
  const rows: RowOfSide[] = [];
  const onRow = (row: RowOfSide) => void rows.push(row);
  const place = { path: file(content), folder: newFolder() };
  const side = await readFileSide({ ...place, input: {}, onRow, onRows: () => undefined });
  return { side, rows };
}

const [A, B] = [makeCpf(1), makeCpf(2)];
const COMPANY = makeCnpj(1);
const HEADER = 'nome;cpf;lookup_status;lookup_fetched_at;lookup_cpf;lookup_name';
const JANUARY = '2026-01-01T00:00:00.000Z';
const line = (id: string, status: string, name: string, at = JANUARY) =>
  `x;${id};${status};${at};${id};${name}`;
const table = (...lines: string[]) => `${[HEADER, ...lines].join('\n')}\n`;
const nested = (lists: number) => '['.repeat(lists) + ']'.repeat(lists);
const csv = table(line(A, 'found', 'ANA'), line(B, 'not_found', ''));
/** The same row in JSON, where an empty cell is null. */
const inJson = (row: string) =>
  JSON.stringify(
    Object.fromEntries(HEADER.split(';').map((name, n) => [name, row.split(';')[n] || null])),
  );
const rows = [inJson(line(A, 'found', 'ANA')), inJson(line(B, 'not_found', ''))];

describe('a result in a file', () => {
  it.each<[string, string | Buffer]>([
    ['a.csv', csv],
    ['bom.csv', `\ufeff${csv.replaceAll('\n', '\r\n')}`],
    ['a.csv.gz', gzipSync(csv)],
    ['a.json', `[\n${rows.join(',\n')}\n]\n`],
    ['a.jsonl', `${rows.join('\n')}\n`],
    ['wide.json', Buffer.from(`\ufeff[\n${rows.join(',\n')}\n]\n`, 'utf16le')],
    ['a cell of several lines', csv.replaceAll(/^x;/gm, '"Rua\n""A""";')],
  ])('says the same as %s', async (_, content) => {
    const result = await sideFrom(content);
    expect(result.side.fields).toEqual(['cpf', 'name']);
    const batch = sideOf([
      found(A, { cpf: A, name: 'ANA' }),
      { id: B, status: 'not_found', record: '{}' },
    ]);
    expect(await compared(batch, result)).toMatchObject({
      changes: [],
      summary: { same: 2, newer: { identifiers: 2, duplicates: 0, invalid: 0 } },
    });
  });

  it('counts rows without an identifier, and takes the answer fetched last of several rows', async () => {
    const lines = [
      line(A, 'found', 'OLD'),
      line(A, 'found', 'NEW', '2026-02-01T00:00:00.000Z'),
      line(A, 'failed', '', ''),
      line(B, 'found', 'BIA'),
      line(B, 'found', 'BIA'),
      line('52998224724', 'invalid', '', ''),
    ];
    const batch = sideOf([found(A, { cpf: A, name: 'NEW' }), found(B, { cpf: B, name: 'BIA' })]);
    for (const order of [lines, lines.toReversed()]) {
      const { changes, summary } = await compared(batch, await sideFrom(table(...order)));
      expect(changes).toEqual([]);
      expect(summary.newer).toMatchObject({ identifiers: 2, duplicates: 3, invalid: 1 });
    }
  });

  it('has cells in one dialect and values in another, which are the same', async () => {
    const partner = { nome_socio: 'ANA', qualificacao_socio: 'Sócio', faixa_etaria: null };
    const record = {
      cnpj: COMPANY,
      capital_social: 1000.5,
      cnaes_secundarios: ['1', '2'],
      opcao_mei: true,
      telefones: [{ ddd: '11', numero: '30000000', is_fax: false }],
      QSA: [partner],
    };
    const cells = [
      ...[COMPANY, 'found', COMPANY, '1000.5', '2 | 1', 'true', '(11) 30000000'],
      `"${JSON.stringify([partner]).replaceAll('"', '""')}"`,
    ];
    const names = ['cnpj', 'lookup_status', ...Object.keys(record).map((name) => `lookup_${name}`)];
    const content = `${names.join(';')}\n${cells.join(';')}\n`;
    const same = await compared(sideOf([found(COMPANY, record)]), await sideFrom(content));
    expect(same.changes).toEqual([]);
    const gone = sideOf([found(COMPANY, { ...record, QSA: [], telefones: [] })]);
    expect((await compared(await sideFrom(content), gone)).changes).toMatchObject([
      { field: 'telefones', old: ['(11) 30000000'], new: [] },
      { field: 'QSA', old: [{ nome_socio: 'ANA' }], new: [] },
    ]);
  });

  it.each([
    ['a list', `cpf;nome\n${A};ANA\n`, 'not_a_result'],
    ['indented', JSON.stringify([JSON.parse(rows[0] ?? '')], null, 2), 'broken_json'],
    ['of another value', `${rows[0] ?? ''}\nnull\n`, 'broken_json'],
    [
      'deep',
      `[{"cpf":"${A}","lookup_status":"found","lookup_name":${nested(100)}}]`,
      'broken_json',
    ],
    ['a page', '<html><body>lookup_status</body></html>', 'not_a_result'],
    ['empty', '', 'input_empty'],
  ])('is refused where it is %s', async (_, content, code) => {
    await expect(sideFrom(content)).rejects.toMatchObject({ code, kind: 'usage' });
  });

  const blank = Object.fromEntries(recordFields('cnpj').map((name) => [`lookup_${name}`, null]));
  const whole = (more: object) =>
    JSON.stringify([{ id: COMPANY, lookup_status: 'found', ...blank, ...more }]);
  const partners = (cell: string) => `cnpj,lookup_status,lookup_QSA\n${COMPANY},found,"${cell}"\n`;
  const own = (cell: string) => `cpf,lookup_status,lookup_\n${A},found,${cell}\n`;
  const bare = (status: string) => `cpf,lookup_status\n${A},found\n${B},${status}\n`;
  it.each([
    [
      'a field that only one has, where both have every field of the spec',
      whole({}),
      whole({ lookup_situacao_especial: 'FALÊNCIA' }),
      [{ field: 'situacao_especial', old: null, new: 'FALÊNCIA' }],
    ],
    [
      'partners as text where they nest deeper than those of a record',
      partners('[]'),
      partners(nested(50_000)),
      [{ field: 'QSA', old: [], new: [nested(50_000)] }],
    ],
    ["nothing of a column of the user's that is named lookup_", own('x'), own('y'), []],
    [
      'the status, where no other column was kept',
      bare('found'),
      bare('not_found'),
      [{ id: B, change: 'no_longer_found' }],
    ],
    [
      'all that appeared, where the other has a header alone',
      `${HEADER}\n`,
      csv,
      [{ id: A }, { id: B }],
    ],
  ])('is compared: it tells %s', async (_, older, newer, wanted) => {
    const { changes, summary } = await compared(await sideFrom(older), await sideFrom(newer));
    expect(changes).toMatchObject(wanted);
    expect(summary.notCompared).toEqual([]);
  });
});
