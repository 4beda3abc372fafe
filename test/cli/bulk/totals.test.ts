import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unpackParts } from '../../export/workbook/into.js';
import { makeCpf, newInProcessUser } from '../support.js';
import type { User } from '../support.js';

let user: User;

beforeAll(async () => {
  user = await newInProcessUser();
  await user.file(`${makeCpf(9)}.csv`, `cpf,nome\n${makeCpf(1)},Ana\n${makeCpf(1)},Ana\n123,Bia\n`);
  await user.ends(0, `--sandbox bulk run ${makeCpf(9)}.csv -o out.xlsx`, {
    env: { CONFERE_LANG: 'pt-BR' },
  });
});

afterAll(() => user[Symbol.asyncDispose]());

/** The XML of a part of a workbook. */
const partOf = async (name: string, part: string) =>
  (await unpackParts(await readFile(join(user.folder, name)))).get(part)?.toString() ?? '';

/** The shown cells of the sheet of totals, row by row. */
const totalsOf = async (name: string) =>
  [...(await partOf(name, 'xl/worksheets/sheet2.xml')).matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(
    ([, row = '']) => [...row.matchAll(/<(?:t|v)[^>]*>([^<]*)</g)].map(([, text]) => text),
  );

it('has the counts, reasons and cost of the batch in the language of the user, and names no person', async () => {
  const rows = await totalsOf('out.xlsx');
  expect(rows).toEqual(
    expect.arrayContaining([
      ['Linhas', '3'],
      ['Linhas inválidas', '1'],
      ['  formato', '1'],
      ['Duplicadas', '1'],
      ['Identificadores diferentes', '1'],
      ['Encontrados', '1'],
      ['Créditos cobrados', '1'],
      ['Créditos economizados (já pagos)', '0'],
    ]),
  );
  expect(rows.flat().join()).toContain('sandbox');
  // The name of the file has a CPF.
  expect(rows.flat().join()).toContain('.csv');
  expect(rows.flat().join()).not.toMatch(new RegExp(`${makeCpf(9)}|${makeCpf(1)}|Ana`));
});

it('is in an export too', async () => {
  await user.ends(0, '--sandbox bulk export -o en.xlsx --only found');
  expect(await totalsOf('en.xlsx')).toContainEqual(['Rows', '3']);
  await user.ends(0, '--sandbox bulk export -o match.xlsx --compare name=nome');
  const rows = await totalsOf('match.xlsx');
  expect(rows.slice(rows.findIndex(([name]) => name === 'Compared: name')).slice(1, 5)).toEqual([
    ['  Equal', '0'],
    ['  Similar', '0'],
    ['  Different', '2'],
    ['  Nothing to compare', '1'],
  ]);
});
