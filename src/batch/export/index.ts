import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { once } from 'node:events';
import { UsageError } from '../../errors.js';
import type { Batch } from '../../ledger/index.js';
import type { LocalDeps } from '../deps.js';
import { readHeaderText, type HeaderText } from '../input/index.js';
import { inputPath, layoutOf } from '../open-batch.js';
import { summarize } from '../summary.js';
import { csvFormat, excelFormat } from './csv.js';
import type { Format } from './format.js';
import { jsonFormat, jsonLinesFormat } from './json.js';
import { partnerLines } from './partners.js';
import { mergedRowChunks, mergedRows, type ExportRow, type LookupStatus } from './rows.js';
import { ownStamp, refuseOverwrite, writeWhole } from './target.js';

export { refuseOverwrite } from './target.js';

export interface ExportRequest {
  /** A path, or the stream that `-o -` means. */
  readonly target: string | Writable;
  /** `csv`, `json` or `jsonl`; by the target's extension when left out. */
  readonly format?: string;
  readonly excel: boolean;
  readonly overwrite: boolean;
  /** Write although the batch has not ended. */
  readonly partial: boolean;
  readonly only?: readonly LookupStatus[];
  readonly partners?: string;
  /** Whether the batch may replace this file later: the result of its own run. */
  readonly remember: boolean;
}

/**
 * Writes the merged results of a planned batch, one row per input row, in input order.
 * @throws UsageError when the batch has not ended, or the target exists or cannot be written
 */
export async function exportBatch(
  deps: LocalDeps,
  batch: Batch,
  request: ExportRequest,
): Promise<void> {
  refuseUnended(deps, batch, request);
  const header = await readHeaderText(inputPath(deps, batch), layoutOf(batch));
  const format = pickFormat(batch, request, header);
  const count = { rows: 0 };
  const chunks = bytes(deps, batch, format, request, count);
  if (typeof request.target === 'string')
    await toFile(deps, batch, request, request.target, chunks);
  else await toStream(request.target, chunks);
  if (request.partners !== undefined) await writePartners(deps, batch, request, request.partners);
  const path = typeof request.target === 'string' ? request.target : '-';
  deps.emit({ type: 'exported', path, rows: count.rows, replaced: format.replaced() });
}

async function toFile(
  deps: LocalDeps,
  batch: Batch,
  request: ExportRequest,
  target: string,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const path = resolve(target);
  const own = deps.ledger.batches.get(batch.num);
  if (!request.overwrite) await refuseOverwrite(path, own);
  if (!request.remember) {
    await writeWhole(path, chunks, { unique: deps.newId() });
    return;
  }
  const old = await ownStamp(path, own);
  // A run that is killed right after the renaming must know its result again.
  const announce = (stamp: string) => {
    deps.ledger.batches.setOutput(batch.num, path, `${old} ${stamp}`.trim());
  };
  await writeWhole(path, chunks, { unique: batch.id, announce });
}

async function toStream(stream: Writable, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    if (!stream.write(chunk)) await once(stream, 'drain');
  }
}

const NO_OUTPUT = { output: null, outputStamp: null };

async function writePartners(deps: LocalDeps, batch: Batch, request: ExportRequest, path: string) {
  if (batch.kind !== 'cnpj') {
    throw new UsageError(
      'partners_need_cnpj',
      '--partners is for CNPJ batches; this one holds CPFs.',
    );
  }
  if (!request.overwrite && !request.remember) await refuseOverwrite(resolve(path), NO_OUTPUT);
  const lines = partnerLines(mergedRows(deps, batch, layoutOf(batch)));
  await writeWhole(resolve(path), lines, { unique: request.remember ? batch.id : deps.newId() });
}

async function* bytes(
  deps: LocalDeps,
  batch: Batch,
  format: Format,
  request: ExportRequest,
  count: { rows: number },
): AsyncGenerator<Buffer> {
  yield format.head();
  for await (const entries of mergedRowChunks(deps, batch, layoutOf(batch))) {
    const rows = entries.filter((entry) => wanted(entry, request));
    if (rows.length === 0) continue;
    count.rows += rows.length;
    yield Buffer.concat(rows.map((entry) => format.row(entry)));
  }
  yield format.tail();
}

function wanted({ result }: ExportRow, { only }: ExportRequest): boolean {
  return only === undefined || only.includes(result.status);
}

function pickFormat(batch: Batch, request: ExportRequest, header: HeaderText | undefined): Format {
  const layout = layoutOf(batch);
  const name = request.format ?? byExtension(request.target);
  switch (name) {
    case 'json':
      return jsonFormat(layout, layout.kind);
    case 'jsonl':
      return jsonLinesFormat(layout, layout.kind);
    case 'csv':
      return request.excel
        ? excelFormat(layout, layout.kind)
        : csvFormat(layout, layout.kind, header);
    default:
      throw new UsageError(
        'unknown_format',
        `An export cannot be written as ${name}; the formats are csv, json and jsonl.`,
      );
  }
}

function byExtension(target: string | Writable): string {
  const extension =
    typeof target === 'string' ? /\.([a-z]+)$/i.exec(target)?.[1]?.toLowerCase() : '';
  return extension === 'json' || extension === 'jsonl' || extension === 'xlsx' ? extension : 'csv';
}

function refuseUnended(deps: LocalDeps, batch: Batch, request: ExportRequest): void {
  if (request.partial || request.only !== undefined) return;
  const { state, pending } = summarize(deps.ledger, batch.num);
  if (state !== 'running' && pending === 0) return;
  throw new UsageError(
    'batch_not_ended',
    `Batch ${batch.id} has not ended; 'confere bulk watch ${batch.id}' waits for it, --partial exports what there is.`,
  );
}
