import { crc32, deflateRawSync } from 'node:zlib';

/** A sheet; a cell is XML from `text`, `number` or `shared`. */
export interface TestSheet {
  readonly name: string;
  readonly hidden?: boolean;
  readonly cols?: string;
  /** Rows as XML of `<c>` elements; undefined is a missing row. */
  readonly rows: readonly (readonly string[] | undefined)[];
  /** Numbers of the rows (from 1) that a filter hides. */
  readonly hiddenRows?: readonly number[];
  /** References of merged cells. */
  readonly merged?: readonly string[];
}

export interface TestBook {
  readonly sheets: readonly TestSheet[];
  readonly strings?: readonly string[];
  /** Number formats of the styles from 1, as codes or the ids of built-in ones; style 0 is the general one. */
  readonly formats?: readonly (string | number)[];
  readonly epoch1904?: boolean;
}

const escape = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export const text = (value: string): string =>
  `<c t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`;
export const shared = (index: number): string => `<c t="s"><v>${index}</v></c>`;
export const number = (value: number | string, style = 0): string =>
  `<c s="${style}"><v>${value}</v></c>`;

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...all: (readonly [id: string, kind: string, target: string])[]) => {
  const each = all.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${TYPES}/${kind}" Target="${target}"/>`,
  );
  return `<?xml version="1.0"?><Relationships>${each.join('')}</Relationships>`;
};

type Part = readonly [name: string, content: string | Buffer];

/** An .xlsx file of these parts, in which each sheet leads to one of them. */
function packed(
  sheets: readonly (Pick<TestSheet, 'name' | 'hidden'> & { readonly target: string })[],
  parts: readonly Part[],
  properties = '',
  nameOf: RawBook['nameOf'] = (part) => part,
): Buffer {
  const list = sheets.map(
    ({ name, hidden }, i) =>
      `<sheet name="${escape(name)}" sheetId="${i + 7}"${hidden === true ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
  );
  const all: Part[] = [
    ['_rels/.rels', relations(['rId1', 'officeDocument', 'xl/workbook.xml'])],
    [
      'xl/workbook.xml',
      `<workbook xmlns:r="x">${properties}<sheets>${list.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        ...sheets.map(({ target }, i) => [`rId${i + 1}`, 'worksheet', target] as const),
        ['rIdS', 'styles', '/xl/styles.xml'],
        ['rIdT', 'sharedStrings', 'sharedStrings.xml'],
      ),
    ],
    ...parts,
  ];
  return zip(
    all.flatMap(([part, content]) => {
      const name = nameOf(part);
      return name === undefined ? [] : [[name, Buffer.from(content)] as const];
    }),
  );
}

/** An .xlsx file as a spreadsheet program writes it: compressed, with relations. */
export function workbook({ sheets, strings, formats = [], epoch1904 = false }: TestBook): Buffer {
  const parts = sheets.map((sheet, i): Part => [`xl/worksheets/tab${i}.xml`, sheetXml(sheet)]);
  const texts = strings?.map((one) => `<si>${one}</si>`).join('');
  return packed(
    sheets.map((sheet, i) => ({ ...sheet, target: `worksheets/tab${i}.xml` })),
    [
      ['xl/styles.xml', writeStyles(formats)],
      ...parts,
      ...(texts === undefined ? [] : [['xl/sharedStrings.xml', `<sst>${texts}</sst>`] as const]),
    ],
    `<workbookPr${epoch1904 ? ' date1904="1"' : ''}/>`,
  );
}

/** A sheet of one valid CPF, with `inner` after its row. */
export function sheetWith(inner: string): string {
  const row = (cell: string) => `<row><c t="str"><v>${cell}</v></c></row>`;
  return `<worksheet><sheetData>${row('cpf')}${row('52998224725')}${inner}</sheetData></worksheet>`;
}

/** The XML of a workbook's parts as it is, well formed or not; `sheets` lead to the same part. */
export interface RawBook {
  readonly sheet?: string | Buffer;
  readonly strings?: string | Buffer;
  readonly styles?: string | Buffer;
  readonly sheets?: number;
  readonly more?: readonly (readonly [string, Buffer])[];
  /** The target of the sheets in their relations. */
  readonly target?: string;
  /** The name of each part in the archive; undefined leaves it out. */
  readonly nameOf?: (part: string) => string | undefined;
}

export function rawWorkbook(book: RawBook): Buffer {
  const { sheet = sheetWith(''), strings = '<sst/>', styles = '<styleSheet/>' } = book;
  const { target = 'sheet.xml', nameOf } = book;
  const sheets = Array.from({ length: book.sheets ?? 1 }, (_, n) => ({ name: `S${n}` }));
  return packed(
    sheets.map((each) => ({ ...each, target })),
    [
      ...[['xl/sheet.xml', sheet] as const, ['xl/sharedStrings.xml', strings] as const],
      ...[['xl/styles.xml', styles] as const, ...(book.more ?? [])],
    ],
    '',
    nameOf,
  );
}

export function writeStyles(formats: readonly (string | number)[]): string {
  const codes = formats.map((code, i) =>
    typeof code === 'number' ? '' : `<numFmt numFmtId="${200 + i}" formatCode="${escape(code)}"/>`,
  );
  const xfs = formats.map(
    (code, i) => `<xf numFmtId="${typeof code === 'number' ? code : 200 + i}"/>`,
  );
  return `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs.join('')}</cellXfs></styleSheet>`;
}

function sheetXml({ rows, cols = '', hiddenRows = [], merged = [] }: TestSheet): string {
  const lines = rows.map((cells, i) => {
    const hidden = hiddenRows.includes(i + 1) ? ' hidden="1"' : '';
    return cells === undefined ? '' : `<row r="${i + 1}"${hidden}>${cells.join('')}</row>`;
  });
  const ranges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  return `<?xml version="1.0"?><worksheet>${cols === '' ? '' : `<cols>${cols}</cols>`}<sheetData>${lines.join('')}</sheetData><mergeCells>${ranges}</mergeCells></worksheet>`;
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
