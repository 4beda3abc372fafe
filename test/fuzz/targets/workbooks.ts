import { makeCpf } from '../../helpers/invented.js';
import { rawWorkbook, sheetWith } from '../../helpers/raw-workbook.js';
import { number, shared, text, workbook } from '../../helpers/workbook.js';
import type { Target } from '../engine/target.js';
import { detection } from './detection.js';

/** Between the parts of a workbook that are XML and not packed yet. */
const NEXT_PART = '\0';

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

/** A workbook as it is if it begins like one; else its parts, which are packed after they were changed. */
function toWorkbook(input: Buffer): Buffer {
  if (input.subarray(0, 4).equals(packed.subarray(0, 4))) return input;
  const [sheet = '', texts, formats] = input.toString('latin1').split(NEXT_PART);
  return rawWorkbook({
    sheet: Buffer.from(sheet, 'latin1'),
    ...(texts === undefined ? {} : { strings: Buffer.from(texts, 'latin1') }),
    ...(formats === undefined ? {} : { styles: Buffer.from(formats, 'latin1') }),
  });
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
  check: (input) => detection.check(toWorkbook(input)),
};
