import { readFileSync } from 'node:fs';
import { zip } from './workbook.js';

/** Workbooks as programs write them, each with what this program does differently. */
export interface OfficeBook {
  /** The parts in the order of the archive. */
  readonly parts: readonly (readonly [name: string, xml: string])[];
  /** The options with which the workbook is read. */
  readonly options?: { readonly sheet?: string; readonly column?: string };
}

/** The first line of a file in `office` says what is special; a character that nobody sees is an escape there. */
function partsOf(name: string): OfficeBook['parts'] {
  const text = readFileSync(new URL(`office/${name}.txt`, import.meta.url), 'utf8');
  const [, ...parts] = text.replaceAll('\r', '').split(/^==> /m);
  const real = (xml: string) =>
    xml.replaceAll(/\\u([\da-f]{4})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  return parts.map((part) => {
    const end = part.indexOf('\n');
    return [part.slice(0, end), real(part.slice(end + 1, -1))];
  });
}

export const officeBooks = {
  excel: { parts: partsOf('excel') },
  'totals row': { parts: partsOf('totals-row') },
  libreoffice: { parts: partsOf('libreoffice') },
  google: { parts: partsOf('google') },
  sap: { parts: partsOf('sap') },
  openpyxl: { parts: partsOf('openpyxl') },
  sheetjs: { parts: partsOf('sheetjs') },
  strict: { parts: partsOf('strict') },
  generator: { parts: partsOf('generator') },
  macros: { parts: partsOf('macros') },
  months: { parts: partsOf('months'), options: { sheet: 'all' } },
  pivot: { parts: partsOf('pivot') },
  'no header': { parts: partsOf('no-header') },
} as const satisfies Readonly<Record<string, OfficeBook>>;

export function packBook({ parts }: OfficeBook): Buffer {
  return zip(parts.map(([name, xml]) => [name, Buffer.from(xml)] as const));
}
