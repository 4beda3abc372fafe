import type { StoredWorkbook } from '../types.js';
import { type Archive, buildPartKey } from './archive.js';
import { readRelations } from './open-workbook.js';
import type { SheetFacts, SheetTable } from './sheet-facts.js';
import { readXml } from './xml.js';

/** The kinds of workbooks into which results are written, by the content type of their main part. */
const WRITABLE_KINDS = new Map([
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml', 'plain'],
  ['application/vnd.ms-excel.sheet.macroenabled.main+xml', 'macros'],
]);

/**
 * Describes the user's workbook, if results can be written into a copy of it: whether it has macros, and the `fault` that forbids writing.
 * `main`: its main part. Returns undefined for a workbook whose result is a new file, such as that of a template.
 */
export async function describeWritableWorkbook(
  archive: Archive,
  main: string,
): Promise<Pick<StoredWorkbook, 'macros' | 'fault'> | undefined> {
  const kind = WRITABLE_KINDS.get((await readContentType(archive, main))?.toLowerCase() ?? '');
  if (kind === undefined) return undefined;
  const relations = [...(await readRelations(archive, '/')).values()];
  const isSigned = relations.some(({ type }) => type === 'origin');
  const encoding = { isNotUtf8: false };
  await readXml(await archive.readList(main), archive.limit, {
    onNotUtf8: () => {
      encoding.isNotUtf8 = true;
    },
  });
  const fault = isSigned ? 'signed' : encoding.isNotUtf8 ? 'encoding' : undefined;
  return { macros: kind === 'macros' || undefined, fault };
}

async function readContentType(archive: Archive, part: string): Promise<string | undefined> {
  if (!archive.has(CONTENT_TYPES)) return undefined;
  const [key, extension] = [buildPartKey(part), part.slice(part.lastIndexOf('.') + 1)];
  const found: { override?: string | undefined; byDefault?: string | undefined } = {};
  await readXml(await archive.readList(CONTENT_TYPES), archive.limit, {
    open: (tag, { PartName = '', Extension = '', ContentType }) => {
      if (tag === 'Override' && buildPartKey(PartName) === key) found.override = ContentType;
      if (tag === 'Default' && Extension.toLowerCase() === extension) found.byDefault = ContentType;
    },
  });
  return found.override ?? found.byDefault;
}

/** The part with the content types of all other parts. */
export const CONTENT_TYPES = '[Content_Types].xml';

/** Reads the tables of the sheet `part`, and notes in `facts` the cells that tables and comments cover. */
export async function readTables(
  archive: Archive,
  part: string,
  facts?: SheetFacts,
): Promise<readonly SheetTable[]> {
  const tables: SheetTable[] = [];
  for (const related of (await readRelations(archive, part)).values()) {
    if (!/^(?:table|comments)$/.test(related.type) || !archive.has(related.part)) continue;
    await readXml(await archive.readList(related.part), archive.limit, {
      open: (tag, { ref, displayName, name, tableType = 'worksheet' }) => {
        if (ref === undefined || (tag !== 'table' && tag !== 'comment')) return;
        facts?.markUsed(ref);
        if (tag === 'comment') return;
        const isFixed = tableType !== 'worksheet';
        tables.push({ part: related.part, reference: ref, name: displayName ?? name, isFixed });
      },
    });
  }
  return tables;
}
