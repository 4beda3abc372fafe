import { Option, type Command } from 'commander';
import { compareResults, type Comparison } from '../../../diff/compare-results.js';
import { differing, type DiffSummary, type Side } from '../../../diff/types.js';
import { ConfereError, UsageError } from '../../../errors.js';
import { exitCodes } from '../../../exit-codes.js';
import { diffJson, diffText } from '../../../output/diff/diff-text.js';
import { createDiffProgress, type DiffProgress } from '../../../output/diff/diff-progress.js';
import { errorLine } from '../../../output/error-line.js';
import { lookOf } from '../../../output/terminal/terminal.js';
import type { Host, GlobalOptions } from '../../shared/command-host.js';
import { stoppable } from '../../shared/stop-signal.js';
import { t } from '../../../messages/index.js';
import { addOverwrite } from '../shared/options.js';
import { readWanted, type WantedFields } from '../../../diff/wanted-fields.js';
import type { Context } from '../../../context.js';
import type { InputOptions } from '../../../input/index.js';
import { toOnAccount } from '../../shared/open-service.js';
import { expandedOnes } from '../shared/wildcards.js';
import { withStoredBatches, type StoredBatchRequest } from '../shared/batch-work.js';
import { existsSync } from 'node:fs';
import { findPlannedBatch } from '../../../batch/find-batch.js';
import { batchSide } from '../../../diff/sides/batch-side.js';
import type { Ledger } from '../../../ledger/index.js';
import { withPrivateFolder } from '../shared/private-folder.js';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { changeBytes } from '../../../diff/change-format.js';
import { formatName } from '../../../export/format.js';
import { asNamed } from '../../../export/targets/side-files.js';
import { refuseOverwrite, refuseUnwritable, writeWhole } from '../../../export/targets/target.js';
import { toStream } from '../../../export/targets/to-stream.js';
import { dataStream } from '../shared/data-stream.js';

/** `confere bulk diff`. */
export function defineDiff(command: Command, host: Host): void {
  addDiffOptions(command).action(async (older: string, newer: string) => {
    const flags = command.optsWithGlobals<DiffFlags>();
    await runDiff(host, toDiffRequest([older, newer], flags, host.context));
  });
}

/** `confere bulk diff`: compares two batches, two results, or one of each; needs no key and no network. */
export async function runDiff(host: Host, request: DiffRequest): Promise<void> {
  await refuseTarget(host, request);
  const progress = createDiffProgress(host.context, request.presentation);
  const summary = await stoppable(host, 'call', (stop) =>
    withSides(host, request, progress, stop, async (older, newer) => {
      const comparison = compareResults(older, newer, request.wanted, stop);
      progress.comparing();
      await writeChanges(host, request, comparison);
      return comparison.summary();
    }),
  ).finally(() => {
    progress.end();
  });
  tell(host, request, summary);
  finish(host, request, summary);
}

/** The summary goes to stderr where stdout has the changes. */
function tell({ context }: Host, request: DiffRequest, summary: DiffSummary): void {
  const { presentation, output } = request;
  const isOnStdout = output !== '-';
  if (!isOnStdout && presentation.quiet) return;
  const stream = isOnStdout ? context.stdout : context.stderr;
  const file = isOnStdout ? output : undefined;
  const text = presentation.json
    ? diffJson(summary, file ?? null)
    : diffText(summary, lookOf(stream, context, presentation), file);
  stream.write(text);
}

function finish(
  { context, next, finish: end }: Host,
  { exitStatus, presentation }: DiffRequest,
  summary: DiffSummary,
): void {
  const identifiers = differing(summary);
  const code = exitStatus && identifiers > 0 ? exitCodes.notFound : exitCodes.ok;
  end(code);
  if (code === exitCodes.ok) return;
  const error = new ConfereError('results_differ', { identifiers });
  context.stderr.write(errorLine(error, code, presentation.json, next));
}

/** The options of `bulk diff`, as commander hands them over. */
export interface DiffFlags extends GlobalOptions {
  readonly only?: string;
  readonly output?: string;
  readonly overwrite?: boolean;
  readonly excel?: boolean;
  readonly exitStatus?: boolean;
  readonly type?: 'cpf' | 'cnpj' | 'both';
  readonly column?: string;
  readonly sheet?: string;
}

function addDiffOptions(command: Command): Command {
  return addOverwrite(
    command
      .option('--only <field,...>', t.options.diffOnly)
      .option('--exit-status', t.options.diffExitStatus)
      .option('-o, --output <file|->', t.options.changesFile),
  )
    .option('--excel', t.options.excel)
    .optionsGroup(t.options.inputGroup)
    .addOption(new Option('--type <kind>', t.options.kind).choices(['cpf', 'cnpj', 'both']))
    .option('--column <name|index|a+b>', t.options.column)
    .option('--sheet <name|n>', t.options.sheet);
}

export interface DiffRequest extends StoredBatchRequest {
  /** Each the path of a result, or the id of a batch or a unique prefix of it. */
  readonly older: string;
  readonly newer: string;
  /** How to read the files. */
  readonly input: InputOptions;
  readonly wanted: WantedFields;
  /** Where the changes go, one by one: a path, or `-` for stdout; undefined for the summary alone. */
  readonly output: string | undefined;
  readonly format: string | undefined;
  readonly overwrite: boolean;
  readonly excel: boolean;
  /** A difference sets the exit code. */
  readonly exitStatus: boolean;
}

/** @throws UsageError for an unknown field, and if changes and the summary in JSON would both go to stdout */
function toDiffRequest(
  given: readonly [string, string],
  flags: DiffFlags,
  surroundings: Pick<Context, 'env'> & Partial<Pick<Context, 'platform'>>,
): DiffRequest {
  const [older, newer] = expandedOnes(given, surroundings.platform, 'bulk diff');
  const { output, json, excel, overwrite, exitStatus, only, type, column, sheet } = flags;
  if (json === true && output === '-') throw new UsageError('stdout_twice', {});
  const format = flags.format === 'table' ? undefined : flags.format;
  const isListed =
    output !== undefined || json === true || (format === undefined && excel !== true);
  return {
    ...{ older, newer, format },
    wanted: only === undefined ? undefined : readWanted(only),
    output: isListed ? output : '-',
    ...toOnAccount(flags, surroundings),
    input: { kind: type, column, sheet },
    overwrite: overwrite === true,
    excel: excel === true,
    exitStatus: exitStatus === true,
  };
}

type Wanted = Pick<DiffRequest, 'older' | 'newer' | 'input' | 'account' | 'presentation'>;

/** Where results can be read: of batches, and of files. */
interface Places {
  readonly ledger: Pick<Ledger, 'findBatches' | 'readBatch' | 'folder'> | undefined;
  /** A private folder. */
  readonly folder: string;
}

/**
 * Runs `work` with both results. Opens the ledger only for batches, and makes a folder for sorting only for files; it
 * is removed afterwards.
 *
 * @throws UsageError if one of them does not exist or is no result, or if one has CPFs and the other CNPJs
 */
function withSides<T>(
  host: Host,
  request: Wanted,
  progress: DiffProgress,
  stop: AbortSignal,
  work: (older: Side, newer: Side) => Promise<T>,
): Promise<T> {
  const places = [request.older, request.newer];
  const files = places.filter(isFile).length;
  const inPlaces = async (where: Places): Promise<T> => {
    const sides: Side[] = [];
    const { createOpening } = await import('./open-file.js');
    const openFile = createOpening(request.input, files);
    try {
      const open = async (name: string, place: string): Promise<Side> =>
        where.ledger !== undefined && !isFile(place)
          ? batchSide(where.ledger, await findPlannedBatch(where.ledger, place))
          : openFile(name, {
              ...{ path: place, folder: where.folder, stop },
              tell: progress.reading(place),
            });
      const older = await open('older', request.older);
      sides.push(older);
      const newer = await open('newer', request.newer);
      sides.push(newer);
      refuseOtherKind(older, newer);
      return await work(older, newer);
    } finally {
      for (const side of sides) await side.close();
    }
  };
  const inFolder = (ledger: Places['ledger']) =>
    files > 0
      ? withPrivateFolder(host, (folder) => inPlaces({ ledger, folder }))
      : inPlaces({ ledger, folder: '' });
  if (files === places.length) return inFolder(undefined);
  return withStoredBatches(host, request, ({ ledger }) => inFolder(ledger));
}

/** @throws UsageError `different_kinds`: every identifier would have appeared or disappeared */
function refuseOtherKind(older: Side, newer: Side): void {
  const isMixed = older.kinds.size !== 1 || newer.kinds.size !== 1;
  const kinds = new Set([...older.kinds, ...newer.kinds]);
  if (isMixed || kinds.size === 1) return;
  const [cpfs, cnpjs] = older.kinds.has('cpf') ? [older, newer] : [newer, older];
  throw new UsageError('different_kinds', {
    cpfs: cpfs.facts().name,
    cnpjs: cnpjs.facts().name,
  });
}

/** A file that is there is meant before a batch of that name; no batch id has a dot or a slash. */
function isFile(place: string): boolean {
  return /[./\\]/.test(place) || existsSync(place);
}

type Target = Pick<DiffRequest, 'output' | 'format' | 'overwrite' | 'excel' | 'older' | 'newer'>;

/**
 * Refuses a target to which the changes could not be written, before anything is read.
 *
 * @throws UsageError
 */
async function refuseTarget(host: Host, request: Target): Promise<void> {
  const { output, format, overwrite } = request;
  if (output === undefined) return;
  if (output === '-') {
    dataStream(host, { format });
    return;
  }
  formatName(output, format);
  const path = resolve(output);
  const written = await behindLinks(path);
  for (const file of [request.older, request.newer])
    if ((await behindLinks(resolve(file))) === written)
      throw new UsageError('output_is_input', { file, output, of: 'comparison' });
  await refuseUnwritable(path);
  if (!overwrite) await refuseOverwrite(path, { outputs: {} });
}

/** The file that a path leads to; a link that is written to keeps its name, and its target is replaced. */
function behindLinks(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Writes every change to where the user wants it, and reads them in any case. */
async function writeChanges(
  host: Host,
  { output, format, excel }: Target,
  { changes }: Comparison,
): Promise<void> {
  if (output === undefined) {
    for await (const some of changes()) void some;
    return;
  }
  const target = output === '-' ? dataStream(host, { format }) : output;
  const bytes = asNamed(target, changeBytes(changes(), { target, format, excel }));
  if (typeof target !== 'string') await toStream(target, bytes);
  else await writeWhole(resolve(target), bytes, { unique: host.context.newId(), kept: 'nothing' });
}
