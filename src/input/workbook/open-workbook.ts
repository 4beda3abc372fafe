import { posix } from 'node:path';
import { type Entry, openPromise } from 'yauzl';
import { UsageError } from '../../errors.js';
import { inputLimits } from '../../limits.js';
import type { SheetName } from '../types.js';
import { tooLarge, type Unpacked } from '../unpacked.js';
import { readNumberFormats } from './number-text.js';
import type { Shared } from './sheet-rows.js';
import { readStrings, TextList } from './texts.js';
import { readXml, type Part } from './xml.js';

export interface Sheet extends Pick<SheetName, 'name' | 'number'> {
  readonly part: string;
  readonly isHidden: boolean;
}

/** By the workbook's list and relations: the names of its files are not fixed. */
export async function openWorkbook(archive: Archive) {
  const main = await findMain(archive);
  const relations = await relationsOf(archive, main);
  const { sheets, epoch1904 } = await readMain(archive, main, relations);
  const partOf = (type: string) =>
    [...relations.values()].find((each) => each.type === type && archive.has(each.part))?.part;
  const shared = async (): Promise<Shared> => {
    const { name } = archive;
    const [strings, styles] = [partOf('sharedStrings'), partOf('styles')];
    return {
      strings: strings ? await readStrings(await archive.read(strings), name) : new TextList(name),
      styles: styles ? await readNumberFormats(await archive.readList(styles), name) : [],
      epoch1904,
    };
  };
  return { sheets, shared };
}

async function findMain(archive: Archive): Promise<string> {
  const relations = [...(await relationsOf(archive, '')).values()];
  const main = relations.find(({ type }) => type === 'officeDocument')?.part;
  if (main?.endsWith('.xml') === true && archive.has(main) && !main.startsWith('word/'))
    return main;
  throw new UsageError('not_text', { file: archive.name });
}

/** By id; their types come without the URL prefix. */
async function relationsOf(archive: Archive, part: string) {
  const { dir, base } = posix.parse(part);
  const relations = new Map<string, Readonly<Record<'type' | 'part', string>>>();
  const list = posix.join(dir, '_rels', `${base}.rels`);
  if (!archive.has(list)) return relations;
  await readXml(await archive.readList(list), archive.name, {
    open: (tag, { Id = '', Type = '', Target = '' }) => {
      if (tag !== 'Relationship') return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target);
      relations.set(Id, { type: posix.basename(Type), part: target });
    },
  });
  return relations;
}

async function readMain(
  archive: Archive,
  main: string,
  relations: Awaited<ReturnType<typeof relationsOf>>,
): Promise<{ sheets: Sheet[]; epoch1904: boolean }> {
  const sheets: Sheet[] = [];
  let [epoch1904, number] = [false, 0];
  await readXml(await archive.readList(main), archive.name, {
    open: (tag, { name = '', id = '', state, date1904 }) => {
      if (tag === 'workbookPr') epoch1904 = date1904 === '1' || date1904 === 'true';
      if (tag !== 'sheet') return;
      number += 1;
      const relation = relations.get(id);
      if (relation?.type !== 'worksheet' || !archive.has(relation.part)) return;
      // Such a list is made to have one part read again and again.
      if (sheets.some(({ part }) => part === relation.part))
        throw new UsageError('damaged_workbook', { file: archive.name });
      const isHidden = state !== undefined && state !== 'visible';
      sheets.push({ name, number, part: relation.part, isHidden });
    },
  });
  return { sheets, epoch1904 };
}

export type Archive = Awaited<ReturnType<typeof openArchive>>;

/** `unpacked` counts the bytes of all parts. */
export async function openArchive(path: string, unpacked: Unpacked) {
  const { name } = unpacked;
  const zip = await openPromise(path, { autoClose: false });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, entry);
    if (entries.size > inputLimits.parts) throw tooLarge(name, 'parts');
  }
  const known = (part: string): Entry => {
    const entry = entries.get(part);
    if (entry === undefined) throw new Error(`The workbook has no part ${part}`);
    return entry;
  };
  /** A part of any size. @throws UsageError `input_too_large`, also while it is read */
  const read = async (part: string): Promise<Part> => {
    // The reader fails if the part unpacks to more than its entry says.
    return unpacked.counted(await zip.openReadStreamPromise(known(part)));
  };
  /** A list of sheets, relations or formats. @throws UsageError `input_too_large` */
  const readList = (part: string): Promise<Part> => {
    if (known(part).uncompressedSize > inputLimits.lists) throw tooLarge(name, 'lists');
    return read(part);
  };
  const close = () => {
    zip.close();
  };
  return { name, has: (part: string) => entries.has(part), read, readList, close };
}
