import { findClosest } from '../base/closest.js';
import { UsageError } from '../base/errors.js';
import { describeColumn, describeColumns, quoteName } from '../input/describe-layout.js';
import { type InputLayout, readRowChunks } from '../input/index.js';
import { findOriginalColumns } from '../input/result-columns.js';

/** The columns of an input. `originals`: the indexes (from 0) of those that no earlier result has added. */
export interface InputColumns {
  readonly names: readonly string[];
  readonly originals: readonly number[];
}

/** The cells of a row in the wanted columns; null where its input lacks the column. */
export type InputCells = readonly (string | null)[];

/** The columns that stand beside each change, and the function that receives their cells. */
export interface WantedColumns {
  readonly wanted: readonly string[];
  readonly onCells: (id: string, cells: InputCells) => void;
}

/** Reads `--with`: names of columns, or their numbers. */
export function readWantedColumns(list: string): readonly string[] {
  return [...new Set(list.split(',').map((name) => name.trim()))];
}

/**
 * Returns the index (from 0) of each wanted column: by its name, then without regard to case, then by its number;
 * undefined for a column that the input lacks.
 */
export function findColumns(
  wanted: readonly string[],
  { names, originals }: InputColumns,
): (number | undefined)[] {
  const find = (name: string, normalize: (text: string) => string) =>
    originals.find((index) => normalize(names[index] ?? '') === normalize(name));
  return wanted.map(
    (name) =>
      find(name, (text) => text.normalize().trim()) ??
      find(name, (text) => text.normalize().trim().toLowerCase()) ??
      originals.find((index) => /^\d+$/.test(name) && index === Number(name) - 1),
  );
}

/** An input, and its name for people. */
interface NamedInput {
  readonly name: string;
  readonly input?: InputColumns;
}

/** Refuses a column that neither input has. @throws UsageError `unknown_column`, with the columns of the newer */
export function refuseUnknownColumns(
  wanted: readonly string[],
  { older, newer }: Readonly<Record<'older' | 'newer', NamedInput>>,
): void {
  const inputs = [newer, older].flatMap(({ name, input }) =>
    input === undefined || input.originals.length === 0 ? [] : [{ file: name, input }],
  );
  const [first] = inputs;
  const indexesByInput = inputs.map(({ input }) => findColumns(wanted, input));
  const missing = wanted.find((_, at) => indexesByInput.every((found) => found[at] === undefined));
  if (missing === undefined || first === undefined) return;
  const { names, originals } = first.input;
  const meant = findClosest(
    missing,
    originals.map((index) => names[index] ?? ''),
  );
  throw new UsageError('unknown_column', {
    file: first.file,
    wanted: quoteName(missing),
    columns: describeColumns(names, originals),
    near: meant === undefined ? undefined : describeColumn(names, names.indexOf(meant)),
  });
}

/** Reads the wanted columns of the private copy of a batch's input. `path`: where the copy is. */
export async function readCopyCells(
  path: string,
  layout: InputLayout,
  { wanted, onCells }: WantedColumns,
  stop?: AbortSignal,
): Promise<InputColumns> {
  const input = { names: layout.columns, originals: findOriginalColumns(layout) };
  const indexes = findColumns(wanted, input);
  for await (const rows of readRowChunks(path, layout)) {
    stop?.throwIfAborted();
    for (const { cells, reading } of rows)
      if (reading.valid) onCells(reading.id, selectCells(cells, indexes));
  }
  return input;
}

/** Returns the cells at the indexes; null for a missing column. `read` converts each cell. */
export function selectCells(
  cells: readonly string[],
  indexes: readonly (number | undefined)[],
  read: (cell: string) => string = String,
): InputCells {
  return indexes.map((at) => (at === undefined ? null : read(cells[at] ?? '')));
}
