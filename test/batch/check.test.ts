import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkFile } from '../../src/batch/check/check.js';
import { writeRejects } from '../../src/export/rejects.js';
import type { InputOptions } from '../../src/input/index.js';
import { makeCnpj } from '../helpers/invented.js';
import { cpfAt, cpfs, testWorld } from './support.js';

const ROWS = [
  ...cpfs(8).map((id) => `a;${id}`),
  `b;${cpfAt(1)}`,
  'c;11111111111;x',
  'd;',
  `e;${makeCnpj(1)}`,
  'f',
  'g;529.982.247-24',
];
const CONTENT = `nome;CPF\n${ROWS.join('\n')}\n${'h;\n'.repeat(4)}`;

it('a check reports each reason with its first five rows, and what else is irregular', async () => {
  const path = await (await testWorld()).file(CONTENT);
  const report = await checkFile({ path, name: 'in.csv', input: {} });
  expect(report.summary).toMatchObject({ rows: 18, invalid: 9, duplicates: 1, unique: 8 });
  expect(report.findings).toMatchObject({
    reasons: {
      repeated: { count: 1, first: [11] },
      empty: { count: 6, first: [12, 14, 16, 17, 18] },
      format: { count: 1, first: [13] },
      check_digit: { count: 1, first: [15] },
    },
    duplicates: { count: 1, first: [10] },
    ragged: { count: 2, first: [11, 14] },
    otherKind: { count: 1, first: [13] },
  });
});

const meant = { option: '2', name: '"cpf"', kind: 'cpf', validShare: 1 };
const REFUSED = { code: 'no_valid_cell', kind: 'usage' };

it.each<[string, InputOptions, object]>([
  ['empty', { column: 'obs', kind: 'cpf' }, { facts: { reasons: { empty: 2 }, meant } }],
  ['of names', { column: 'nome' }, { facts: { option: '1', kind: 'both', meant } }],
  ['of the other kind', { column: 'cpf', kind: 'cnpj' }, { code: 'other_kind', facts: meant }],
  [
    'of the first parts of CNPJs',
    { column: 'raiz', kind: 'cnpj' },
    { facts: { reasons: { cnpj_root: 2 } } },
  ],
])(
  'a column without an identifier (%s) is refused by a check and by a plan',
  async (_, input, wanted) => {
    const world = await testWorld();
    const rows = `Ana;${cpfAt(1)};;41230930\nBia;${cpfAt(2)};;08773135\n`;
    const path = await world.file(`nome;cpf;obs;raiz\n${rows}`);
    const refused = { ...REFUSED, ...wanted };
    await expect(checkFile({ path, name: 'in.csv', input })).rejects.toMatchObject(refused);
    await expect(world.run(path, { input })).rejects.toMatchObject(refused);
    expect(await world.ledger().findBatches({})).toEqual([]);
  },
);

it.each(['utf8', 'utf16le', 'latin1'] as const)(
  'rejected rows keep the bytes and the byte-order mark of %s',
  async (encoding) => {
    const mark = encoding === 'latin1' ? '' : '\ufeff';
    const text = `CPF;nome\r\n${cpfAt(1)};João\r\n111;"é ""x"""\r\n`;
    const world = await testWorld();
    const path = await world.file(Buffer.from(mark + text, encoding));
    const { layout } = await checkFile({ path, name: 'in.csv', input: {} });
    const rejects = join(world.folder, 'bad.csv');
    await writeRejects(path, layout, 'in.csv', {
      path: rejects,
      overwrite: false,
      temporaryId: 'u',
    });
    const wanted = `${mark}CPF;nome;lookup_status;lookup_reason;lookup_row\r\n111;"é ""x""";invalid;format;3\r\n`;
    expect((await readFile(rejects)).equals(Buffer.from(wanted, encoding))).toBe(true);
  },
);
