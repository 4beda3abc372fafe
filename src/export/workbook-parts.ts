import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { UsageError } from '../base/errors.js';
import { TOTALS_NAME } from '../input/result-columns.js';
import { escapeXml } from './sheet-xml.js';

/** The maximum size of a sheet (bytes). Beyond 32 bits yazl uses ZIP64, about which some spreadsheets complain. */
const MAX_BYTES = 0xffff_fffe;

/**
 * A fixed date of files in the archive (1980-01-01 local time), so that the same rows give the same bytes everywhere.
 */
const NO_DATE = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** A sheet that is written as a whole: that of the totals. */
export interface SmallSheet {
  readonly name: string;
  /** Returns the XML of the sheet, once the sheet before it is written. */
  readonly xml: () => string;
}

/**
 * Packs a sheet and, after it, a small one as a workbook. @throws UsageError `workbook_too_large`
 */
export async function* packWorkbook(
  sheet: AsyncIterable<Buffer>,
  sheetName: string,
  secondSheet?: SmallSheet,
): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const input = Readable.from(limitSize(sheet), { objectMode: false });
  // An error of the sheet must end the archive, which yazl would leave open.
  input.once('error', (error) => archive.outputStream.emit('error', error));
  for (const [name, xml] of buildParts(sheetName, secondSheet))
    archive.addBuffer(Buffer.from(xml), name, NO_DATE);
  archive.addReadStream(input, SHEET_PART, NO_DATE);
  if (secondSheet !== undefined)
    archive.addReadStreamLazy(SECOND_SHEET_PART, NO_DATE, (provide) => {
      provide(null, Readable.from([Buffer.from(secondSheet.xml())], { objectMode: false }));
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

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET_PART = 'xl/worksheets/sheet1.xml';
const SECOND_SHEET_PART = 'xl/worksheets/sheet2.xml';

/** The name of the sheet if the input has none. */
export const DEFAULT_NAME = 'confere';
/** The maximum length of a sheet's name (characters). */
const MAX_NAME_LENGTH = 31;

/** Returns a name that spreadsheets accept for a sheet. */
function cleanSheetName(name: string): string {
  const fit = name.replace(/[[\]:*?/\\]/g, ' ').replace(/^'+|(?<!')'+$/g, '');
  return Array.from(fit).slice(0, MAX_NAME_LENGTH).join('').trim() || DEFAULT_NAME;
}

/** Returns all files of the archive except its sheets. */
export function buildParts(
  sheetName: string,
  secondSheet?: SmallSheet,
): readonly (readonly [name: string, xml: string])[] {
  const buildRelations = (...relations: (readonly [kind: string, target: string])[]) =>
    `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relations
      .map(
        ([kind, target], at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`;
  const buildOverride = (part: string, kind: string) =>
    `<Override PartName="/${part}" ContentType="${TYPE}.${kind}+xml"/>`;
  const types =
    `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    buildOverride('xl/workbook.xml', 'sheet.main') +
    buildOverride(SHEET_PART, 'worksheet') +
    (secondSheet === undefined ? '' : buildOverride(SECOND_SHEET_PART, 'worksheet')) +
    `${buildOverride('xl/styles.xml', 'styles')}</Types>`;
  const first = cleanSheetName(sheetName);
  const second = secondSheet && chooseOtherName(first, secondSheet.name);
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
    `${XML_DECLARATION}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets>` +
    `${definedNames}</workbook>`;
  const related: [kind: string, target: string][] = [
    ['worksheet', 'worksheets/sheet1.xml'],
    ['styles', 'styles.xml'],
  ];
  const files: [name: string, xml: string][] = [
    ['[Content_Types].xml', types],
    ['_rels/.rels', buildRelations(['officeDocument', 'xl/workbook.xml'])],
    ['xl/workbook.xml', book],
    ['xl/styles.xml', buildStylesXml()],
  ];
  if (secondSheet !== undefined) related.push(['worksheet', 'worksheets/sheet2.xml']);
  files.push(['xl/_rels/workbook.xml.rels', buildRelations(...related)]);
  return files;
}

/** Returns a name that differs from another one in more than case, because no two sheets may have the same name. */
function chooseOtherName(other: string, name: string): string {
  return other.toLowerCase() === name.toLowerCase() ? `${name} 2` : name;
}

/**
 * Returns the formats of `ROW_DIALECT` and `HEADER_DIALECT` (xlsx.ts): general, text (format 49, `@`), bold text, both
 * kinds of text with a leading apostrophe, date (14), date with time (22), and amount (4, `#,##0.00`).
 */
function buildStylesXml(): string {
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
  const writeFormat = (format: number, fontId: number, more = '') =>
    `<xf numFmtId="${format}" fontId="${fontId}" fillId="0" borderId="0" xfId="0"${more} applyNumberFormat="1" applyFont="1"/>`;
  const quoted = ' quotePrefix="1"';
  return (
    `${XML_DECLARATION}<styleSheet xmlns="${MAIN_NAMESPACE}">` +
    `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="8">${writeFormat(0, 0)}${writeFormat(49, 0)}${writeFormat(49, 1)}${writeFormat(49, 0, quoted)}${writeFormat(49, 1, quoted)}` +
    `${writeFormat(14, 0)}${writeFormat(22, 0)}${writeFormat(4, 0)}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
