import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, normalize, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { findInputToContinue } from '../../../batch/find-batch.js';
import { removeLeftovers } from '../../../batch/removal.js';
import { isPrivate, stateFolder } from '../../../config/folders.js';
import type { Context } from '../../../base/context.js';
import { readErrorCode, UsageError } from '../../../base/errors.js';
import type { BatchSteps } from '../../../base/facts.js';
import { chooseFormat } from '../../../export/format.js';
import { makeFolder } from '../../../base/flush.js';
import { visibleLines } from '../../../base/foreign-text.js';
import { maskIdentifiers } from '../../../identifiers/index.js';
import { isWorkbook } from '../../../input/unpack.js';
import { toFileError } from '../../../input/unpack-limit.js';
import type { Batch } from '../../../ledger/index.js';
import { isPiped } from '../../../base/piped.js';
import type { CommandContext } from '../../shared/command.js';

/**
 * Expands patterns on Windows, where no shell replaces `*.csv`. A pattern that fits no file stays, and is reported as
 * missing.
 */
export function expandPatterns(files: readonly string[], platform: string): readonly string[] {
  return platform === 'win32' ? files.flatMap(findMatchingFiles) : files;
}

/** Expands as `expandPatterns`, for a command that takes one file in each place. @throws UsageError `excess_arguments` */
export function expandSinglePatterns<T extends readonly [string] | readonly [string, string]>(
  { context, next }: CommandContext,
  places: T,
): T {
  const files = expandPatterns(places, context.platform);
  if (files.length === places.length) return files as unknown as T;
  const command = `confere ${next.runCommand}`;
  const counts = { most: places.length, given: files.length };
  throw new UsageError('excess_arguments', { command, ...counts, help: command });
}

/**
 * Refuses an input that cannot be read, before the user is asked for a key or a program prints it.
 *
 * @throws UsageError `input_missing`, `input_unreadable`
 */
export function refuseUnreadable(file: string): void {
  if (isPiped(file)) return;
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw toFileError(error, basename(file));
  }
}

function findMatchingFiles(pattern: string): readonly string[] {
  const name = basename(pattern);
  const folder = dirname(pattern);
  if (!/[*?]/.test(name) || existsSync(pattern) || !existsSync(folder)) return [pattern];
  const found = readdirSync(folder, { withFileTypes: true })
    .filter(
      (each) =>
        !each.isDirectory() && !each.name.startsWith('.') && matchesPattern(each.name, name),
    )
    .map((each) => each.name);
  const before = pattern.slice(0, pattern.length - name.length);
  if (found.length === 0) return [pattern];
  return found.sort().map((each) => (before === '' ? each : join(normalize(before), each)));
}

function matchesPattern(name: string, pattern: string): boolean {
  const plain = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${plain.replaceAll(/\*+/g, '.*').replaceAll('?', '.')}$`, 'is').test(name);
}

/**
 * A folder unchanged for so long (ms) was left by a killed command: running commands make or remove files more often.
 */
const LEFT_AFTER = 24 * 3_600_000;

/**
 * Runs `work` with a folder below the state or among the system's temporary files.
 * @throws UsageError `temporary_folder`
 */
export async function withPrivateFolder<T>(
  context: Context,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = makeTemporaryFolder(
    (await prepareWorkFolder(context)) ?? join(tmpdir(), 'confere-'),
  );
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes the work folders that killed commands left more than `age` (ms) ago. */
export async function removeLeftoverFolders(context: Context, age: number): Promise<void> {
  await prepareWorkFolder(context, age);
}

/**
 * Removes the work folders that killed commands left more than `age` (ms) ago, and returns where new ones go; undefined
 * if no place is this user's alone.
 */
async function prepareWorkFolder(context: Context, age = LEFT_AFTER): Promise<string | undefined> {
  try {
    const folder = join(stateFolder(context), 'temporary');
    if (!isPrivate(dirname(folder), context.uid)) return undefined;
    makeFolder(folder);
    if (!isPrivate(folder, context.uid)) return undefined;
    await removeLeftovers(folder, context.clock.now() - age);
    return join(folder, 'work-');
  } catch {
    return undefined;
  }
}

function makeTemporaryFolder(prefix: string): string {
  try {
    return mkdtempSync(prefix);
  } catch (error) {
    const facts = { folder: tmpdir(), reason: readErrorCode(error) };
    throw new UsageError('temporary_folder', facts, { cause: error });
  }
}

/**
 * Returns stdout as the target of data. In a terminal the contents of cells must not move the cursor.
 * @throws UsageError `not_for_terminal`
 */
export function dataStream({ context: { stdout } }: CommandContext, format?: string): Writable {
  if (stdout.isTTY !== true) return stdout;
  if (chooseFormat(stdout, format) === 'xlsx') throw new UsageError('not_for_terminal', {});
  const decoder = new StringDecoder('utf8');
  return new Writable({
    write(chunk: Buffer, _, done) {
      stdout.write(visibleLines(decoder.write(chunk)), done);
    },
    final(done) {
      stdout.write(visibleLines(decoder.end()), done);
    },
  });
}

/** How many rows of personal data a terminal shows without `-o -`. */
const MOST_UNASKED = 50;

/** Refuses to fill a terminal with many rows of personal data. @throws UsageError `rows_for_terminal` */
export function refuseManyRows(
  { context }: CommandContext,
  { rows }: Pick<Batch, 'rows'>,
  batch?: string,
): void {
  if (context.stdout.isTTY !== true || rows <= MOST_UNASKED) return;
  throw new UsageError('rows_for_terminal', { rows, few: MOST_UNASKED, batch });
}

const TEXTS = ['.csv', '.tsv', '.txt'];
const WORKBOOKS = ['.xlsx', '.xlsm', '.xltx', '.xltm'];

/**
 * Returns the extension of a result in the format of its input: the input's content decides before its name, and CSV
 * is the default.
 */
function inputFormatExtension(file: string, extension: string): string {
  if (isWorkbook(file) ?? WORKBOOKS.includes(extension))
    return extension === '.xlsm' ? '.xlsm' : '.xlsx';
  return TEXTS.includes(extension) ? extension : '.csv';
}

interface ResultPlace extends Readonly<
  Partial<Record<'output' | 'outDir' | 'format' | 'partners', string>>
> {
  readonly excel?: boolean;
  readonly only?: readonly string[];
  /** The format of a result without a name, for an input that is no workbook. */
  readonly resultFormat?: string;
}

/**
 * Returns the path of a result: by default `<name>.confere.<ext>` next to the input; `-` (stdout) for standard input
 * and other streams.
 */
export function resultPath(
  file: string,
  { output, outDir, excel, only, ...place }: ResultPlace,
): string {
  if (output !== undefined) return output;
  if (isPiped(file)) return '-';
  const unpacked = file.replace(/\.gz$/i, '');
  const extension = extname(unpacked);
  const inputExtension = inputFormatExtension(file, extension.toLowerCase());
  // A selection of rows is a new workbook, without macros.
  const defaultExtension =
    inputExtension === '.xlsm' && only !== undefined ? '.xlsx' : inputExtension;
  const isWorkbook = defaultExtension === '.xlsx' || defaultExtension === '.xlsm';
  const settingFormat = isWorkbook || excel === true ? undefined : place.resultFormat;
  const excelFormat = excel === true && defaultExtension !== '.txt' ? 'csv' : undefined;
  const format = place.format ?? excelFormat ?? settingFormat;
  const isDefaultFormat =
    format === undefined ||
    (isWorkbook ? format === 'xlsx' : format === 'csv' && defaultExtension !== '.tsv');
  // On Windows `Z:` names a folder only as `Z:.`, which `normalize` writes.
  const folder = normalize(outDir ?? dirname(file));
  return join(
    folder,
    `${basename(unpacked, extension)}.confere${isDefaultFormat ? defaultExtension : `.${format}`}`,
  );
}

/** Returns the path of the page about a batch: `<name>.report.html` beside its result, or in the working folder. */
export function reportPath({ id, file, output }: Batch): string {
  const unpacked = file.replace(/\.gz$/i, '');
  const name = isPiped(file) ? id : basename(unpacked, extname(unpacked));
  const folder = output === null || output === '-' ? '.' : dirname(output);
  return join(folder, `${name}.report.html`);
}

/** Reads the input and result of a batch, for the commands that sentences suggest. */
export async function readBatchSteps(
  ledger: Parameters<typeof findInputToContinue>[0],
  batch: Batch,
): Promise<BatchSteps> {
  const input = await findInputToContinue(ledger, batch);
  const name = resultPath(input?.path ?? batch.file, { outDir: '.' });
  const isOfFile = input !== undefined || extname(batch.file) !== '';
  return { input, result: isOfFile && maskIdentifiers(name) === name ? name : undefined };
}

/** Removes repeated inputs. Paths are compared ignoring case on Windows and macOS. */
export function removeRepeatedInputs(files: readonly string[], platform: string): string[] {
  const ignoresCase = platform === 'win32' || platform === 'darwin';
  const seen = new Set<string>();
  return files.filter((file) => {
    const path = file === '-' ? '-' : ignoresCase ? foldCase(resolve(file)) : resolve(file);
    return seen.size < seen.add(path).size;
  });
}

/** @throws UsageError if a result would replace another, or an input */
export function refuseCollisions(inputs: readonly string[], place: ResultPlace): void {
  if (place.partners !== undefined) throw new UsageError('one_side_file', {});
  const owners = new Map<string, string>();
  for (const file of inputs) {
    const output = resultPath(file, place);
    const key = output === '-' ? '-' : foldCase(resolve(output));
    const first = owners.get(key);
    if (first !== undefined) {
      const facts = { of: 'inputs', first, second: file, output: basename(output) } as const;
      throw new UsageError('same_output', facts);
    }
    if (inputs.some((input) => input !== '-' && foldCase(resolve(input)) === key))
      throw new UsageError('output_is_input', { output });
    owners.set(key, file);
  }
}

function foldCase(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
