import { resolve } from 'node:path';
import { UsageError } from '../../errors.js';
import { byteOrderMark, createEncoder, csvLines, ownText } from '../../export/csv.js';
import { refuseNoText } from '../../export/format.js';
import {
  asNamed,
  isSameFile,
  refuseOverwrite,
  refuseUnwritable,
  writeWhole,
} from '../../export/targets.js';
import { readHeaderText, readRows, type HeaderText, type InputLayout } from '../../input/index.js';

/** The columns added to a file of rejected rows; the first two are the same as in an export. */
const COLUMNS = ['lookup_status', 'lookup_reason', 'lookup_row'];

export interface RejectsTarget {
  readonly path: string;
  readonly overwrite: boolean;
  /** Makes the name of the temporary file unique. */
  readonly unique: string;
  /** Ends the writing with its reason. */
  readonly stop?: AbortSignal;
}

/** @throws UsageError if the file could not be written, exists and may not be replaced, or is the input itself */
export async function refuseRejects(target: RejectsTarget, input: string): Promise<void> {
  if (resolve(target.path) === resolve(input) || (await isSameFile(target.path, input))) {
    throw new UsageError('rejects_is_input', {});
  }
  refuseNoText(target.path);
  await refuseUnwritable(resolve(target.path));
  if (!target.overwrite) await refuseOverwrite(resolve(target.path), { outputs: {} });
}

/** Writes the invalid rows of a text file as they are, each with its reason and its row in a spreadsheet: the whole file or none. */
export async function writeRejects(
  path: string,
  layout: InputLayout,
  name: string,
  target: RejectsTarget,
): Promise<void> {
  const chunks = asNamed(target.path, rejectedRows(path, layout, name, target.stop));
  const { unique } = target;
  await writeWhole(resolve(target.path), chunks, { unique, kept: 'nothing' });
}

async function* rejectedRows(
  path: string,
  layout: InputLayout,
  name: string,
  stop: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  const { columns, delimiter, encoding, bom } = layout;
  const encoder = createEncoder(encoding);
  const own = ownText(layout, encoder);
  const line = (record: HeaderText, added: readonly string[]): Buffer =>
    encoder.toBytes(own(record) + delimiter + csvLines([added], layout));
  const names = columns.map((column) => encoder.own(column));
  const ownHeader = { raw: csvLines([names], { delimiter, lineEnd: '' }), cells: columns };
  const header = (await readHeaderText(path, layout)) ?? ownHeader;
  let parts = [encoder.toBytes(bom > 0 ? byteOrderMark(encoding) : ''), line(header, COLUMNS)];
  for await (const row of readRows(path, layout, name)) {
    stop?.throwIfAborted();
    if (row.reading.valid) continue;
    const added = ['invalid', row.reading.reason, String(row.sheetRow)];
    if (parts.push(line(row, added)) < 500) continue;
    yield Buffer.concat(parts);
    parts = [];
  }
  yield Buffer.concat(parts);
}
