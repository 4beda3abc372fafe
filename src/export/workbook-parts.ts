import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { UsageError } from '../base/errors.js';
import { TOTALS_NAME } from '../input/result-columns.js';
import { escapeXml } from './sheet-xml.js';

/** The largest size with 32 bits. Beyond it, yazl uses ZIP64, about which some spreadsheets complain. */
const MAX_BYTES = 0xffff_fffe;

/**
 * A fixed date of files in the archive (1980-01-01 local time), so that the same rows give the same bytes everywhere.
 */
const NO_DATE = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** A sheet of totals, which is written as a whole. */
export interface SmallSheet {
  readonly name: string;
  /** Returns its XML, once the sheet before it is written. */
  readonly xml: () => string;
}

/**
 * Packs a sheet and, after it, a small one as a workbook. @throws UsageError `workbook_too_large`
 */
export async function* packWorkbook(
  sheet: AsyncIterable<Buffer>,
  sheetName: string,
  more?: SmallSheet,
): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const input = Readable.from(limitSize(sheet), { objectMode: false });
  // An error of the sheet must end the archive, which yazl would leave open.
  input.once('error', (error) => archive.outputStream.emit('error', error));
  for (const [name, xml] of buildParts(sheetName, more))
    archive.addBuffer(Buffer.from(xml), name, NO_DATE);
  archive.addReadStream(input, SHEET_PART, NO_DATE);
  if (more !== undefined)
    archive.addReadStreamLazy(MORE_PART, NO_DATE, (take) => {
      take(null, Readable.from([Buffer.from(more.xml())], { objectMode: false }));
    });
  archive.end();
  try {
    yield* archive.outputStream as AsyncIterable<Buffer>;
  } finally {
    input.destroy();
  }
}

async function* limitSize(sheet: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of sheet) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new UsageError('workbook_too_large', {});
    yield chunk;
  }
}

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET_PART = 'xl/worksheets/sheet1.xml';
const MORE_PART = 'xl/worksheets/sheet2.xml';

/** The name of the sheet if the input has none. */
export const DEFAULT_NAME = 'confere';
/** The longest name of a sheet (characters). */
const LONGEST_NAME = 31;

/** Returns a name that spreadsheets accept for a sheet. */
function cleanSheetName(name: string): string {
  const fit = name.replace(/[[\]:*?/\\]/g, ' ').replace(/^'+|(?<!')'+$/g, '');
  return Array.from(fit).slice(0, LONGEST_NAME).join('').trim() || DEFAULT_NAME;
}

/** Returns all files of the archive except its sheets. */
export function buildParts(
  sheetName: string,
  more?: SmallSheet,
): readonly (readonly [name: string, xml: string])[] {
  const relations = (...all: (readonly [kind: string, target: string])[]) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all
      .map(
        ([kind, target], at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`;
  const override = (part: string, kind: string) =>
    `<Override PartName="/${part}" ContentType="${TYPE}.${kind}+xml"/>`;
  const types =
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    override('xl/workbook.xml', 'sheet.main') +
    override(SHEET_PART, 'worksheet') +
    (more === undefined ? '' : override(MORE_PART, 'worksheet')) +
    `${override('xl/styles.xml', 'styles')}</Types>`;
  const first = cleanSheetName(sheetName);
  const second = more && nameBeside(first, more.name);
  const names = second === undefined ? [first] : [first, second];
  const sheets = names.map((name, at) => {
    // The styles have the second relation.
    const [id, relation] = [at + 1, at === 0 ? 1 : 3];
    return `<sheet name="${escapeXml(name)}" sheetId="${id}" r:id="rId${relation}"/>`;
  });
  const definedNames =
    second === undefined
      ? ''
      : `<definedNames><definedName name="${TOTALS_NAME}" hidden="1">'${escapeXml(second)}'!$A$1</definedName></definedNames>`;
  const book =
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets>` +
    `${definedNames}</workbook>`;
  const related: [kind: string, target: string][] = [
    ['worksheet', 'worksheets/sheet1.xml'],
    ['styles', 'styles.xml'],
  ];
  const files: [name: string, xml: string][] = [
    ['[Content_Types].xml', types],
    ['_rels/.rels', relations(['officeDocument', 'xl/workbook.xml'])],
    ['xl/workbook.xml', book],
    ['xl/styles.xml', stylesXml()],
  ];
  if (more !== undefined) related.push(['worksheet', 'worksheets/sheet2.xml']);
  files.push(['xl/_rels/workbook.xml.rels', relations(...related)]);
  return files;
}

/** Returns a name that differs from another one, as no two sheets may have the same (in any case). */
function nameBeside(other: string, name: string): string {
  return other.toLowerCase() === name.toLowerCase() ? `${name} 2` : name;
}

/**
 * Returns the formats of `ROWS` and `HEADER` (xlsx.ts): general, text (format 49, `@`), bold text, both kinds of text with a leading
 * apostrophe, date (14), date with time (22), and amount (4, `#,##0.00`).
 */
function stylesXml(): string {
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
  const xf = (format: number, fontId: number, more = '') =>
    `<xf numFmtId="${format}" fontId="${fontId}" fillId="0" borderId="0" xfId="0"${more} applyNumberFormat="1" applyFont="1"/>`;
  const quoted = ' quotePrefix="1"';
  return (
    `${XML}<styleSheet xmlns="${MAIN}">` +
    `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="8">${xf(0, 0)}${xf(49, 0)}${xf(49, 1)}${xf(49, 0, quoted)}${xf(49, 1, quoted)}` +
    `${xf(14, 0)}${xf(22, 0)}${xf(4, 0)}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
