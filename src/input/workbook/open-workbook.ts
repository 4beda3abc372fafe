import { posix } from 'node:path';
import { UsageError } from '../../base/errors.js';
import { inputLimits } from '../../base/limits.js';
import type { InputSheet } from '../types.js';
import { buildTooLarge } from '../unpack-limit.js';
import { type Archive, buildPartKey, resolvePart } from './archive.js';
import { readNumberFormats } from './number-format.js';
import type { SharedLists } from './sheet-rows.js';
import { TOTALS_NAME } from '../result-columns.js';
import { readStrings } from './texts.js';
import { readXml } from './xml.js';

export interface Sheet extends Pick<InputSheet, 'name' | 'number'> {
  readonly part: string;
  /**
   * Whether the sheet is read only if the user names it, because it is hidden or has the totals of an earlier result.
   */
  readonly isHidden: boolean;
}

/**
 * Finds the sheets of a workbook by its list and relations, because the names of its parts are not fixed.
 *
 * @throws UsageError `not_text`, `input_too_large`; Error if a listed part is missing
 */
export async function openWorkbook(archive: Archive) {
  const main = await findMain(archive);
  const relations = await readRelations(archive, main);
  const { sheets, epoch1904 } = await readMain(archive, main, relations);
  const findPart = (type: string) =>
    [...relations.values()].find((each) => each.type === type)?.part;
  const readSharedLists = async (): Promise<SharedLists> => {
    const { limit } = archive;
    const [stringsPart, stylesPart] = [findPart('sharedStrings'), findPart('styles')];
    // Many programs list the part with the shared texts, and do not write it if no cell refers to it.
    const hasStrings = stringsPart !== undefined && archive.has(stringsPart);
    return {
      strings: hasStrings ? await readStrings(await archive.read(stringsPart), limit) : undefined,
      styles: stylesPart ? await readNumberFormats(await archive.readList(stylesPart), limit) : [],
      epoch1904,
    };
  };
  return { sheets, readSharedLists, main, relations, epoch1904 };
}

async function findMain(archive: Archive): Promise<string> {
  const relations = [...(await readRelations(archive, '/')).values()];
  const main = relations.find(({ type }) => type === 'officeDocument')?.part;
  if (main !== undefined && /\.xml$/i.test(main)) return main;
  throw new UsageError('not_text', { file: archive.name });
}

export type Relations = ReadonlyMap<string, Readonly<Record<'type' | 'part', string>>>;

/** Reads the relations of a part, by id; `/` is the archive. Their types have no URL prefix. */
export async function readRelations(archive: Archive, part: string): Promise<Relations> {
  const { dir, base } = posix.parse(part);
  const relations = new Map<string, Readonly<Record<'type' | 'part', string>>>();
  const relationsPart = posix.join(dir, '_rels', `${base}.rels`);
  if (!archive.has(relationsPart)) return relations;
  await readXml(await archive.readList(relationsPart), archive.limit, {
    open: (tag, { Id = '', Type = '', Target = '' }) => {
      if (tag !== 'Relationship') return;
      relations.set(Id, { type: posix.basename(Type), part: resolvePart(dir, Target) });
      if (relations.size > inputLimits.parts) throw buildTooLarge(archive.name, 'parts');
    },
  });
  return relations;
}

async function readMain(
  archive: Archive,
  main: string,
  relations: Relations,
): Promise<{ sheets: Sheet[]; epoch1904: boolean }> {
  const { name: file } = archive;
  const sheets: Sheet[] = [];
  const parts = new Set<string>();
  let root: string | undefined;
  let [epoch1904, number, isTotalsName, totalsReference] = [false, 0, false, ''];
  await readXml(await archive.readList(main), archive.limit, {
    open: (tag, { name = '', id = '', state, date1904 }) => {
      root ??= tag;
      // Text documents and presentations are archives of the same format.
      if (root !== 'workbook') throw new UsageError('not_text', { file });
      isTotalsName = tag === 'definedName' && name === TOTALS_NAME;
      if (tag === 'workbookPr') epoch1904 = date1904 === '1' || date1904 === 'true';
      if (tag !== 'sheet') return;
      number += 1;
      const relation = relations.get(id);
      if (relation === undefined) throw new Error('A sheet has no part');
      // A chart may have a sheet of its own.
      if (relation.type !== 'worksheet') return;
      // Only a list that is meant to do harm names a part twice, so that the part would be read again and again.
      if (parts.size === parts.add(buildPartKey(relation.part)).size)
        throw new Error('Two sheets have the same part');
      const isHidden = state !== undefined && state !== 'visible';
      sheets.push({ name, number, part: relation.part, isHidden });
    },
    text: (piece) => {
      if (isTotalsName) totalsReference += piece;
    },
    close: () => {
      isTotalsName = false;
    },
  });
  const totalsSheet = readSheetName(totalsReference);
  return {
    sheets: sheets.map((sheet) =>
      sheet.name === totalsSheet ? { ...sheet, isHidden: true } : sheet,
    ),
    epoch1904,
  };
}

/** Returns the name of the sheet in a reference such as `'My sheet'!$A$1`. */
export function readSheetName(reference: string): string | undefined {
  const [, quoted, plain] = /^(?:'((?:[^']|'')*)'|([^'!]+))!/.exec(reference) ?? [];
  return quoted?.replaceAll("''", "'") ?? plain;
}
