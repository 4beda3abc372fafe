import { resolve } from 'node:path';
import { UsageError } from '../base/errors.js';
import { createCsvFormat } from './csv.js';
import { formatRows, requireTextName } from './format.js';
import {
  compressIfGzName,
  isSameFile,
  refuseOverwrite,
  refuseUnwritable,
  writeWhole,
} from './targets.js';
import { readHeaderText, readRowChunks, type InputLayout, type InputRow } from '../input/index.js';

/** The columns added to a file of rejected rows; the first two are the same as in an export. */
const ADDED_COLUMNS = ['lookup_status', 'lookup_reason', 'lookup_row'];

export interface RejectsTarget {
  readonly path: string;
  readonly overwrite: boolean;
  /** A part of the temporary file's name, which no other writer uses. */
  readonly temporaryId: string;
  /** Aborts the writing. */
  readonly stop?: AbortSignal;
}

/** Refuses a file that cannot be written, exists and may not be replaced, or is the input itself. @throws UsageError */
export async function refuseRejects(target: RejectsTarget, input: string): Promise<void> {
  if (resolve(target.path) === resolve(input) || (await isSameFile(target.path, input))) {
    throw new UsageError('output_is_input', { output: target.path });
  }
  requireTextName(target.path);
  await refuseUnwritable(resolve(target.path));
  if (!target.overwrite) await refuseOverwrite(resolve(target.path), { outputs: {} });
}

/**
 * Writes the invalid rows of a text file unchanged, each with its reason and its row in a spreadsheet: all rows or no
 * file.
 */
export async function writeRejects(
  path: string,
  layout: InputLayout,
  name: string,
  target: RejectsTarget,
): Promise<void> {
  const header = await readHeaderText(path, layout);
  const format = createCsvFormat(layout, header, ADDED_COLUMNS, ({ added }: RejectedRow) => added);
  const bytes = formatRows(format, yieldRejectedRows(path, layout, name, target.stop));
  const { temporaryId } = target;
  await writeWhole(resolve(target.path), compressIfGzName(target.path, bytes), {
    temporaryId,
    kept: 'nothing',
  });
}

interface RejectedRow {
  readonly row: InputRow;
  readonly added: readonly (string | number)[];
}

async function* yieldRejectedRows(
  path: string,
  layout: InputLayout,
  name: string,
  stop: AbortSignal | undefined,
): AsyncGenerator<RejectedRow[]> {
  for await (const rows of readRowChunks(path, layout, name)) {
    stop?.throwIfAborted();
    yield rows.flatMap((row) => {
      const { reading } = row;
      return reading.valid ? [] : { row, added: ['invalid', reading.reason, row.sheetRow] };
    });
  }
}
