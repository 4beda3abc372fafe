import { Readable } from 'node:stream';
import { readNumberFormats } from '../../../src/input/workbook/number-text.js';
import { readStrings } from '../../../src/input/workbook/texts.js';
import { sheetRows } from '../../../src/input/workbook/sheet-rows.js';
import { makeCpf } from '../../helpers/invented.js';
import {
  number,
  shared,
  text,
  workbook,
  rawWorkbook,
  sheetWith,
} from '../../helpers/files/workbook.js';
import type { Target } from '../engine/explore.js';
import { detection } from './detection.js';

/** Between the parts of a workbook that are XML and not packed yet. */
const NEXT_PART = '\0';

const NAME = 'book.xlsx';
const DEFECTS = [TypeError, RangeError, ReferenceError];

const row = (cells: string) => `<row r="3">${cells}</row>`;
const styles =
  '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="00000000000"/></numFmts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="200"/></cellXfs></styleSheet>';
const strings = `<sst><si><t>cpf</t></si><si><r><t>${makeCpf(1)}</t></r><rPh><t>x</t></rPh></si></sst>`;

const parts: readonly (readonly string[])[] = [
  [sheetWith(''), strings, styles],
  [sheetWith(row(number(52998224725, 2) + number(45000, 1) + shared(1))), strings, styles],
  [
    sheetWith(row(`<c r="A3" t="b"><v>1</v></c><c r="C3" t="e"><v>#N/A</v></c>${shared(99)}`)),
    strings,
  ],
  [sheetWith(row(`<c r="A3" t="inlineStr"><is><t>_x000D_&#10;&amp;</t></is></c>`))],
  [
    `<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:v>${makeCpf(2)}</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
  ],
];

const packed = workbook({
  sheets: [
    { name: 'A', rows: [[text('CPF')], [text(makeCpf(1))], undefined, [shared(0)]] },
    { name: 'B', hidden: true, rows: [[number(1)]] },
  ],
  strings: ['<t>x</t>'],
  formats: ['000\\.000\\.000\\-00'],
});

/** The parts of a workbook; undefined if the input begins like a packed one. */
function partsOf(input: Buffer): Record<'sheet' | 'strings' | 'styles', Buffer> | undefined {
  if (input.subarray(0, 4).equals(packed.subarray(0, 4))) return undefined;
  const [sheet = '', texts = '<sst/>', formats = '<styleSheet/>'] = input
    .toString('latin1')
    .split(NEXT_PART);
  const [bytes, strings, styles] = [sheet, texts, formats].map((part) =>
    Buffer.from(part, 'latin1'),
  );
  return { sheet: bytes ?? input, strings: strings ?? input, styles: styles ?? input };
}

/** The converter calls every error of a workbook damage, so defects of its readers must be looked for here. */
async function mustBeReadable({ sheet, strings, styles }: Record<string, Buffer>): Promise<void> {
  try {
    const shared = {
      strings: await readStrings(Readable.from([strings]), NAME),
      styles: await readNumberFormats(Readable.from([styles]), NAME),
      epoch1904: false,
    };
    const rows = sheetRows(Readable.from([sheet]), NAME, shared);
    while ((await rows.next()).done !== true);
  } catch (error) {
    if (DEFECTS.some((defect) => error instanceof defect)) throw error;
  }
}

/** The same holds as for any file, whatever a workbook's archive and XML say. */
export const workbooks: Target = {
  name: 'workbook reading',
  words: [
    ...['<row>', '</row>', '<c t="s"><v>0</v></c>', '<v>', '</v>', '<is><t>', '&#x0;', '&amp;'],
    ...['<!--', '-->', '<![CDATA[', ']]>', ' r="XFD1"', ' r="A1048577"', ' t="inlineStr"', '1E+10'],
    ...[' s="2"', '<mergeCell ref="A1:B2"/>', '<?xml encoding="utf-16"?>', NEXT_PART, makeCpf(5)],
  ],
  seeds: () => [packed, ...parts.map((each) => Buffer.from(each.join(NEXT_PART)))],
  check: async (input) => {
    const found = partsOf(input);
    if (found !== undefined) await mustBeReadable(found);
    await detection.check(found === undefined ? input : rawWorkbook(found));
  },
};
