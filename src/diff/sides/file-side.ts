import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Checked } from '../../batch/check/check.js';
import { withText } from '../../batch/check/check.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { InputOptions } from '../../input/index.js';
import type { Side } from '../types.js';
import { isJson } from './json-objects.js';
import { cellsReader, readJson } from './record-text.js';
import { readJsonRows } from './json-rows.js';
import { readTableRows } from './table-rows.js';
import type { TakeRow } from './result-file.js';
import { SortedRows } from './sorted-rows.js';

export interface ResultFile {
  readonly path: string;
  readonly input: InputOptions;
  /** A private folder that does not exist yet; the caller removes the one above it. */
  readonly folder: string;
  /** Called now and then with the rows that were read. */
  readonly tell: (rows: number) => void;
  /** Ends the reading with its reason. */
  readonly stop?: AbortSignal;
}

/** Rows between two calls of `tell`. */
const OFTEN = 10_000;

/**
 * A result that an export wrote: CSV in any dialect, JSON, JSON lines or a workbook, each also packed with gzip.
 * Reads it to the end, and sorts its rows.
 *
 * @throws UsageError if it cannot be read, changes meanwhile, or is no result
 */
export async function fileSide({ path, input, folder, tell, stop }: ResultFile): Promise<Side> {
  await mkdir(folder, { mode: 0o700 });
  const name = basename(path);
  const rows = new SortedRows(folder, 'run');
  const kinds = new Set<IdentifierKind>();
  let [seen, invalid] = [0, 0];
  const take: TakeRow = (reading, row) => {
    seen += 1;
    if (seen % OFTEN === 0) {
      stop?.throwIfAborted();
      tell(seen);
    }
    if (!reading.valid) {
      invalid += 1;
      return;
    }
    kinds.add(reading.kind);
    rows.add({ id: reading.id, ...row });
  };
  const inFolder = <T>(work: (own: string) => Promise<T>) => work(folder);
  const reading = (text: Checked) => readRows(text, take);
  const read = await withText({ path }, name, input, inFolder, reading, { stop });
  await rm(join(folder, 'input'), { force: true });
  return {
    facts: () => ({
      ...{ name, is: 'file', identifiers: rows.identifiers, duplicates: rows.duplicates },
      ...{ contradictory: rows.contradictory, invalid },
    }),
    ...read,
    kinds,
    // eslint-disable-next-line @typescript-eslint/require-await -- the files are read at once
    entries: async function* () {
      yield* rows.entries();
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function readRows(
  text: Checked,
  take: TakeRow,
): Promise<Pick<Side, 'fields' | 'isFlat' | 'read'>> {
  if (text.origin?.sheet === undefined && (await isJson(text.path)))
    return { fields: await readJsonRows(text, take), isFlat: false, read: readJson };
  const fields = await readTableRows(text, take);
  return { fields, isFlat: true, read: cellsReader(fields) };
}
