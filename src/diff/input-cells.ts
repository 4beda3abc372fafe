import { findClosest } from '../base/closest.js';
import { UsageError } from '../base/errors.js';
import { listedColumn, listedColumns, safeName } from '../input/describe-layout.js';
import { type InputLayout, readRowChunks } from '../input/index.js';
import { findOriginalColumns } from '../input/result-columns.js';

/** The columns of an input. `own`: the indexes (from 0) of those that are not of an earlier result. */
export interface InputColumns {
  readonly names: readonly string[];
  readonly own: readonly number[];
}

/** The cells of a row in the wanted columns; null where its input lacks the column. */
export type InputCells = readonly (string | null)[];

/** The columns that stand beside each change. */
export interface Beside {
  readonly wanted: readonly string[];
  readonly take: (id: string, cells: InputCells) => void;
}

/** Reads `--with`: names of columns, or their numbers. */
export function readBeside(list: string): readonly string[] {
  return [...new Set(list.split(',').map((name) => name.trim()))];
}

/** Returns where each wanted column is: by its name, then ignoring case, then by its number; undefined if nowhere. */
export function findColumns(
  wanted: readonly string[],
  { names, own }: InputColumns,
): (number | undefined)[] {
  const find = (name: string, fold: (text: string) => string) =>
    own.find((index) => fold(names[index] ?? '') === fold(name));
  return wanted.map(
    (name) =>
      find(name, (text) => text.normalize().trim()) ??
      find(name, (text) => text.normalize().trim().toLowerCase()) ??
      own.find((index) => /^\d+$/.test(name) && index === Number(name) - 1),
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
    input === undefined || input.own.length === 0 ? [] : [{ file: name, input }],
  );
  const [first] = inputs;
  const places = inputs.map(({ input }) => findColumns(wanted, input));
  const missing = wanted.find((_, at) => places.every((found) => found[at] === undefined));
  if (missing === undefined || first === undefined) return;
  const { names, own } = first.input;
  const meant = findClosest(
    missing,
    own.map((index) => names[index] ?? ''),
  );
  throw new UsageError('unknown_column', {
    file: first.file,
    wanted: safeName(missing),
    columns: listedColumns(names, own),
    near: meant === undefined ? undefined : listedColumn(names, names.indexOf(meant)),
  });
}

/** Reads the wanted columns of the private copy of a batch's input. `path`: of the copy. */
export async function readCopyCells(
  path: string,
  layout: InputLayout,
  { wanted, take }: Beside,
  stop?: AbortSignal,
): Promise<InputColumns> {
  const input = { names: layout.columns, own: findOriginalColumns(layout) };
  const places = findColumns(wanted, input);
  for await (const rows of readRowChunks(path, layout)) {
    stop?.throwIfAborted();
    for (const { cells, reading } of rows)
      if (reading.valid) take(reading.id, cellsAt(cells, places));
  }
  return input;
}

/** Returns the cells at these places. `read`: how a cell becomes a text. */
export function cellsAt(
  cells: readonly string[],
  places: readonly (number | undefined)[],
  read: (cell: string) => string = String,
): InputCells {
  return places.map((at) => (at === undefined ? null : read(cells[at] ?? '')));
}
