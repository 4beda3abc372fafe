import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UnpackLimit } from '../../../src/input/unpack-limit.js';
import { openArchive } from '../../../src/input/workbook/archive.js';
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
async function partOf(name: string, part: string): Promise<string> {
  const path = join(user.folder, name);
  const archive = await openArchive(
    path,
    new UnpackLimit(name, (await readFile(path)).length * 99),
  );
  const text = (await buffer(await archive.read(part))).toString();
  archive.close();
  return text;
}

/** The shown cells of the sheet of totals, row by row. */
const totalsOf = async (name: string) =>
  [...(await partOf(name, 'xl/worksheets/sheet2.xml')).matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(
    ([, row = '']) => [...row.matchAll(/<(?:t|v)[^>]*>([^<]*)</g)].map(([, text]) => text),
  );

it('has the counts, reasons and cost of the batch in the language of the user', async () => {
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
});

it('names no person, although the name of the file does', async () => {
  const text = await partOf('out.xlsx', 'xl/worksheets/sheet2.xml');
  expect(text).toContain('.csv');
  expect(text).not.toMatch(new RegExp(`${makeCpf(9)}|${makeCpf(1)}|Ana`));
});

it('stands after the result, under a name by which it is known again', async () => {
  const book = await partOf('out.xlsx', 'xl/workbook.xml');
  expect(book).toMatch(/<sheet name="Resultado"[^>]*\/><sheet name="confere"/);
  expect(book).toContain(
    `<definedName name="_confere_totals" hidden="1">'confere'!$A$1</definedName>`,
  );
});

it('is in an export too, and in no result that is a text', async () => {
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
  await user.ends(0, '--sandbox bulk export -o text.csv');
  expect(await user.read('text.csv')).not.toContain('Rows');
});
