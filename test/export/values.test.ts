import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, test } from 'vitest';
import { toServiceText, toServiceTime } from '../../src/export/dates.js';
import { buildTypedCell } from '../../src/export/values.js';
import { writeColsXml, computeWidths } from '../../src/export/widths.js';
import { UnpackLimit } from '../../src/input/unpack-limit.js';
import { openArchive } from '../../src/input/workbook/archive.js';
import { cpfAt, testWorld } from '../batch/support.js';
import { file } from '../input/files.js';

test.each([
  ['birthDate', '31/12/1980', { date: '1980-12-31', text: '31/12/1980' }],
  ['data_inicio_atividade', '2001-02-03', { date: '2001-02-03', text: '2001-02-03' }],
  ['data_inicio_atividade', 'ontem', 'ontem'],
  ['data_opcao_mei', null, ''],
  // Only the documented dates are dates.
  ['complemento', '2001-02-03', '2001-02-03'],
  ['capital_social', '1000,00', { amount: 1000 }],
  ['capital_social', '1.234.567,89', '1.234.567,89'],
  ['capital_social', '99999999999999999,00', '99999999999999999,00'],
  ['year', 1980, 1980],
  ['cep', '01310100', '01310100'],
  ['cnae_principal', '4637102', '4637102'],
  ['cpf', '00000000191', '00000000191'],
  ['telefones', [{ ddd: '11', numero: '30000000' }], '(11) 30000000'],
])('%s %j is %j in a workbook', (name, value, cell) => {
  expect(buildTypedCell({ name, path: [name] }, value)).toEqual(cell);
});

test.each([
  ['birthDate', '31/12/1980', '31/12/1980'],
  ['birthDate', '1980-12-31', '31/12/1980'],
  ['data_inicio_atividade', '03/02/2001', '2001-02-03'],
  ['capital_social', '110000.2', '110000,20'],
  ['capital_social', '667000', '667000,00'],
  ['capital_social', '1000,00', '1000,00'],
  ['numero', '110000.2', '110000.2'],
])('%s %s of a workbook is %s to the service', (field, shown, told) => {
  expect(toServiceText(field, shown)).toBe(told);
});

test('a time of a workbook is again a time in UTC', () => {
  const at = new Date(2026, 10, 28, 17, 2, 20).toISOString();
  expect(toServiceTime('28/11/2026 17:02:20')).toBe(at);
  expect(toServiceTime(at)).toBe(at);
});

/** The XML of the first sheet of a result of these rows. */
async function sheetOf(input: string): Promise<string> {
  const world = await testWorld();
  const { batch } = await world.run(await world.file(input));
  const bytes = await world.exported(batch, { target: join(world.folder, 'out.xlsx') });
  const archive = await openArchive(file(bytes), new UnpackLimit('x', 1e9));
  const xml = (await buffer(await archive.read('xl/worksheets/sheet1.xml'))).toString();
  archive.close();
  return xml;
}

const cellOf = (xml: string, place: string) =>
  new RegExp(`<c r="${place}"[^>]*>(.*?)</c>`).exec(xml)?.[0];

const CELLS = ['valor', 'saldo', 'misto', 'ponto', 'digitos'];
const ROWS = [
  ['1.234,56', '-3,5', '1,50', '1,500', '10'],
  ['10,00', '', '10', '2,300', '20'],
];

describe('a workbook out of text', () => {
  it('has columns of decimal commas as numbers, and digits alone as texts', async () => {
    const rows = ROWS.map((cells, n) => [cpfAt(n + 1), ...cells].join(';'));
    const xml = await sheetOf(`cpf;${CELLS.join(';')}\n${rows.join('\n')}\n`);
    expect(cellOf(xml, 'B2')).toBe('<c r="B2" s="7"><v>1234.56</v></c>');
    expect(cellOf(xml, 'B3')).toBe('<c r="B3" s="7"><v>10</v></c>');
    expect(cellOf(xml, 'C2')).toBe('<c r="C2"><v>-3.5</v></c>');
    for (const place of ['A2', 'D2', 'D3', 'E2', 'F2']) expect(cellOf(xml, place)).toContain('<t>');
  });

  it('has the time of an answer as a date, widths, and no marks at identifiers', async () => {
    const xml = await sheetOf(`cpf\n${cpfAt(1)}\n`);
    expect(cellOf(xml, 'E2')).toMatch(/^<c r="E2" s="6"><v>46\d{3}\.\d+<\/v><\/c>$/);
    expect(xml).toMatch(/<\/sheetViews><sheetFormatPr[^>]*><cols><col min="1" max="1" width="13"/);
    expect(xml).toContain(
      '<autoFilter ref="A1:M2"/><ignoredErrors><ignoredError sqref="A1:M2" numberStoredAsText="1"/></ignoredErrors></worksheet>',
    );
  });
});

test('widths follow the headings and the longest line of the first rows, within bounds', () => {
  const rows = [['x', 'a\nbcdefghijklm', 'y'.repeat(99), { amount: 1_234_567 }, 12]] as const;
  expect(computeWidths(['a', 'b', 'c', 'd', 'a long heading'], rows)).toEqual([9, 14, 50, 15, 17]);
  expect(writeColsXml([9, 14], 3, 'x:')).toBe(
    '<x:cols><x:col min="4" max="4" width="9" customWidth="1"/><x:col min="5" max="5" width="14" customWidth="1"/></x:cols>',
  );
});
