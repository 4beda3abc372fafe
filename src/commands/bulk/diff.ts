import { type Command, Option } from 'commander';
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { findPlannedBatch } from '../../batch/find-batch.js';
import { batchSide } from '../../diff/batch-side.js';
import { changeBytes } from '../../diff/changes.js';
import { compareResults, type Comparing } from '../../diff/compare-results.js';
import type { ResultFile } from '../../diff/file-side.js';
import { differing, type Change, type DiffSummary, type Side } from '../../diff/types.js';
import { readWanted } from '../../diff/wanted-fields.js';
import { ConfereError, UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { formatName } from '../../export/format.js';
import {
  asNamed,
  refuseOverwrite,
  refuseUnwritable,
  writeWhole,
} from '../../export/targets/target.js';
import { toStream } from '../../export/targets/to-stream.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import type { InputOptions } from '../../input/index.js';
import type { Ledger } from '../../ledger/index.js';
import { t } from '../../messages/index.js';
import { diffJson, diffText } from '../../output/diff.js';
import { createLiveLine, type LiveLine } from '../../output/terminal/live.js';
import { lookOf } from '../../output/terminal/terminal.js';
import { withStoredBatches } from './shared/batch-work.js';
import { addOverwrite } from './shared/options.js';
import { dataStream, expandedOnes, withPrivateFolder } from './shared/places.js';
import { type OnAccount, readOptions } from '../shared/account.js';
import type { GlobalOptions, Host } from '../shared/options.js';
import { stoppable } from '../shared/stop-signal.js';
import { tellError } from '../shared/tell-error.js';

/** `confere bulk diff`. */
export function defineDiff(command: Command, host: Host): void {
  addDiffOptions(command).action(async (older: string, newer: string) => {
    const options = settled(readOptions<DiffOptions>(command, host));
    const both = expandedOnes([older, newer], host.context.platform, 'bulk diff');
    await diff(host, { ...options, older: both[0], newer: both[1] });
  });
}

/** What is over sooner (ms) needs no display. */
const A_MOMENT = 500;

/** `confere bulk diff`: compares two batches, two results, or one of each; needs no key and no network. */
async function diff(host: Host, options: Diff): Promise<void> {
  const { only } = options;
  const wanted = only === undefined ? undefined : readWanted(only);
  await refuseTarget(host, options);
  const progress = createLiveLine(host.context, options.presentation, A_MOMENT);
  const summary = await stoppable(host, 'call', (stop) =>
    withSides(host, options, progress, stop, (folder, read) => {
      const use = (changes: AsyncIterable<readonly Change[]>) => {
        progress.show(t.diff.comparing);
        return writeChanges(host, options, changes);
      };
      return compareResults({ folder, read, wanted, use, stop });
    }),
  ).finally(() => {
    progress.end();
  });
  tell(host, options, summary);
  const identifiers = differing(summary);
  const differs = options.exitStatus === true && identifiers > 0;
  host.finish(differs ? exitCodes.notFound : exitCodes.ok);
  const error = new ConfereError('results_differ', { identifiers });
  if (differs) tellError(host, error, options.presentation.json, exitCodes.notFound);
}

/** The summary goes to stderr where stdout has the changes. */
function tell({ context }: Host, options: Diff, summary: DiffSummary): void {
  const { presentation, output } = options;
  const isOnStdout = output !== '-';
  if (!isOnStdout && presentation.quiet) return;
  const stream = isOnStdout ? context.stdout : context.stderr;
  const file = isOnStdout ? output : undefined;
  const text = presentation.json
    ? diffJson(summary, file ?? null)
    : diffText(summary, lookOf(stream, context, presentation), file);
  stream.write(text);
}

function addDiffOptions(command: Command): Command {
  return addOverwrite(
    command
      .option('--only <field,...>', t.options.diffOnly)
      .option('--exit-status', t.options.diffExitStatus)
      .option('-o, --output <file|->', t.options.changesFile),
  )
    .option('--excel', t.options.excel)
    .addOption(new Option('--type <kind>', t.options.kind).choices(['cpf', 'cnpj', 'both']))
    .option('--column <name|index|a+b>', t.options.column)
    .option('--sheet <name|n>', t.options.sheet);
}

interface DiffOptions {
  readonly only?: string;
  /** Where the changes go, one by one: a path, or `-` for stdout; undefined for the summary alone. */
  readonly output?: string;
  readonly format?: string;
  readonly overwrite?: boolean;
  readonly excel?: boolean;
  /** A difference sets the exit code. */
  readonly exitStatus?: boolean;
  readonly type?: 'cpf' | 'cnpj' | 'both';
  readonly column?: string;
  readonly sheet?: string;
}

/** Two results to compare: each the path of a result, or the id of a batch or a unique prefix of it. */
interface Diff extends DiffOptions, OnAccount {
  readonly older: string;
  readonly newer: string;
}

/**
 * Where and how the changes go.
 *
 * @throws UsageError if changes and the summary in JSON would both go to stdout
 */
function settled<T extends DiffOptions & Pick<GlobalOptions, 'json'>>(options: T): T {
  const { output, json, excel } = options;
  if (json === true && output === '-') throw new UsageError('stdout_twice', {});
  const format = options.format === 'table' ? undefined : options.format;
  const isListed =
    output !== undefined || json === true || (format === undefined && excel !== true);
  return { ...options, format, output: isListed ? output : '-' };
}

/** Runs `work` with a private folder and what reads a result into it. Opens the ledger only for batches. */
function withSides<T>(
  host: Host,
  options: Diff,
  progress: LiveLine,
  stop: AbortSignal,
  work: (folder: string, read: Comparing['read']) => Promise<T>,
): Promise<T> {
  const { type: kind, column, sheet } = options;
  const files = [options.older, options.newer].filter(isFile).length;
  const openFile = createOpening({ kind, column, sheet }, files);
  const inFolder = (ledger?: Pick<Ledger, 'findBatches' | 'folder' | 'readBatch'>) =>
    withPrivateFolder(host, (folder) =>
      work(folder, async (side, take) => {
        const path = options[side];
        if (ledger !== undefined && !isFile(path))
          return batchSide(ledger, await findPlannedBatch(ledger, path), take, stop);
        const name = maskIdentifiers(basename(path));
        const tell = (rows: number) => {
          progress.show(t.diff.readingRows(name, rows));
        };
        return openFile({ path, folder: join(folder, side), take, tell, stop });
      }),
    );
  return files === 2
    ? inFolder()
    : withStoredBatches(host, options, ({ ledger }) => inFolder(ledger));
}

/** A file that is there is meant before a batch of that name; no batch id has a dot or a slash. */
function isFile(place: string): boolean {
  return /[./\\]/.test(place) || existsSync(place);
}

/**
 * Refuses a target to which the changes could not be written, before anything is read.
 *
 * @throws UsageError
 */
async function refuseTarget(host: Host, options: Diff): Promise<void> {
  const { output, format, overwrite } = options;
  if (output === undefined) return;
  if (output === '-') {
    dataStream(host, { format });
    return;
  }
  formatName(output, format);
  const path = resolve(output);
  const written = await behindLinks(path);
  for (const file of [options.older, options.newer])
    if ((await behindLinks(resolve(file))) === written)
      throw new UsageError('output_is_input', { file, output, of: 'comparison' });
  await refuseUnwritable(path);
  if (overwrite !== true) await refuseOverwrite(path, { outputs: {} });
}

/** The file that a path leads to; a link that is written to keeps its name, and its target is replaced. */
function behindLinks(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Writes every change to where the user wants it, and reads them in any case. */
async function writeChanges(
  host: Host,
  { output, format, excel }: Diff,
  changes: AsyncIterable<readonly Change[]>,
): Promise<void> {
  if (output === undefined) {
    for await (const some of changes) void some;
    return;
  }
  const target = output === '-' ? dataStream(host, { format }) : output;
  const bytes = asNamed(target, changeBytes(changes, { target, format, excel: excel === true }));
  if (typeof target !== 'string') await toStream(target, bytes);
  else await writeWhole(resolve(target), bytes, { unique: host.context.newId(), kept: 'nothing' });
}

type FileOption = 'column' | 'sheet';

/** The option that a refusal is about, because this result has no such column or sheet. */
const refusedOption: Readonly<Record<string, FileOption>> = {
  ...{ unknown_column: 'column', result_column: 'column' },
  ...{ unknown_parts: 'column', chance_parts: 'column' },
  ...{ unknown_sheet: 'sheet', no_sheets: 'sheet' },
};

/**
 * Opens the results that are files. `--column` and `--sheet` are for the results that have them: a result of three
 * columns may be compared with one of a single column. What none of the `files` has is refused.
 */
function createOpening(
  input: InputOptions,
  files: number,
): (file: Omit<ResultFile, 'input'>) => Promise<Side> {
  const refusals = { column: 0, sheet: 0 };
  return async (file) => {
    let wanted = input;
    for (;;) {
      try {
        const { fileSide } = await import('../../diff/file-side.js');
        return await fileSide({ ...file, input: wanted });
      } catch (error) {
        const option = error instanceof UsageError ? refusedOption[error.code] : undefined;
        if (option === undefined || wanted[option] === undefined) throw error;
        refusals[option] += 1;
        if (refusals[option] === files) throw error;
        wanted = { ...wanted, [option]: undefined };
      }
    }
  };
}
