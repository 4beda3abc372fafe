import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readFileSide } from '../../src/diff/file-side.js';
import type { RowOfSide } from '../../src/diff/compare-results.js';
import type { InputOptions } from '../../src/input/index.js';
import { recordFields } from '../../src/records/fields.js';
import { newFolder } from '../helpers/files/scratch.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { file } from '../input/files.js';
import { compared, found, sideOf, type Result } from './support.js';

async function sideFrom(content: string | Buffer, input: InputOptions = {}): Promise<Result> {
  const rows: RowOfSide[] = [];
  const take = (row: RowOfSide) => void rows.push(row);
  const place = { path: file(content), folder: newFolder() };
  const side = await readFileSide({ ...place, input, take, onRows: () => undefined });
  return { side, rows };
}

const idsOf = ({ rows }: Result) => rows.map(({ id }) => id).sort();

const [A, B] = [makeCpf(1), makeCpf(2)];
const COMPANY = makeCnpj(1);
const HEADER = 'nome;cpf;lookup_status;lookup_fetched_at;lookup_cpf;lookup_name';
const line = (id: string, status: string, name: string, at = '2026-01-01T00:00:00.000Z') =>
  `x;${id};${status};${at};${id};${name}`;
const table = (...lines: string[]) => `${[HEADER, ...lines].join('\n')}\n`;
const nested = (lists: number) => '['.repeat(lists) + ']'.repeat(lists);
const jsonRow = (
  id: string,
  status: string,
  name: string | null,
  at = '2026-01-01T00:00:00.000Z',
) =>
  JSON.stringify({
    nome: 'x',
    cpf: id,
    lookup_status: status,
    lookup_fetched_at: at,
    lookup_cpf: id,
    lookup_name: name,
  });

it('a result in JSON with every field of the spec tells a field that only one has', async () => {
  const blank = recordFields('cnpj').map((field) => [`lookup_${field}`, null] as const);
  const whole = (more: object) =>
    JSON.stringify([
      { id: COMPANY, lookup_status: 'found', ...Object.fromEntries(blank), ...more },
    ]);
  const older = await sideFrom(whole({}));
  const newer = await sideFrom(whole({ lookup_situacao_especial: 'FALÊNCIA' }));
  const { changes, summary } = await compared(older, newer);
  expect(changes).toMatchObject([{ field: 'situacao_especial', old: null, new: 'FALÊNCIA' }]);
  expect(summary.notCompared).toEqual([]);
});

describe('a result in a file', () => {
  const csv = table(line(A, 'found', 'ANA'), line(B, 'not_found', ''));
  const rows = [jsonRow(A, 'found', 'ANA'), jsonRow(B, 'not_found', null)];

  it.each([
    ['a.csv', csv],
    ['a.tsv', csv.replaceAll(';', '\t')],
    ['bom.csv', `\ufeff${csv.replaceAll('\n', '\r\n')}`],
    ['a.csv.gz', gzipSync(csv)],
    ['a.json', `[\n${rows.join(',\n')}\n]\n`],
    ['a.jsonl', `${rows.join('\n')}\n`],
    ['wide.json', Buffer.from(`\ufeff[\n${rows.join(',\n')}\n]\n`, 'utf16le')],
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
      line(A, 'found', 'OLD', '2026-01-01T00:00:00.000Z'),
      line(A, 'found', 'NEW', '2026-02-01T00:00:00.000Z'),
      line(A, 'failed', '', ''),
      line(B, 'found', 'BIA'),
      line(B, 'found', 'BIA'),
      line('52998224724', 'invalid', '', ''),
    ];
    for (const order of [lines, lines.toReversed()]) {
      const result = await sideFrom(table(...order));
      const { changes, summary } = await compared(
        sideOf([found(A, { cpf: A, name: 'NEW' }), found(B, { cpf: B, name: 'BIA' })]),
        result,
      );
      expect(changes).toEqual([]);
      expect(summary.newer).toMatchObject({
        identifiers: 2,
        duplicates: 3,
        invalid: 1,
      });
    }
  });

  it('has line breaks and quotes in the own columns of the user', async () => {
    const lines = csv.split('\n').map((each) => each.replace(/^x;/, '"Rua\n""A""";'));
    const side = await sideFrom(lines.join('\n'));
    expect(idsOf(side)).toEqual([A, B]);
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
    const fields = 'cnpj;capital_social;cnaes_secundarios;opcao_mei;telefones;QSA'.split(';');
    const names = ['cnpj', 'lookup_status', ...fields.map((field) => `lookup_${field}`)];
    const side = await sideFrom(`${names.join(';')}\n${cells.join(';')}\n`);
    expect((await compared(sideOf([found(COMPANY, record)]), side)).changes).toEqual([]);
    const gone = { ...record, QSA: [], telefones: [] };
    const again = await sideFrom(`${names.join(';')}\n${cells.join(';')}\n`);
    expect((await compared(again, sideOf([found(COMPANY, gone)]))).changes).toMatchObject([
      { field: 'telefones', old: ['(11) 30000000'], new: [] },
      { field: 'QSA', old: [{ nome_socio: 'ANA' }], new: [] },
    ]);
  });

  it.each([
    ['list.csv', `cpf;nome\n${A};ANA\n`, 'not_a_result'],
    ['list.json', JSON.stringify([{ cpf: A }]), 'not_a_result'],
    ['pretty.json', JSON.stringify([JSON.parse(rows[0] ?? '')], null, 2), 'broken_json'],
    ['cut.json', `[\n${rows[0] ?? ''},\n`, 'broken_json'],
    ['other.jsonl', `${rows[0] ?? ''}\nnull\n`, 'broken_json'],
    [
      'deep.json',
      `[{"cpf":"${A}","lookup_status":"found","lookup_name":${nested(100)}}]`,
      'broken_json',
    ],
    ['page.html', '<html><body>lookup_status</body></html>', 'not_a_result'],
    ['empty.json', '[]', 'input_empty'],
    ['empty.csv', '', 'input_empty'],
  ])('is refused: %s', async (_, content, code) => {
    await expect(sideFrom(content)).rejects.toMatchObject({ code, kind: 'usage' });
  });

  it('has partners that are text where they nest deeper than those of a record', async () => {
    const oneCell = (cell: string) => `cnpj,lookup_status,lookup_QSA\n${COMPANY},found,"${cell}"\n`;
    const { changes } = await compared(
      await sideFrom(oneCell('[]')),
      await sideFrom(oneCell(nested(50_000))),
    );
    expect(changes).toMatchObject([{ field: 'QSA', old: [], new: [nested(50_000)] }]);
  });

  it('may have a column of the user that is named lookup_', async () => {
    const oneCell = (cell: string) => `cpf,lookup_status,lookup_\n${A},found,${cell}\n`;
    const [older, newer] = [await sideFrom(oneCell('x')), await sideFrom(oneCell('y'))];
    expect((await compared(older, newer)).changes).toEqual([]);
  });

  it('may have a header and no rows', async () => {
    const side = await sideFrom(`${HEADER}\n`);
    expect(side.side.fields).toEqual(['cpf', 'name']);
    const { summary } = await compared(side, await sideFrom(csv));
    expect(summary).toMatchObject({ older: { identifiers: 0 }, changes: { appeared: 2 } });
  });

  it('may have kept no column of a result but the status', async () => {
    const older = await sideFrom(`cpf,lookup_status\n${A},found\n${B},found\n`);
    const newer = await sideFrom(`cpf,lookup_status\n${A},found\n${B},not_found\n`);
    expect((await compared(older, newer)).changes).toMatchObject([
      { id: B, change: 'no_longer_found' },
    ]);
  });
});
