import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { checkFile } from '../../src/batch/check/check.js';
import { ConfereError } from '../../src/base/errors.js';
import { buildAddedHeadings } from '../../src/export/cells.js';
import { writeResult } from '../../src/export/index.js';
import type { RowSource } from '../../src/export/rows.js';
import {
  detectLayout,
  toBytes,
  unpackInput,
  type InputLayout,
  type InputRow,
} from '../../src/input/index.js';
import { UnpackLimit } from '../../src/input/unpack-limit.js';
import { readNumberFormats } from '../../src/input/workbook/number-format.js';
import { readSheetRows } from '../../src/input/workbook/sheet-rows.js';
import { readStrings } from '../../src/input/workbook/texts.js';
import type { Batch } from '../../src/ledger/index.js';
import { errorSentence } from '../../src/messages/people.js';
import { allPaths } from '../../src/records/fields.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import {
  number,
  rawWorkbook,
  shared,
  sheetWith,
  text,
  workbook,
} from '../helpers/files/workbook.js';
import { rowsOf } from '../input/files.js';
import { holdsFor } from './changed.js';

/** Texts of files as they come, one a line as JSON; `{cpf 1}` and `{cnpj 1}` are identifiers. */
const texts = readFileSync(new URL('files.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) =>
    (JSON.parse(line) as string).replaceAll(/\{cpf (\d+)\}/g, (_, n) => makeCpf(Number(n))),
  )
  .map((text) => text.replaceAll(/\{cnpj (\d+)\}/g, (_, n) => makeCnpj(Number(n))));
const files = {
  seeds: [
    ...texts.map((each) => Buffer.from(each)),
    ...texts.slice(0, 3).map((each) => Buffer.from(`\ufeff${each}`, 'utf16le')),
    Buffer.from(texts[4] ?? '', 'latin1'),
    gzipSync(texts[1] ?? ''),
  ],
  words: [
    ...['cpf', 'cnpj', 'sep=;', '"', '""', '\r\n', '\n\n', ';', '\t', '11111111111', 'ção €'],
    ...['\r\r\n', ', "', ',00', '\x1a', '\ufeff', '000', '***', '<td>', '</td>', 'E10'],
    ...[makeCpf(9), makeCnpj(9)],
  ],
};

/** What `use` makes of the input as a file; undefined if the file is refused, which must show no CPF. */
async function fromFile<T>(
  input: Buffer,
  use: (path: string) => Promise<T>,
): Promise<T | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-fuzz-'));
  try {
    const path = join(folder, 'in.csv');
    writeFileSync(path, input);
    return await use(path);
  } catch (error) {
    if (!(error instanceof ConfereError && error.kind === 'usage')) throw error;
    expect(errorSentence(error)).not.toMatch(/\d{11}/);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sumsHold(input: Buffer): Promise<void> {
  await fromFile(input, async (path) => {
    const origin = await unpackInput(path, {}, 'in');
    const { layout, summary, findings } = await checkFile({ path, name: 'in', input: {}, origin });
    const rows = await rowsOf(path, layout);
    const { invalid, duplicates, unique, repaired } = summary;
    const counts = Object.values(findings.reasons).map(({ count }) => count);
    expect(rows.map((row) => row.number)).toEqual(rows.map((_, index) => index + 1));
    expect(summary.rows).toBe(rows.length);
    expect(invalid + duplicates + unique).toBe(rows.length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(invalid);
    expect(findings.repaired.count).toBe(repaired);
    expect(new Set(rows.flatMap(({ reading: r }) => (r.valid ? [r.id] : []))).size).toBe(unique);
  });
}

it('counts every row of any file once, or refuses the file', () => holdsFor(files, sumsHold));

/** Between the parts of a workbook that are XML and not packed yet. */
const NEXT_PART = '\0';
const row = (cells: string) => `<row r="3">${cells}</row>`;
const styles =
  '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="00000000000"/></numFmts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="200"/></cellXfs></styleSheet>';
const masks = styles.replace(
  'formatCode="00000000000"',
  'formatCode="[&lt;=99999999999]000\\.000\\.000\\-00;00\\.000\\.000\\/0000\\-00"',
);
const far = (reference: string, more = '') => `<c r="${reference}" s="2"><v>${more}</v></c>`;
const strings = `<sst><si><t>cpf</t></si><si><r><t>${makeCpf(1)}</t></r><rPh><t>x</t></rPh></si></sst>`;
const named = `<x:row><x:c t="str"><x:v>${makeCpf(2)}</x:v></x:c></x:row>`;
const packed = workbook({
  sheets: [
    { name: 'A', rows: [[text('CPF')], [text(makeCpf(1))], undefined, [shared(0)]] },
    { name: 'B', hidden: true, rows: [[number(1)]] },
  ],
  strings: ['<t>x</t>'],
  formats: ['000\\.000\\.000\\-00'],
});
const workbooks = {
  seeds: [
    packed,
    ...[
      [sheetWith(''), strings, styles],
      [sheetWith(row(number(52998224725, 2) + number(45000, 1) + shared(1))), strings, styles],
      [sheetWith(row(`<c r="A3" t="b"><v>1</v></c><c r="C3" t="e"><v>#N/A</v></c>${shared(99)}`))],
      [sheetWith(row(`<c r="A3" t="inlineStr"><is><t>_x000D_&#10;&amp;</t></is></c>`))],
      [
        sheetWith(row(number(11222333000181, 2)) + `<row r="4">${far('A4', '52998224725')}</row>`),
        strings,
        masks,
      ],
      [sheetWith(`<row r="9" hidden="1">${far('ZZ9', '1')}</row><row r="12">${far('ZZ12')}</row>`)],
      [sheetWith(`<row>${far('A')}${far('CVM', makeCpf(3))}${far('B', '7')}</row>`.repeat(9))],
      [`<x:worksheet xmlns:x="m"><x:sheetData>${named}</x:sheetData></x:worksheet>`],
    ].map((parts) => Buffer.from(parts.join(NEXT_PART))),
  ],
  words: [
    ...['<row>', '</row>', '<c t="s"><v>0</v></c>', '<v>', '</v>', '<is><t>', '&#x0;', '&amp;'],
    ...['<c r="XFD"/>', '<row r="1048576">', ' hidden="1"', '[&lt;=9]', '[h]', ';', '%', 'General'],
    ...['<!--', '-->', '<![CDATA[', ']]>', ' r="XFD1"', ' r="A1048577"', ' t="inlineStr"', '1E+10'],
    ...[' s="2"', '<mergeCell ref="A1:B2"/>', '<?xml encoding="utf-16"?>', NEXT_PART, makeCpf(5)],
  ],
};

/** The converter calls every error of a workbook damage, so defects of its readers must be looked for here. */
async function isReadable([sheet, texts, formats]: readonly Buffer[]): Promise<void> {
  const part = (bytes: Buffer | undefined) => Readable.from([bytes ?? Buffer.alloc(0)]);
  try {
    const unpacked = new UnpackLimit('book.xlsx', Infinity);
    const strings = await readStrings(part(texts), unpacked);
    const styles = await readNumberFormats(part(formats), unpacked);
    const rows = readSheetRows(part(sheet), unpacked, { strings, styles, epoch1904: false });
    while ((await rows.next()).done !== true);
  } catch (error) {
    const defects = [TypeError, RangeError, ReferenceError];
    if (defects.some((defect) => error instanceof defect)) throw error;
  }
}

it('reads or refuses any workbook, whatever its archive and XML say', () =>
  holdsFor(workbooks, async (input) => {
    if (input.subarray(0, 4).equals(packed.subarray(0, 4))) return sumsHold(input);
    const given = input.toString('latin1').split(NEXT_PART);
    const defaults = [undefined, '<sst/>', '<styleSheet/>'];
    const parts = defaults.map((none, at) => Buffer.from(given[at] ?? none ?? '', 'latin1'));
    await isReadable(parts);
    const [sheet = input, strings = input, styles = input] = parts;
    await sumsHold(rawWorkbook({ sheet, strings, styles }));
  }));

/** A record with everything that a cell must be quoted for. */
const NAME = 'a"b;c,d|e\tf\ng\r';
const AT = Date.UTC(2026, 0, 2);
/** Every second identifier was found, by its last digit. */
const isFound = (id: string) => Number(id.at(-1)) % 2 === 0;

async function resultOf(path: string, layout: InputLayout, rows: number): Promise<Buffer> {
  const facts = { num: 1, id: 'b', file: 'in.csv', rows, kind: layout.kind };
  const input = { inputHash: null, inputSize: null, erased: { rows: [] } };
  const found = { job: 1, answer: 'found', answeredAt: AT, record: 1 };
  const items = { get: (_: number, id: string) => (isFound(id) ? found : undefined) };
  const ledger = {
    readJobs: () => Promise.resolve([]),
    findDoubtsAboutPlanned: () => Promise.resolve([]),
    readRowItems: () => Promise.resolve(items),
    readRecords: () => Promise.resolve(new Map([[1, { fetchedAt: AT, data: { name: NAME } }]])),
  } as unknown as RowSource['ledger'];
  const pieces: Buffer[] = [];
  const target = new Writable({
    write: (piece: Buffer, _, done) => {
      pieces.push(piece);
      done();
    },
  });
  const wishes = { excel: false, overwrite: false, partial: true, isOwnResult: false } as const;
  const batch = { ...facts, ...input } as unknown as Batch;
  const request = { target, format: 'csv', ...wishes };
  await writeResult({ ledger, batch, path, layout, source: 'api' }, request, () => 'id');
  return Buffer.concat(pieces);
}

/** The row as it must stand in the result: its own bytes, and behind them what was found. */
function expectedLine({ reading, cells, raw }: InputRow, layout: InputLayout): Buffer {
  const { delimiter, columns, lineEnd, encoding, kind } = layout;
  const missing = delimiter.repeat(Math.max(0, columns.length - cells.length));
  const found = { status: 'found', source: 'api', fetched_at: new Date(AT).toISOString() };
  const added: Readonly<Record<string, string>> = !reading.valid
    ? { status: 'invalid', reason: reading.reason }
    : isFound(reading.id)
      ? { ...found, [reading.kind]: reading.id, name: `"${NAME.replace('"', '""')}"` }
      : { status: 'pending', [reading.kind]: reading.id };
  const names = buildAddedHeadings(allPaths(kind)).map((name) => name.replace('lookup_', ''));
  const own = names.map((name) => delimiter + (added[name] ?? ''));
  return toBytes(raw + missing + own.join('') + lineEnd, encoding);
}

/** Whether the rows, from the last to the first, are the input's own bytes with no other rows between. */
function areOfInput(input: Buffer, rows: readonly InputRow[], { encoding, shape }: InputLayout) {
  // A line between rows that is none is blank, or a comment in a list. The encoding may have NULs, a mark is no text.
  // eslint-disable-next-line no-control-regex
  const noText = /^[\s\0\x1a\xa0\xbb\xbf\xef\xfe\xff]*$/;
  const isNoRow = (line: string) =>
    noText.test(line) || (shape === 'list' && /^[\s\0]*#/.test(line));
  let end = input.length;
  for (const { raw } of rows.toReversed()) {
    const bytes = toBytes(raw, encoding);
    const from = input.lastIndexOf(bytes, end - bytes.length);
    if (from < 0 || end < bytes.length) return false;
    const between = input.subarray(from + bytes.length, end).toString('latin1');
    if (!between.split(/[\r\n]/).every(isNoRow)) return false;
    end = from;
  }
  return true;
}

it('gives a result the rows of its input, in order, with their own bytes', () =>
  holdsFor(files, async (input) => {
    await fromFile(input, async (path) => {
      const layout = await detectLayout(path, {});
      const rows = await rowsOf(path, layout);
      const result = await resultOf(path, layout, rows.length);
      const lines = Buffer.concat(rows.map((one) => expectedLine(one, layout)));
      const head = result.length - lines.length;
      expect(head).toBeGreaterThan(0);
      expect(result.subarray(head).equals(lines)).toBe(true);
      // Of several marks the result has one.
      const mark = layout.bom % 3 === 0 ? Math.min(layout.bom, 3) : 2;
      expect(result.subarray(0, mark)).toEqual(input.subarray(0, mark));
      expect(areOfInput(input, rows, layout)).toBe(true);
    });
  }));
