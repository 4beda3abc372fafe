import { crc32, deflateRawSync } from 'node:zlib';

/** A sheet; a cell is XML from `text`, `number` or `shared`. */
export interface TestSheet {
  readonly name: string;
  readonly hidden?: boolean;
  /** XML of `<col>` elements. */
  readonly cols?: string;
  /** Rows as XML of `<c>` elements; undefined is a missing row. */
  readonly rows: readonly (readonly string[] | undefined)[];
}

export interface TestBook {
  readonly sheets: readonly TestSheet[];
  readonly strings?: readonly string[];
  /** Number formats of the styles from 1; style 0 is the general one. */
  readonly formats?: readonly string[];
  readonly epoch1904?: boolean;
}

const escape = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export const text = (value: string): string =>
  `<c t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`;
export const shared = (index: number): string => `<c t="s"><v>${index}</v></c>`;
export const number = (value: number | string, style = 0): string =>
  `<c s="${style}"><v>${value}</v></c>`;

/** An .xlsx file as a spreadsheet program writes it: compressed, with relations. */
export function workbook({ sheets, strings, formats = [], epoch1904 = false }: TestBook): Buffer {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relation = (id: string, kind: string, target: string): string =>
    `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"/>`;
  const relations = (inner: string): string =>
    `<?xml version="1.0"?><Relationships>${inner}</Relationships>`;
  const list = sheets.map(
    ({ name, hidden }, i) =>
      `<sheet name="${escape(name)}" sheetId="${i + 7}"${hidden === true ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
  );
  const parts: [string, string][] = [
    ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `<workbook xmlns:r="x"><workbookPr${epoch1904 ? ' date1904="1"' : ''}/><sheets>${list.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        sheets
          .map((_, i) => relation(`rId${i + 1}`, 'worksheet', `worksheets/tab${i}.xml`))
          .join('') +
          relation('rIdS', 'styles', '/xl/styles.xml') +
          relation('rIdT', 'sharedStrings', 'sharedStrings.xml'),
      ),
    ],
    ['xl/styles.xml', styles(formats)],
    ...sheets.map(({ rows, cols }, i): [string, string] => [
      `xl/worksheets/tab${i}.xml`,
      sheetXml(rows, cols),
    ]),
  ];
  if (strings !== undefined)
    parts.push([
      'xl/sharedStrings.xml',
      `<sst>${strings.map((s) => `<si>${s}</si>`).join('')}</sst>`,
    ]);
  return zip(parts.map(([name, content]) => [name, Buffer.from(content)]));
}

function styles(formats: readonly string[]): string {
  const codes = formats.map(
    (code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${escape(code)}"/>`,
  );
  const xfs = formats.map((_, i) => `<xf numFmtId="${200 + i}"/>`);
  return `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs.join('')}</cellXfs></styleSheet>`;
}

function sheetXml(rows: TestSheet['rows'], cols = ''): string {
  const lines = rows.map((cells, i) =>
    cells === undefined ? '' : `<row r="${i + 1}">${cells.join('')}</row>`,
  );
  return `<?xml version="1.0"?><worksheet>${cols === '' ? '' : `<cols>${cols}</cols>`}<sheetData>${lines.join('')}</sheetData></worksheet>`;
}

export function zip(files: readonly (readonly [string, Buffer])[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(24);
    facts.writeUInt16LE(8, 2);
    facts.writeUInt32LE(crc32(content), 8);
    facts.writeUInt32LE(packed.length, 12);
    facts.writeUInt32LE(content.length, 16);
    facts.writeUInt16LE(name.length, 20);
    const body = Buffer.concat([latin('PK\x03\x04\x14\0'), facts, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([latin('PK\x01\x02\x14\0\x14\0'), facts, tail, Buffer.from(name)]),
    );
    bodies.push(body);
    offset += body.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
}

function latin(bytes: string): Buffer {
  return Buffer.from(bytes, 'latin1');
}
