import { escaped } from './cells.js';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const SHEET_PART = 'xl/worksheets/sheet1.xml';

/** The name of the sheet where the input had none, and the longest that a spreadsheet takes (characters). */
export const DEFAULT_NAME = 'confere';
const LONGEST_NAME = 31;

const relation = (id: number, kind: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
const relations = (inner: string) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`;
const override = (part: string, kind: string) =>
  `<Override PartName="/${part}" ContentType="${TYPE}.${kind}+xml"/>`;

/** All parts of a workbook with one sheet, except the sheet. */
export const partsOf = (sheetName: string): readonly (readonly [name: string, xml: string])[] => [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      override('xl/workbook.xml', 'sheet.main') +
      override(SHEET_PART, 'worksheet') +
      override('xl/styles.xml', 'styles') +
      '</Types>',
  ],
  ['_rels/.rels', relations(relation(1, 'officeDocument', 'xl/workbook.xml'))],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">` +
      `<sheets><sheet name="${attribute(named(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    relations(
      relation(1, 'worksheet', 'worksheets/sheet1.xml') + relation(2, 'styles', 'styles.xml'),
    ),
  ],
  ['xl/styles.xml', stylesXml()],
];

/** A spreadsheet takes no other names of sheets. */
function named(name: string): string {
  const fit = name.replace(/[[\]:*?/\\]/g, ' ').replace(/^'+|(?<!')'+$/g, '');
  return Array.from(fit).slice(0, LONGEST_NAME).join('').trim() || DEFAULT_NAME;
}

function attribute(text: string): string {
  return escaped(text).replaceAll('"', '&quot;');
}

/**
 * General, text (format 49, `@`), bold text, and both kinds of text with the mark of an apostrophe before them, in
 * the order of `styles` in cells.ts.
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
    `<cellXfs count="5">${xf(0, 0)}${xf(49, 0)}${xf(49, 1)}${xf(49, 0, quoted)}${xf(49, 1, quoted)}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}

/** The XML of the sheet before its rows. Freezes the header row. */
export const SHEET_HEAD =
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '</sheetView></sheetViews><sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData>';

/** The XML of the sheet after its rows. `reference` is the range with filter buttons, such as `A1:Z9`. */
export function sheetTail(reference: string): string {
  return `</sheetData><autoFilter ref="${reference}"/></worksheet>`;
}
