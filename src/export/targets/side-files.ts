import { resolve } from 'node:path';
import { createGzip } from 'node:zlib';
import { UsageError } from '../../errors.js';
import type { ColumnKind } from '../../identifiers/index.js';
import { isGzip, refuseNoText } from '../format.js';
import { partnersTable, secondaryCnaesTable, type SideTable } from '../side-tables.js';
import { refuseOverwrite, type OwnOutput } from './target.js';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Paths of the files written beside the result; CNPJ batches only. */
export interface SidePaths {
  readonly partners?: string;
  readonly secondaryCnaes?: string;
}

/** The requested tables, each with its path. */
export function wantedTables({ partners, secondaryCnaes }: SidePaths): [SideTable, string][] {
  const all: [SideTable, string | undefined][] = [
    [partnersTable, partners],
    [secondaryCnaesTable, secondaryCnaes],
  ];
  return all.flatMap(([table, path]) => (path === undefined ? [] : [[table, resolve(path)]]));
}

/** @throws UsageError for a batch of CPFs, and for names that promise something else than text */
export function refuseCompanyTables(paths: SidePaths, kind: ColumnKind | null): void {
  const tables = wantedTables(paths);
  for (const [, path] of tables) refuseNoText(path);
  const [first] = tables;
  if (first === undefined || kind !== 'cpf') return;
  const [{ flag }] = first;
  throw flag === '--partners'
    ? new UsageError('partners_need_cnpj', {})
    : new UsageError('secondary_cnaes_need_cnpj', {});
}

/** @throws UsageError if one of the files exists and is not this batch's own */
export async function refuseSideFiles(paths: SidePaths, own: OwnOutput): Promise<void> {
  for (const [, path] of wantedTables(paths)) await refuseOverwrite(path, own);
}

/** Refuses the same name for two files, because the second would replace the first. */
export function refuseSameNames(paths: SidePaths, target: unknown): void {
  const names = wantedTables(paths).map(([, path]) => path);
  if (typeof target === 'string') names.push(resolve(target));
  // Many file systems take `A.csv` and `a.csv` for one file.
  const distinct = new Set(names.map((name) => name.normalize('NFC').toLowerCase()));
  if (distinct.size === names.length) return;
  throw new UsageError('same_output', { of: 'side_files' });
}

/** The bytes as the target's name requests: compressed if it ends in `.gz`. */
export function asNamed(
  target: Parameters<typeof isGzip>[0],
  chunks: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  return isGzip(target) ? through(chunks, createGzip()) : chunks;
}

/**
 * Pipes `chunks` through `transform`, as fast as the result is read. An error of either ends the
 * iteration.
 */
async function* through(
  chunks: AsyncIterable<Buffer>,
  transform: Transform,
): AsyncGenerator<Buffer> {
  const feeding = pipeline(Readable.from(chunks, { objectMode: false }), transform);
  // The reader below gets the same error.
  feeding.catch(() => undefined);
  yield* transform as AsyncIterable<Buffer>;
  await feeding;
}
