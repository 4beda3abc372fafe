import { zip } from './workbook.js';

/** Workbooks as programs write them, each with what this program does differently. */
export interface OfficeBook {
  /** The parts in the order of the archive. */
  readonly parts: readonly (readonly [name: string, xml: string])[];
  /** The options with which the workbook is read. */
  readonly options?: { readonly sheet?: string; readonly column?: string };
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const STRICT_MAIN = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const STRICT_OFFICE = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

type Relation = readonly [id: string, kind: string, target: string];

function relations(all: readonly Relation[], office = OFFICE): string {
  const each = all.map(
    ([id, kind, target]) =>
      `<Relationship Id="${id}" Type="${kind.includes('/') ? kind : `${office}/${kind}`}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

function types(overrides: readonly (readonly [part: string, type: string])[]): string {
  const all = overrides.map(
    ([part, type]) =>
      `<Override PartName="${part}" ContentType="${type.includes('/') ? type : `${SHEET_TYPE}.${type}+xml`}"/>`,
  );
  return (
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>' +
    `<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>${all.join('')}</Types>`
  );
}

interface Skeleton {
  readonly sheets: readonly (readonly [name: string, xml: string])[];
  readonly strings?: readonly string[];
  readonly styles?: string;
  readonly names?: string;
  readonly properties?: string;
  readonly mainType?: string;
  readonly office?: string;
  readonly main?: string;
  readonly root?: readonly Relation[];
  readonly related?: readonly Relation[];
  readonly more?: readonly (readonly [name: string, xml: string])[];
  readonly overrides?: readonly (readonly [part: string, type: string])[];
  /** Whether the targets of relations begin with `/`. */
  readonly isAbsolute?: boolean;
}

/** The parts of a workbook whose sheets are `xl/worksheets/sheet1.xml` and so on. */
function book(given: Skeleton): OfficeBook['parts'] {
  const { sheets, strings, styles, names = '', properties = '', more = [], overrides = [] } = given;
  const { mainType = 'sheet.main', office = OFFICE, main = MAIN, root = [], isAbsolute } = given;
  const { related: others = [] } = given;
  const at = (target: string) => (isAbsolute === true ? `/xl/${target}` : target);
  const related: Relation[] = [
    ...sheets.map((_, i): Relation => [
      `rId${i + 1}`,
      'worksheet',
      at(`worksheets/sheet${i + 1}.xml`),
    ]),
    ...(styles === undefined ? [] : [['rIdS', 'styles', at('styles.xml')] as const]),
    ...(strings === undefined ? [] : [['rIdT', 'sharedStrings', at('sharedStrings.xml')] as const]),
    ...others,
  ];
  const list = sheets.map(
    ([name], i) => `<sheet name="${name}" sheetId="${i + 3}" r:id="rId${i + 1}"/>`,
  );
  return [
    [
      '[Content_Types].xml',
      types([
        ['/xl/workbook.xml', mainType],
        ...sheets.map((_, i) => [`/xl/worksheets/sheet${i + 1}.xml`, 'worksheet'] as const),
        ...(styles === undefined ? [] : [['/xl/styles.xml', 'styles'] as const]),
        ...(strings === undefined ? [] : [['/xl/sharedStrings.xml', 'sharedStrings'] as const]),
        ...overrides,
      ]),
    ],
    [
      '_rels/.rels',
      relations(
        [
          ['rId1', 'officeDocument', isAbsolute === true ? '/xl/workbook.xml' : 'xl/workbook.xml'],
          ...root,
        ],
        office,
      ),
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets>${list.join('')}</sheets>${names}</workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relations(related, office)],
    ...sheets.map(([, xml], i) => [`xl/worksheets/sheet${i + 1}.xml`, xml] as const),
    ...(styles === undefined ? [] : [['xl/styles.xml', styles] as const]),
    ...(strings === undefined
      ? []
      : [
          [
            'xl/sharedStrings.xml',
            `${XML}<sst xmlns="${main}" count="${strings.length}" uniqueCount="${strings.length}">${strings.map((one) => `<si><t>${one}</t></si>`).join('')}</sst>`,
          ] as const,
        ]),
    ...more,
  ];
}

const CPFS = ['529.982.247-25', '111.444.777-35', '123.456.789-09'];

const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">` +
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="&quot;R$&quot;\\ #,##0.00"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><color theme="1"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFFFFF00"/><bgColor indexed="64"/></patternFill></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="1"><dxf><font><color rgb="FF9C0006"/></font></dxf></dxfs></styleSheet>';

/** The rows of most sheets: a heading, and a text, a date, an amount and a formula for each CPF. */
function excelRows(): string {
  const head = [0, 1, 2, 3]
    .map((i) => `<c r="${'ABCD'.charAt(i)}1" s="3" t="s"><v>${i}</v></c>`)
    .join('');
  const rows = CPFS.map(
    (_, i) =>
      `<row r="${i + 2}" spans="1:4" x14ac:dyDescent="0.25"><c r="A${i + 2}" t="s"><v>${i + 4}</v></c><c r="B${i + 2}" s="1"><v>${45292 + i}</v></c>` +
      `<c r="C${i + 2}" s="2"><v>1234.5</v></c><c r="D${i + 2}"><f>C${i + 2}*2</f><v>2469</v></c></row>`,
  );
  return `<row r="1" spans="1:4" x14ac:dyDescent="0.25">${head}</row>${rows.join('')}`;
}

const EXCEL_STRINGS = ['CPF', 'Desde', 'Valor', 'Dobro', ...CPFS];

function excelSheet(
  tail: string,
  head = '<cols><col min="1" max="1" width="18.7109375" customWidth="1"/><col min="3" max="16384" width="12" style="2"/></cols>',
): string {
  return (
    `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac">` +
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><dimension ref="A1:D4"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/>${head}<sheetData>${excelRows()}</sheetData>${tail}</worksheet>`
  );
}

const SECOND_SHEET = `${XML}<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1"><f>SUM(Clientes!C2:C4)</f><v>3703.5</v></c></row></sheetData></worksheet>`;

function tablePart(ref: string, more = '', totals = ''): string {
  const names = ['CPF', 'Desde', 'Valor', 'Dobro'];
  const filter = totals === '' ? ref : ref.replace(/\d+$/, (row) => String(Number(row) - 1));
  return (
    `${XML}<table xmlns="${MAIN}" id="1" name="Tabela1" displayName="Tabela1" ref="${ref}"${totals} totalsRowShown="0"><autoFilter ref="${filter}"/>` +
    `<tableColumns count="4">${names.map((name, i) => `<tableColumn id="${i + 1}" name="${name}"/>`).join('')}</tableColumns><tableStyleInfo name="TableStyleMedium2" showRowStripes="1"/>${more}</table>`
  );
}

/** Excel: a table, comments, rules for colours and values, a chain of formulas, hidden names. */
function excel(): OfficeBook {
  const tail =
    '<sheetProtection password="CC1A" sheet="1" objects="1" scenarios="1"/>' +
    '<conditionalFormatting sqref="C2:C4"><cfRule type="cellIs" dxfId="0" priority="1" operator="lessThan"><formula>0</formula></cfRule></conditionalFormatting>' +
    '<dataValidations count="1"><dataValidation type="decimal" sqref="C2:C4"><formula1>0</formula1></dataValidation></dataValidations>' +
    '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><legacyDrawing r:id="rId2"/>' +
    '<tableParts count="1"><tablePart r:id="rId1"/></tableParts><extLst><ext uri="{x}"/></extLst>';
  return {
    parts: book({
      sheets: [
        ['Clientes', excelSheet(tail)],
        ['Resumo &amp; soma', SECOND_SHEET],
      ],
      strings: EXCEL_STRINGS,
      styles: STYLES,
      properties:
        '<workbookPr defaultThemeVersion="124226"/><bookViews><workbookView/></bookViews>',
      names:
        '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Clientes!$A$1:$D$4</definedName></definedNames><calcPr calcId="145621"/>',
      overrides: [
        ['/xl/tables/table1.xml', 'table'],
        ['/xl/comments1.xml', 'comments'],
        ['/xl/calcChain.xml', 'calcChain'],
      ],
      more: [
        [
          'xl/worksheets/_rels/sheet1.xml.rels',
          relations([
            ['rId1', 'table', '../tables/table1.xml'],
            ['rId2', 'vmlDrawing', '../drawings/vmlDrawing1.vml'],
            ['rId3', 'comments', '../comments1.xml'],
          ]),
        ],
        ['xl/tables/table1.xml', tablePart('A1:D4')],
        [
          'xl/comments1.xml',
          `${XML}<comments xmlns="${MAIN}"><authors><author>x</author></authors><commentList><comment ref="B2" authorId="0"><text><t>ok</t></text></comment></commentList></comments>`,
        ],
        ['xl/drawings/vmlDrawing1.vml', '<xml xmlns:v="urn:schemas-microsoft-com:vml"></xml>'],
        ['xl/calcChain.xml', `${XML}<calcChain xmlns="${MAIN}"><c r="D2" i="3"/></calcChain>`],
      ],
    }),
  };
}

/** A table with a row of totals. */
function totalsRow(): OfficeBook {
  const total =
    '<row r="5"><c r="A5" t="inlineStr"><is><t>Total</t></is></c><c r="C5"><f>SUBTOTAL(109,C2:C4)</f><v>3703.5</v></c></row>';
  const sheet = excelSheet('<tableParts count="1"><tablePart r:id="rId1"/></tableParts>').replace(
    '</sheetData>',
    `${total}</sheetData>`,
  );
  return {
    parts: book({
      sheets: [['Clientes', sheet]],
      strings: EXCEL_STRINGS,
      styles: STYLES,
      overrides: [['/xl/tables/table1.xml', 'table']],
      more: [
        [
          'xl/worksheets/_rels/sheet1.xml.rels',
          relations([['rId1', 'table', '/xl/tables/table1.xml']]),
        ],
        ['xl/tables/table1.xml', tablePart('A1:D5', '', ' totalsRowCount="1"')],
      ],
    }),
  };
}

/** LibreOffice: a filter of the sheet, widths for all columns, no relation types of its own. */
function libreoffice(): OfficeBook {
  const tail =
    '<autoFilter ref="A1:D4"/><printOptions headings="false"/><pageMargins left="0.7875" right="0.7875" top="1.05" bottom="1.05" header="0.7875" footer="0.7875"/><headerFooter><oddFooter>&amp;C&amp;P</oddFooter></headerFooter>';
  const cols =
    '<cols><col collapsed="false" customWidth="false" hidden="false" outlineLevel="0" max="1024" min="1" style="0" width="11.53"/></cols>';
  return {
    parts: book({
      sheets: [['Clientes', excelSheet(tail, cols)]],
      strings: EXCEL_STRINGS,
      styles: STYLES,
      names:
        '<definedNames><definedName function="false" hidden="true" localSheetId="0" name="_xlnm._FilterDatabase" vbProcedure="false">Clientes!$A$1:$D$4</definedName></definedNames><calcPr iterateCount="100"/>',
    }),
  };
}

/** Google Sheets: rows with heights, a drawing without content, an own order of parts. */
function google(): OfficeBook {
  const rows = CPFS.map(
    (cpf, i) =>
      `<row r="${i + 2}"><c r="A${i + 2}" s="1" t="s"><v>${i}</v></c><c r="B${i + 2}" s="1"><v>${i}.5</v></c></row>`,
  );
  const sheet =
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    `<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetPr><outlinePr summaryBelow="0" summaryRight="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"/></sheetViews>` +
    '<sheetFormatPr customHeight="1" defaultColWidth="12.63" defaultRowHeight="15.75"/>' +
    `<sheetData><row r="1"><c r="A1" s="1" t="s"><v>3</v></c><c r="B1" s="1" t="s"><v>4</v></c></row>${rows.join('')}</sheetData><drawing r:id="rId1"/></worksheet>`;
  const parts = book({
    sheets: [['Página1', sheet]],
    strings: [...CPFS, 'documento', 'índice'],
    styles: STYLES,
    more: [
      [
        'xl/worksheets/_rels/sheet1.xml.rels',
        relations([['rId1', 'drawing', '../drawings/drawing1.xml']]),
      ],
      [
        'xl/drawings/drawing1.xml',
        '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>',
      ],
    ],
    overrides: [
      ['/xl/drawings/drawing1.xml', 'application/vnd.openxmlformats-officedocument.drawing+xml'],
    ],
  });
  return { parts: parts.toReversed() };
}

/** SAP, by Open XML SDK: prefixes, absolute targets, texts within cells, and no styles. */
function sap(): OfficeBook {
  const text = (place: string, value: string) =>
    `<x:c r="${place}" t="inlineStr"><x:is><x:t>${value}</x:t></x:is></x:c>`;
  const rows = CPFS.map(
    (cpf, i) =>
      `<x:row r="${i + 2}">${text(`A${i + 2}`, cpf)}<x:c r="B${i + 2}"><x:v>7</x:v></x:c></x:row>`,
  );
  const sheet =
    `<?xml version="1.0" encoding="utf-8"?><x:worksheet xmlns:x="${MAIN}"><x:dimension ref="A1"/><x:sheetData>` +
    `<x:row r="1">${text('A1', 'CPF')}${text('B1', 'Saldo')}</x:row>${rows.join('')}</x:sheetData><x:mergeCells count="0"/></x:worksheet>`;
  const parts = book({ sheets: [['Exportação SAP', sheet]], isAbsolute: true });
  return {
    parts: parts.map(([name, xml]) => {
      if (name !== 'xl/workbook.xml') return [name, xml];
      const renamed = xml
        .replace(`<workbook xmlns="${MAIN}"`, `<x:workbook xmlns:x="${MAIN}"`)
        .replaceAll(/<(\/?)(sheets?|workbook)(?=[ >/])/g, '<$1x:$2');
      return [name, renamed];
    }),
  };
}

/** openpyxl: a merged title above the headings, texts within cells, formulas without values. */
function openpyxl(): OfficeBook {
  const text = (place: string, value: string) =>
    `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = CPFS.map(
    (cpf, i) =>
      `<row r="${i + 4}">${text(`A${i + 4}`, cpf)}${text(`B${i + 4}`, 'ç&amp;ã')}<c r="C${i + 4}"><f>LEN(B${i + 4})</f><v></v></c></row>`,
  );
  const sheet =
    `<worksheet xmlns="${MAIN}"><sheetPr><outlinePr summaryBelow="1" summaryRight="1"/><pageSetUpPr/></sheetPr><dimension ref="A1:C6"/><sheetViews><sheetView workbookViewId="0"><selection activeCell="A1" sqref="A1"/></sheetView></sheetViews><sheetFormatPr baseColWidth="8" defaultRowHeight="15"/>` +
    `<sheetData><row r="1">${text('A1', 'Carteira de clientes')}<c r="B1"/><c r="C1"/></row><row r="3">${text('A3', 'CPF')}${text('B3', 'Nome')}${text('C3', 'Letras')}</row>${rows.join('')}</sheetData>` +
    '<mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells><pageMargins left="0.75" right="0.75" top="1" bottom="1" header="0.5" footer="0.5"/></worksheet>';
  return { parts: book({ sheets: [['Sheet', sheet]], styles: STYLES }) };
}

/** SheetJS: texts as results of formulas, and a sheet of errors that are ignored. */
function sheetjs(): OfficeBook {
  const rows = CPFS.map(
    (cpf, i) =>
      `<row r="${i + 2}"><c r="A${i + 2}" t="str"><v>${cpf}</v></c><c r="C${i + 2}" t="b"><v>1</v></c></row>`,
  );
  const sheet =
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><dimension ref="A1:C4"/><sheetViews><sheetView workbookViewId="0"/></sheetViews>` +
    `<sheetData><row r="1"><c r="A1" t="str"><v>CPF</v></c><c r="C1" t="str"><v>Ativo</v></c></row>${rows.join('')}</sheetData><ignoredErrors><ignoredError numberStoredAsText="1" sqref="A1:C4"/></ignoredErrors></worksheet>`;
  return { parts: book({ sheets: [['Sheet1', sheet]], styles: STYLES.replace(XML, '') }) };
}

/** Excel's strict form, with the calendar of 1904. */
function strict(): OfficeBook {
  const sheet = excelSheet('<autoFilter ref="A1:D4"/>')
    .replaceAll(MAIN, STRICT_MAIN)
    .replaceAll(OFFICE, STRICT_OFFICE);
  return {
    parts: book({
      sheets: [['Clientes', sheet]],
      strings: EXCEL_STRINGS,
      styles: STYLES.replaceAll(MAIN, STRICT_MAIN),
      properties: '<workbookPr date1904="1"/>',
      main: STRICT_MAIN,
      office: STRICT_OFFICE,
    }),
  };
}

/** A generator of its own: a byte-order mark, no references, comments, CDATA and blanks, rows without cells. */
function generator(): OfficeBook {
  const rows = CPFS.map(
    (cpf) =>
      `\n    <row>\n      <c t="inlineStr"><is><t><![CDATA[${cpf}]]></t></is></c>\n      <c><v>1</v></c>\n    </row><!-- </row> -->`,
  );
  const sheet = `\ufeff<?xml version='1.0' encoding='utf-8'?>\n<!-- <sheetData> -->\n<worksheet xmlns='${MAIN}'>\n  <sheetData>\n    <row />\n    <row><c t="inlineStr"><is><t>CPF</t></is></c><c t="inlineStr"><is><t>Peso &gt; 1</t></is></c></row>${rows.join('')}\n    <row/>\n  </sheetData>\n</worksheet>\n`;
  return { parts: book({ sheets: [['Dados', sheet]] }) };
}

/** A workbook with macros and a protected structure. */
function macros(): OfficeBook {
  return {
    parts: book({
      sheets: [['Clientes', excelSheet('<sheetProtection sheet="1"/>')]],
      strings: EXCEL_STRINGS,
      styles: STYLES,
      mainType: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
      properties: '<workbookPr codeName="ThisWorkbook"/><workbookProtection lockStructure="1"/>',
      more: [['xl/vbaProject.bin', '\u00d0\u00cf\u0011\u00e0 macros']],
    }),
  };
}

/** Two sheets that are read together, one with a gap and with its columns wider, and one of the user's own named confere. */
function months(): OfficeBook {
  const text = (value: string, place: string) =>
    `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const sheet = (rows: readonly (readonly [number, string])[], more = '') =>
    `<worksheet xmlns="${MAIN}"><sheetData><row r="1">${text('CPF', 'A1')}${text('Mês', 'B1')}</row>${rows
      .map(
        ([row, cpf]) =>
          `<row r="${row}">${text(cpf, `A${row}`)}<c r="B${row}"><v>${row}</v></c>${more}</row>`,
      )
      .join('')}</sheetData></worksheet>`;
  const [first = '', second = '', third = ''] = CPFS;
  return {
    parts: book({
      sheets: [
        [
          'Janeiro',
          sheet([
            [2, first],
            [5, second],
          ]),
        ],
        ['confere', `<worksheet xmlns="${MAIN}"><sheetData/></worksheet>`],
        [
          'Fevereiro',
          sheet(
            [
              [2, third],
              [3, 'sem'],
              [6, first],
            ],
            '<c s="0"/>',
          ),
        ],
      ],
      styles: STYLES,
    }),
    options: { sheet: 'all' },
  };
}

/** A table with a note at its right, and a pivot table on a sheet of its own. */
function pivot(): OfficeBook {
  const note = '<row r="9"><c r="F9" t="inlineStr"><is><t>nota</t></is></c></row>';
  const sheet = excelSheet('<tableParts count="1"><tablePart r:id="rId1"/></tableParts>').replace(
    '</sheetData>',
    `${note}</sheetData>`,
  );
  return {
    parts: book({
      sheets: [
        ['Clientes', sheet],
        ['Pivot', SECOND_SHEET],
      ],
      strings: EXCEL_STRINGS,
      styles: STYLES,
      names: '<pivotCaches><pivotCache cacheId="1" r:id="rIdP"/></pivotCaches>',
      related: [['rIdP', 'pivotCacheDefinition', 'pivotCache/pivotCacheDefinition1.xml']],
      overrides: [
        ['/xl/tables/table1.xml', 'table'],
        ['/xl/pivotCache/pivotCacheDefinition1.xml', 'pivotCacheDefinition'],
      ],
      more: [
        [
          'xl/worksheets/_rels/sheet1.xml.rels',
          relations([['rId1', 'table', '../tables/table1.xml']]),
        ],
        ['xl/tables/table1.xml', tablePart('A1:D4')],
        [
          'xl/pivotCache/pivotCacheDefinition1.xml',
          `${XML}<pivotCacheDefinition xmlns="${MAIN}" refreshOnLoad="1"><cacheSource type="worksheet"><worksheetSource name="Tabela1"/></cacheSource><cacheFields count="1"><cacheField name="CPF"><sharedItems/></cacheField></cacheFields></pivotCacheDefinition>`,
        ],
      ],
    }),
  };
}

/** Identifiers without headings. */
function noHeader(): OfficeBook {
  const rows = CPFS.map(
    (cpf, i) =>
      `<row r="${i + 1}"><c r="A${i + 1}" t="str"><v>${cpf}</v></c><c r="B${i + 1}"><v>3</v></c></row>`,
  );
  return {
    parts: book({
      sheets: [
        ['Lista', `<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`],
      ],
      styles: STYLES,
    }),
  };
}

export const officeBooks = {
  excel: excel(),
  'totals row': totalsRow(),
  libreoffice: libreoffice(),
  google: google(),
  sap: sap(),
  openpyxl: openpyxl(),
  sheetjs: sheetjs(),
  strict: strict(),
  generator: generator(),
  macros: macros(),
  months: months(),
  pivot: pivot(),
  'no header': noHeader(),
} as const satisfies Readonly<Record<string, OfficeBook>>;

export function packBook({ parts }: OfficeBook): Buffer {
  return zip(parts.map(([name, xml]) => [name, Buffer.from(xml)] as const));
}
