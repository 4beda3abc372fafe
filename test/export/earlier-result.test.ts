import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cpfAt, testWorld } from '../batch/support.js';
import { formatId } from '../../src/identifiers/index.js';

const [ANA, BIA, CID] = [cpfAt(1), cpfAt(2), cpfAt(3)];
const INPUT = `nome;"cpf";obs\r\n"Ana; ""A""";${ANA};  x \r\nBia;"${BIA}"\r\nZé;1;'y\r\nCid;${CID};"z"\r\n`;
const FIRST = '2026-01-05T12:00:06.000Z';

/** Runs on the input, and again on its result. */
async function twice(format = 'csv', edit = (text: string) => text) {
  let missing = BIA;
  const world = await testWorld({ isFound: (id) => id !== missing });
  const first = await world.run(await world.file(INPUT));
  const bytes = await world.exported(first.batch, { target: join(world.folder, `one.${format}`) });
  missing = '';
  const earlier = format === 'xlsx' ? bytes : edit(bytes.toString());
  const second = await world.run(await world.file(earlier, `one.${format}`));
  return { world, earlier: bytes.toString(), second };
}

describe('a result as the input of a run', () => {
  it('is answered from the ledger, and what was not found is asked for again', async () => {
    const { world, earlier, second } = await twice();
    expect(second.summary).toMatchObject({ rows: 4, invalid: 1, reused: 2, found: 3, notFound: 0 });
    const [head, ...rows] = (await world.exported(second.batch)).toString().split('\r\n');
    expect(head).toBe(earlier.split('\r\n')[0]);
    expect(rows.map((row) => row.split(';lookup')[0]?.split(/;(?=found|invalid|$)/)[0])).toEqual([
      `"Ana; ""A""";${ANA};  x `,
      `Bia;"${BIA}";`,
      "Zé;1;'y",
      `Cid;${CID};"z"`,
      '',
    ]);
    expect(rows[0]).toContain(`;found;;ledger;${FIRST};${ANA};`);
    expect(rows[1]).toMatch(new RegExp(`;found;;api;2026[^;]+;${BIA};`));
    expect(
      new Set(rows.slice(0, 4).map((row) => row.replace('Ana; ', '').split(';').length)),
    ).toEqual(new Set([(head ?? '').split(';').length]));
  });

  it('keeps columns that were added after those of the result', async () => {
    const { world, second } = await twice('csv', (text) =>
      text.replaceAll(/\r\n/g, ';own\r\n').replace(/;own\r\n/, ';mine\r\n'),
    );
    const [head, ana] = (await world.exported(second.batch)).toString().split('\r\n');
    expect(head).toMatch(/^nome;"cpf";obs;mine;lookup_status;/);
    expect(ana).toContain(`;${ANA};  x ;own;found;;ledger;`);
  });

  it('is left out of every other format, too', async () => {
    const { world, second } = await twice('xlsx');
    const text = (await world.exported(second.batch, { format: 'json' })).toString();
    const [ana] = JSON.parse(text) as Record<string, unknown>[];
    expect(Object.keys(ana ?? {}).slice(0, 5)).toEqual([
      ...['nome', 'cpf', 'obs', 'lookup_status', 'lookup_reason'],
    ]);
    expect(text).not.toContain('input_lookup');
    const excel = (await world.exported(second.batch, { excel: true })).toString();
    expect(excel.match(/lookup_status/g)).toHaveLength(1);
    expect(excel.split('\r\n')[2]).toMatch(new RegExp(`^Bia;${formatId('cpf', BIA)};;found;;api;`));
    const target = join(world.folder, 'two.xlsx');
    const third = await world.run(
      await world.file(await world.exported(second.batch, { target }), 'two.xlsx'),
    );
    expect(third.summary).toMatchObject({ rows: 4, reused: 3 });
  });

  const asItIs = (name: string) => name;
  it.each<[string, RegExp, (name: string) => string]>([
    ['one column that was left in it', /^(?:nome|cpf|lookup_name)$/, asItIs],
    ['some columns that were left in it', /^(?:nome|cpf|lookup_cpf|lookup_day)$/, asItIs],
    [
      'a status with another name',
      /^/,
      (name: string) => name.replace('lookup_status', 'situacao'),
    ],
    ['names in capitals', /^/, (name: string) => name.toUpperCase()],
  ])('has each of its columns once: %s', async (_, kept, rename) => {
    const { world, second } = await twice('csv', (text) => {
      const [head = [], ...rows] = text.split('\r\n').map((line) => line.split(';'));
      const at = head.flatMap((name, index) =>
        kept.test(name.replaceAll('"', '')) ? [index] : [],
      );
      const names = head.map(rename);
      return [names, ...rows.slice(1)]
        .map((line) => at.map((index) => line[index] ?? '').join(';'))
        .join('\r\n');
    });
    const [head = '', first = ''] = (await world.exported(second.batch)).toString().split('\r\n');
    const names = head.toLowerCase().split(';');
    expect(names.filter((name) => name.startsWith('lookup_'))).toHaveLength(12);
    expect(new Set(names).size).toBe(names.length);
    expect(first.split(';')).toHaveLength(names.length);
  });
});
