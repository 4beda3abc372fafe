import { zip } from './workbook.js';

/** The XML of a workbook's parts as it is, well formed or not. */
export interface RawBook {
  readonly sheet?: string | Buffer;
  readonly strings?: string | Buffer;
  readonly styles?: string | Buffer;
  /** The number of sheets in the list; all are the same part. */
  readonly sheets?: number;
  readonly more?: readonly (readonly [string, Buffer])[];
}

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${TYPES}/${kind}" Target="${target}"/>`;
const relations = (...all: string[]) => `<Relationships>${all.join('')}</Relationships>`;

/** A sheet of one valid CPF, with `inner` after its row. */
export function sheetWith(inner: string): string {
  const row = (cell: string) => `<row><c t="str"><v>${cell}</v></c></row>`;
  return `<worksheet><sheetData>${row('cpf')}${row('52998224725')}${inner}</sheetData></worksheet>`;
}

/** An .xlsx file of these parts. */
export function rawWorkbook(book: RawBook): Buffer {
  const { sheet = sheetWith(''), strings = '<sst/>', styles = '<styleSheet/>', sheets = 1 } = book;
  const ids = Array.from({ length: sheets }, (_, index) => index);
  const listed = ids.map((id) => `<sheet name="S${id}" r:id="r${id}"/>`).join('');
  const parts: (readonly [string, string | Buffer])[] = [
    ['_rels/.rels', relations(relation('m', 'officeDocument', 'xl/workbook.xml'))],
    ['xl/workbook.xml', `<workbook xmlns:r="x"><sheets>${listed}</sheets></workbook>`],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        ...ids.map((id) => relation(`r${id}`, 'worksheet', 'sheet.xml')),
        relation('s', 'styles', 'styles.xml'),
        relation('t', 'sharedStrings', 'strings.xml'),
      ),
    ],
    ...[['xl/sheet.xml', sheet] as const, ['xl/strings.xml', strings] as const],
    ['xl/styles.xml', styles],
    ...(book.more ?? []),
  ];
  return zip(parts.map(([name, content]) => [name, Buffer.from(content)]));
}
