import { existsSync } from 'node:fs';
import { ConfereError } from '../base/errors.js';
import { maskCpf, maskCpfs, type IdentifierKind } from '../identifiers/index.js';
import { inputPath, workbookPath } from '../ledger/batch-folder.js';
import type { Batch, RecordAbout, IdentifierRequest, LogEntry } from '../ledger/index.js';
import { storeWaitingOutcomes } from '../money/outbox.js';
import type { LocalDeps } from './dependencies.js';
import { createRowCounter } from './erase.js';

/** A file of a batch that has the identifier, or may have it. */
export interface StoredFile extends Pick<Batch, 'file'> {
  /** `result`: a file that was written for the user, who may have moved it. */
  readonly what: 'copy' | 'workbook' | 'result';
  readonly batch: string;
  /** Null for a copy in the database of a shared ledger. */
  readonly path: string | null;
  /** How many rows name the identifier; null where that is not known. */
  readonly rows: number | null;
}

/** Everything that is stored about a person or a company. */
export interface StoredData {
  readonly kind: IdentifierKind;
  readonly id: string;
  readonly records: readonly RecordAbout[];
  readonly requests: readonly IdentifierRequest[];
  readonly files: readonly StoredFile[];
}

/**
 * Reads everything that is stored about an identifier. Asks the service nothing, and changes nothing except that the
 * ledger receives outcomes of requests that were waiting in files.
 */
export async function readStoredAbout(
  deps: LocalDeps,
  kind: IdentifierKind,
  id: string,
): Promise<StoredData> {
  await storeWaitingOutcomes(deps.ledger);
  const about = await deps.ledger.readAbout(kind, id);
  const files: StoredFile[] = [];
  const countRows = await createRowCounter(deps, new Set([id]));
  for (const batch of await deps.ledger.findBatches()) {
    // Counting the rows may fetch a copy from the ledger, which it removes again.
    const rows = await nullIfDamaged(() => countRows(batch));
    if (rows !== undefined) files.push(...(await listPlaces(deps, batch, rows)));
  }
  return { kind, id, ...about, files };
}

/** Returns null if the private copy is damaged, so that nobody can read its rows. */
async function nullIfDamaged<T>(count: () => Promise<T>): Promise<T | null> {
  try {
    return await count();
  } catch (error) {
    if (error instanceof ConfereError && error.code === 'copy_damaged') return null;
    throw error;
  }
}

/** Lists the copies on this machine and in the database of a shared ledger, and the results. */
async function listPlaces(
  deps: LocalDeps,
  batch: Batch,
  rows: number | null,
): Promise<StoredFile[]> {
  const { ledger } = deps;
  const { id, num, file, outputs } = batch;
  const listCopies = async (
    what: 'copy' | 'workbook',
    path: string,
    pieces: AsyncIterable<Uint8Array>,
    count: number | null,
  ): Promise<StoredFile[]> => {
    const paths = [...(existsSync(path) ? [path] : []), ...((await hasAny(pieces)) ? [null] : [])];
    return paths.map((place) => ({ what, batch: id, file, path: place, rows: count }));
  };
  return [
    ...(await listCopies('copy', inputPath(deps, batch), ledger.readCopy(num), rows)),
    ...(await listCopies('workbook', workbookPath(deps, batch), ledger.readWorkbook(num), null)),
    ...Object.keys(outputs).map((path) => {
      return { what: 'result', batch: id, file, path, rows: null } as const;
    }),
  ];
}

async function hasAny(pieces: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of pieces) return true;
  return false;
}

/** Describes what is stored for programs: times in ISO 8601, and files as `places`. */
export function describeStored({ kind, id, records, requests, files }: StoredData) {
  return {
    kind,
    id,
    records: records.map(({ fetchedAt, data }) => ({ fetchedAt: formatTime(fetchedAt), data })),
    requests: requests.map(describeRequest),
    places: files,
  };
}

function describeRequest(one: IdentifierRequest) {
  const { request, answer, credits, batch, file, user, machine, purpose } = one;
  return {
    at: formatTime(one.at),
    request,
    answer,
    credits,
    batch,
    file,
    user,
    machine,
    purpose,
  };
}

/** Describes an entry of the log for programs; `id` is null where none is stored. */
export function describeEntry(entry: LogEntry) {
  const { request, kind, batch, file, identifiers, found, reused } = entry;
  const { unconfirmed, erased, credits, user, machine, purpose } = entry;
  return {
    at: formatTime(entry.at),
    request,
    kind,
    id: entry.id || null,
    batch,
    file,
    identifiers,
    found,
    reused,
    unconfirmed,
    erased,
    credits,
    user,
    machine,
    purpose,
  };
}

/** Masks the CPFs of an entry, also those in the name of a file or in a purpose. */
export function maskEntry(entry: LogEntry): LogEntry {
  const { kind, id, file, purpose } = entry;
  return {
    ...entry,
    id: kind === 'cpf' && id !== '' ? maskCpf(id) : id,
    file: file && maskCpfs(file),
    purpose: purpose && maskCpfs(purpose),
  };
}

function formatTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
