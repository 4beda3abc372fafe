import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { addedColumns } from '../../../src/export/cells.js';
import { writeResult } from '../../../src/export/index.js';
import type { RowSource } from '../../../src/export/rows.js';
import { ConfereError } from '../../../src/errors.js';
import {
  detectLayout,
  readRows,
  toBytes,
  type InputLayout,
  type InputRow,
} from '../../../src/input/index.js';
import type { Batch } from '../../../src/ledger/index.js';
import { allPaths } from '../../../src/records/fields.js';
import { must, type Target } from '../engine/explore.js';
import { detection } from './detection.js';

/** A record with everything that a cell must be quoted for. */
const NAME = 'a"b;c,d|e\tf\ng\r';
const AT = Date.UTC(2026, 0, 2);
/** Every second identifier was found, by its last digit. */
const isFound = (id: string) => Number(id.at(-1)) % 2 === 0;

interface Merge {
  readonly layout: InputLayout;
  readonly rows: readonly InputRow[];
  readonly result: Buffer;
}

/** The result of a batch of this file; undefined if the file is refused. */
async function merged(input: Buffer): Promise<Merge | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'confere-merge-'));
  try {
    const path = join(folder, 'in.csv');
    writeFileSync(path, input);
    const layout = await detectLayout(path, {});
    const rows: InputRow[] = [];
    for await (const row of readRows(path, layout)) rows.push(row);
    return { layout, rows, result: await resultOf(path, layout, rows.length) };
  } catch (error) {
    if (error instanceof ConfereError && error.kind === 'usage') return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function resultOf(path: string, layout: InputLayout, rows: number): Promise<Buffer> {
  const facts = { num: 1, id: 'b', file: 'in.csv', rows, kind: layout.kind };
  const batch = {
    ...facts,
    inputHash: null,
    inputSize: null,
    erased: { rows: [] },
  } as unknown as Batch;
  const found = { job: 1, answer: 'found', answeredAt: AT, record: 1 };
  const ledger = {
    jobsOf: () => Promise.resolve([]),
    leftOut: () => Promise.resolve([]),
    rowItems: () =>
      Promise.resolve({ get: (_: number, id: string) => (isFound(id) ? found : undefined) }),
    recordsByNumber: () => Promise.resolve(new Map([[1, { fetchedAt: AT, data: { name: NAME } }]])),
  } as unknown as RowSource['ledger'];
  const pieces: Buffer[] = [];
  const target = new Writable({
    write: (piece: Buffer, _, done) => {
      pieces.push(piece);
      done();
    },
  });
  const wishes = { excel: false, overwrite: false, partial: true, remember: false } as const;
  const request = { target, format: 'csv', ...wishes };
  await writeResult({ ledger, batch, path, layout, source: 'api' }, request, () => 'id');
  return Buffer.concat(pieces);
}

/** The row as it must stand in the result: its own bytes, and behind them what was found. */
function expectedLine(row: InputRow, layout: InputLayout): Buffer {
  const { reading, cells } = row;
  const { delimiter, columns, lineEnd, encoding, kind } = layout;
  const missing = delimiter.repeat(Math.max(0, columns.length - cells.length));
  const added: Readonly<Record<string, string>> = reading.valid
    ? isFound(reading.id)
      ? { status: 'found', source: 'api', fetched_at: new Date(AT).toISOString(), name: NAME }
      : { status: 'pending' }
    : { status: 'invalid', reason: reading.reason };
  const known = new Map(Object.entries(added).map(([name, cell]) => [`lookup_${name}`, cell]));
  const own = addedColumns(allPaths(kind)).map((name) => quoted(known.get(name) ?? '', delimiter));
  return toBytes(
    row.raw + missing + own.map((cell) => delimiter + cell).join('') + lineEnd,
    encoding,
  );
}

const quoted = (cell: string, delimiter: string) =>
  ['"', '\r', '\n', delimiter].some((each) => cell.includes(each))
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;

/** A line between rows that is none: blank, or a comment in a list of identifiers. The encoding may have NULs. */
const isNoRow = (line: string, { shape }: InputLayout) =>
  /^[\s\0\xa0]*$/.test(line) || (shape === 'list' && /^[\s\0]*#/.test(line));

/** Whether the rows, from the last to the first, are the input's own bytes with no other rows between. */
function areOfInput(input: Buffer, { rows, layout }: Merge): boolean {
  let end = input.length;
  for (const { raw } of [...rows].reverse()) {
    const bytes = toBytes(raw, layout.encoding);
    const from = input.lastIndexOf(bytes, end - bytes.length);
    if (from < 0 || end < bytes.length) return false;
    const between = input.subarray(from + bytes.length, end).toString('latin1');
    if (!between.split(/[\r\n]/).every((line) => isNoRow(line, layout))) return false;
    end = from;
  }
  return true;
}

/** A result has the rows of its input, in order, with their own bytes and nothing but the results behind them. */
export const merges: Target = {
  name: 'CSV merge',
  words: detection.words,
  seeds: detection.seeds,
  check: async (input) => {
    const merge = await merged(input);
    if (merge === undefined) return;
    const lines = Buffer.concat(merge.rows.map((row) => expectedLine(row, merge.layout)));
    const head = merge.result.length - lines.length;
    must(head > 0 && merge.result.subarray(head).equals(lines), 'a row is lost, moved or changed');
    const { bom } = merge.layout;
    must(merge.result.subarray(0, bom).equals(input.subarray(0, bom)), 'another byte order mark');
    must(areOfInput(input, merge), 'a row is not of the input');
  },
};
