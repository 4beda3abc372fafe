import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { execaSync } from 'execa';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refuseShape } from '../../src/export/index.js';
import type { ExportRow, RowResult } from '../../src/export/rows.js';
import { MAX_TEXT_LENGTH } from '../../src/export/sheet-xml.js';
import { buildParts } from '../../src/export/workbook-parts.js';
import { createXlsxFormat } from '../../src/export/xlsx.js';
import type { InputLayout } from '../../src/input/index.js';
import { UnpackLimit } from '../../src/input/unpack-limit.js';
import { convertWorkbook } from '../../src/input/workbook/convert.js';
import { openArchive } from '../../src/input/workbook/archive.js';
import { cpfAt, testWorld } from '../batch/support.js';
import { number, text, workbook } from '../helpers/files/workbook.js';
import { file } from '../input/files.js';
import { anyCharacter, isQuick, runs } from '../helpers/runs.js';

const NOTHING: RowResult = { status: 'invalid', reason: '', source: '', fetchedAt: '', data: null };

function layoutWith(columns: readonly string[]): InputLayout {
  return {
    encoding: 'utf8',
    bom: 0,
    delimiter: ',',
    lineEnd: '\n',
    preamble: 0,
    hasHeader: true,
    columns,
    column: 0,
    kind: 'cpf',
  };
}

function rowOf(cells: readonly string[], result: Partial<RowResult> = {}): ExportRow {
  const row = {
    number: 1,
    sheetRow: 2,
    raw: '',
    cells,
    reading: { valid: false, reason: 'format' },
  } as const;
  return { row, result: { ...NOTHING, ...result } };
}

async function workbookOf(columns: readonly string[], rows: readonly ExportRow[]) {
  const format = createXlsxFormat(layoutWith(columns), [{ name: 'year', path: ['year'] }]);
  const sheet = [format.head?.(), format.rows(rows), format.tail?.()].map(
    (one) => one ?? Buffer.alloc(0),
  );
  const bytes = await buffer(format.pack?.(Readable.from(sheet)) ?? Readable.from([]));
  return { bytes, cut: format.countCut?.(), xml: Buffer.concat(sheet).toString() };
}

/** The name of the first sheet, and its cells as the reader of inputs returns them. */
async function converted(bytes: Buffer) {
  const path = file(bytes);
  const counter = () => new UnpackLimit('out.xlsx', bytes.length);
  const { sheet } = await convertWorkbook(path, { sheet: '1' }, counter);
  const rows: string[][] = parse(await readFile(path), { relax_column_count: true });
  return { name: sheet.name, rows };
}

const readBack = async (bytes: Buffer) => (await converted(bytes)).rows;

describe('a workbook', () => {
  it('breaks with the rows that it is made of, and lets go of them when nobody reads on', async () => {
    const format = createXlsxFormat(layoutWith(['a']), []);
    const broken = new Error('the ledger is gone');
    const seen = { isBegun: false, isOver: false };
    async function* sheet(isBroken: boolean) {
      try {
        for (let row = 0; row < 1000; row += 1) {
          seen.isBegun = await Promise.resolve(true);
          yield format.rows(Array.from({ length: 100 }, () => rowOf([String(Math.sin(row))])));
          if (isBroken) throw broken;
        }
      } finally {
        seen.isOver = true;
      }
    }
    const read = format.pack?.(sheet(true)) ?? Readable.from([]);
    await expect(buffer(read)).rejects.toBe(broken);
    Object.assign(seen, { isBegun: false, isOver: false });
    for await (const bytes of format.pack?.(sheet(false)) ?? [])
      if (seen.isBegun && bytes.length > 0) break;
    await expect.poll(() => seen.isOver).toBe(true);
  });

  it('keeps every text, with any characters', async () => {
    const cell = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1 }),
      fc.constantFrom('00012', '=1+1', '_x0041_', ' a ', 'a\r\nb', '\u0000\u000b', '&lt;<&>"'),
    );
    const table = fc.integer({ min: 2, max: 6 }).chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 10,
      }),
    );
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const width = rows[0]?.length ?? 0;
        const columns = Array.from({ length: width }, (_, index) => `c${index}`);
        const { bytes } = await workbookOf(
          columns,
          rows.map((cells) => rowOf(cells)),
        );
        const [head, ...back] = await readBack(bytes);
        expect(head?.slice(0, width)).toEqual(columns);
        expect(back.map((row) => row.slice(0, width))).toEqual(
          rows.map((cells) => cells.map((each) => each.replaceAll(/\p{Surrogate}/gu, '\ufffd'))),
        );
      }),
      // A workbook of several rows takes hardly longer than one with a single row.
      { numRuns: runs(15) },
    );
  });

  it('marks texts that begin like a formula, also behind what is invisible', async () => {
    const cells = ['=1+1', '\u00a0\u200b＝1', '\ufeff@a', '-5', 'a=1'];
    const { bytes, xml } = await workbookOf(['=h', 'b', 'c', 'd', 'e'], [rowOf(cells)]);
    const styles = [...xml.matchAll(/<c r="[A-E]\d" s="(\d)"/g)].map(([, style]) => style);
    expect(styles.join('')).toBe('4222233331');
    expect((await readBack(bytes))[1]?.slice(0, 5)).toEqual(cells);
    const xfs = buildParts('x').flatMap(([name, part]) =>
      name === 'xl/styles.xml'
        ? [...(part.split('<cellXfs')[1] ?? '').matchAll(/<xf [^>]*>/g)]
        : [],
    );
    expect(xfs.map(([xf]) => xf.includes('quotePrefix="1"'))).toEqual([
      ...[false, false, false, true, true, false, false, false],
    ]);
  });

  it('keeps its header visible, with filter buttons, and is a valid archive for other programs', async () => {
    const rows = Array.from({ length: 450 }, (_, n) => rowOf([`v${n}`]));
    const { bytes, xml } = await workbookOf(['a'], rows);
    expect(xml).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    );
    expect(xml).toContain('<autoFilter ref="A1:F451"/>');
    expect((await readBack(bytes)).map(([first]) => first)).toEqual([
      'a',
      ...rows.map((_, n) => `v${n}`),
    ]);
    const tested = execaSync('unzip', ['-t', file(bytes)], { reject: false });
    if (tested.code !== 'ENOENT') expect(tested.stdout).toContain('No errors detected');
  });

  it('marks a text that a cell cannot hold, and counts it', async () => {
    const long = 'x'.repeat(MAX_TEXT_LENGTH);
    const pair = `${'x'.repeat(MAX_TEXT_LENGTH - 2)}😀y`;
    const { bytes, cut } = await workbookOf(['a', 'b', 'c'], [rowOf([long, `${long}y`, pair])]);
    const [, row] = await readBack(bytes);
    expect(row?.slice(0, 3)).toEqual([
      long,
      `${long.slice(1)}…`,
      `${'x'.repeat(MAX_TEXT_LENGTH - 2)}…`,
    ]);
    expect(cut).toBe(2);
  });

  it.skipIf(isQuick)('refuses more rows than a worksheet holds, known in advance or not', () => {
    const most = 1_048_575;
    const tooMany = expect.objectContaining({ code: 'workbook_too_large' }) as Error;
    const told = (rows: number, more = {}) => {
      refuseShape({ target: 'out.xlsx', ...more }, 'cpf', rows);
    };
    told(most);
    told(most + 1, { only: ['found'] });
    told(most + 1, { target: 'out.csv' });
    expect(() => {
      told(most + 1);
    }).toThrow(tooMany);
    const format = createXlsxFormat(layoutWith([]), []);
    const row = rowOf([]);
    format.head?.();
    // Few calls with many rows, because each call takes time: 1,023 of 1,025 rows.
    const rows = Array<ExportRow>(1_025).fill(row);
    for (let n = 0; n < most; n += rows.length) format.rows(rows);
    expect(() => format.rows([row])).toThrow(tooMany);
  });
});

const FORMATS = ['dd/mm/yyyy', '00000', '"R$" #,##0.00', 'hh:mm:ss', '000"."000"-"00'];
const [DATE, ZEROS, MONEY, TIME, PUNCTUATED] = [1, 2, 3, 4, 5];
const asText = (shown: string) => `<is><t>${shown}</t></is>`;

/** The cells of a row of a workbook, and what is in those of a result. */
const CELLS: readonly (readonly [column: string, cell: string, result: string])[] = [
  // An identifier is a text in the result, also where it was a number.
  ['cpf', number(Number(cpfAt(1))), asText(cpfAt(1))],
  ['data', number(45_001, DATE), asText('16/03/2023')],
  ['cep', number(1_235, ZEROS), asText('01235')],
  ['valor', number(11.5, MONEY), '<v>11.5</v>'],
  ['hora', number(0.25, TIME), asText('06:00:00')],
  // Below it stands a text, which makes texts of all.
  ['misto', number(7), asText('7')],
  ['texto', text('001'), asText('001')],
  ['sim', '<c t="b"><v>1</v></c>', asText('TRUE')],
  ['codigo', number(12_345, PUNCTUATED), asText('000.123-45')],
  ['instante', number(45_000.75, DATE), asText('15/03/2023')],
];
const below = [cpfAt(2), ...Array<string>(4).fill(''), '7'].map(text);

it('a workbook out of rows of a workbook has numbers as numbers and other cells as they are shown, also the second time', async () => {
  const rows = [CELLS.map(([column]) => text(column)), CELLS.map(([, cell]) => cell), below];
  const world = await testWorld();
  const book = { formats: FORMATS, sheets: [{ name: 'Clientes & "Cia"', rows }] };
  let input = await world.file(workbook(book), 'in.xlsx');
  for (const name of ['one.xlsx', 'two.xlsx']) {
    const { batch } = await world.run(input);
    input = join(world.folder, name);
    const bytes = await world.exported(batch, { target: input });
    expect((await converted(bytes)).name).toBe('Clientes & "Cia"');
    const archive = await openArchive(file(bytes), new UnpackLimit('x', 1e9));
    const xml = (await buffer(await archive.read('xl/worksheets/sheet1.xml'))).toString();
    archive.close();
    const [, row = ''] = /<row r="2"[^>]*>(.*?)<\/row>/.exec(xml) ?? [];
    const cells = Array.from(row.matchAll(/<c [^>]*>(.*?)<\/c>/g), ([, cell]) => cell);
    expect(cells.slice(0, CELLS.length)).toEqual(CELLS.map(([, , result]) => result));
  }
});
