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
import type { NextCommandFacts } from '../../../base/facts.js';
import { chooseFormat } from '../../../export/format.js';
import { makeFolder } from '../../../base/flush.js';
import { visibleLines } from '../../../base/foreign-text.js';
import { maskCpfs } from '../../../identifiers/index.js';
import { isWorkbook } from '../../../input/unpack.js';
import { toFileError } from '../../../input/unpack-limit.js';
import type { Batch } from '../../../ledger/index.js';
import { isPiped } from '../../../base/piped.js';
import type { CommandContext } from '../../shared/command.js';

/**
 * Replaces patterns such as `*.csv` by file names on Windows, where no shell does it, and a name by that of the file
 * with the same accents. A pattern or name that fits no file stays, and is reported as missing.
 */
export function expandPatterns(files: readonly string[], platform: string): readonly string[] {
  return (platform === 'win32' ? files.flatMap(findMatchingFiles) : files).map(findSpelling);
}

/** Returns the path of the file whose name has the same letters, if their accents are encoded in another way (macOS). */
function findSpelling(path: string): string {
  const [name, folder] = [basename(path), dirname(path)];
  const isPlain = name.normalize('NFD') === name.normalize('NFC');
  if (isPlain || isPiped(path) || existsSync(path) || !existsSync(folder)) return path;
  const found = readdirSync(folder).find((each) => each.normalize() === name.normalize());
  return found === undefined ? path : path.slice(0, path.length - name.length) + found;
}

/** Replaces patterns of which each must fit one file. @throws UsageError `excess_arguments` */
export function expandSinglePatterns<T extends readonly [string] | readonly [string, string]>(
  { context, next }: CommandContext,
  places: T,
): T {
  const files = expandPatterns(places, context.platform);
  if (files.length === places.length) return files as unknown as T;
  const command = `confere ${next.currentCommand}`;
  const counts = { most: places.length, given: files.length };
  throw new UsageError('excess_arguments', { command, ...counts, help: command });
}

/**
 * Refuses an input that cannot be read. This comes before the user, or the key command of the settings, is asked for the
 * API key.
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
  const names = readdirSync(folder, { withFileTypes: true })
    .filter(
      (each) =>
        !each.isDirectory() && !each.name.startsWith('.') && matchesPattern(each.name, name),
    )
    .map((each) => each.name);
  const folderPart = pattern.slice(0, pattern.length - name.length);
  if (names.length === 0) return [pattern];
  return names.sort().map((each) => (folderPart === '' ? each : join(normalize(folderPart), each)));
}

function matchesPattern(name: string, pattern: string): boolean {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/\*+/g, '.*').replaceAll('?', '.')}$`, 'is').test(name);
}

/** A work folder that nothing has changed for this time (ms) was left by a killed command: a running one changes it. */
const LEFTOVER_IDLE_TIME = 24 * 3_600_000;

/**
 * Runs `work` with a new folder for temporary files, which is removed afterwards: in the state folder if only this user
 * can read it, otherwise in the system's folder.
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

/** Removes the work folders that killed commands left more than `age` ms ago. */
export async function removeLeftoverFolders(context: Context, age: number): Promise<void> {
  await prepareWorkFolder(context, age);
}

/**
 * Removes the work folders that killed commands left more than `age` ms ago, and returns the beginning of the path of a
 * new one; undefined if other users can read the state folder.
 */
async function prepareWorkFolder(
  context: Context,
  age = LEFTOVER_IDLE_TIME,
): Promise<string | undefined> {
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
 * Returns stdout as the target of data; for a terminal, a stream that makes characters visible which move the cursor.
 * @throws UsageError `not_for_terminal`
 */
export function chooseDataStream(
  { context: { stdout } }: CommandContext,
  format?: string,
): Writable {
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

/** The most rows of personal data that a terminal shows without `-o -`. */
const MOST_ROWS_UNASKED = 50;

/** Refuses to fill a terminal with many rows of personal data. @throws UsageError `rows_for_terminal` */
export function refuseManyRows(
  { context }: CommandContext,
  { rows }: Pick<Batch, 'rows'>,
  batch?: string,
): void {
  if (context.stdout.isTTY !== true || rows <= MOST_ROWS_UNASKED) return;
  throw new UsageError('rows_for_terminal', { rows, few: MOST_ROWS_UNASKED, batch });
}

const TEXT_EXTENSIONS = ['.csv', '.tsv', '.txt'];
const WORKBOOK_EXTENSIONS = ['.xlsx', '.xlsm', '.xltx', '.xltm'];

/**
 * Returns the extension of a result in the format of its input. The content of the input decides rather than its name;
 * the default is CSV.
 */
function chooseResultExtension(file: string, extension: string): string {
  if (isWorkbook(file) ?? WORKBOOK_EXTENSIONS.includes(extension))
    return extension === '.xlsm' ? '.xlsm' : '.xlsx';
  return TEXT_EXTENSIONS.includes(extension) ? extension : '.csv';
}

interface ResultPlace extends Readonly<
  Partial<Record<'output' | 'outDir' | 'format' | 'partners', string>>
> {
  readonly excel?: boolean;
  readonly only?: readonly string[];
  /** The format of a result without `--output`, if the input is no workbook. */
  readonly resultFormat?: string;
}

/**
 * Returns the path of a result: by default `<name>.confere.<ext>` next to the input; `-` (stdout) if the input is a
 * stream.
 */
export function buildResultPath(
  file: string,
  { output, outDir, excel, only, ...place }: ResultPlace,
): string {
  if (output !== undefined) return output;
  if (isPiped(file)) return '-';
  const unpacked = file.replace(/\.gz$/i, '');
  const extension = extname(unpacked);
  const extensionLikeInput = chooseResultExtension(file, extension.toLowerCase());
  // A selection of rows is a new workbook, without macros.
  const defaultExtension =
    extensionLikeInput === '.xlsm' && only !== undefined ? '.xlsx' : extensionLikeInput;
  const isWorkbookResult = defaultExtension === '.xlsx' || defaultExtension === '.xlsm';
  const settingFormat = isWorkbookResult || excel === true ? undefined : place.resultFormat;
  const excelFormat = excel === true && defaultExtension !== '.txt' ? 'csv' : undefined;
  const format = place.format ?? excelFormat ?? settingFormat;
  const isDefaultFormat =
    format === undefined ||
    (isWorkbookResult ? format === 'xlsx' : format === 'csv' && defaultExtension !== '.tsv');
  // On Windows `Z:` names a folder only as `Z:.`, which `normalize` writes.
  const folder = normalize(outDir ?? dirname(file));
  return join(
    folder,
    `${basename(unpacked, extension)}.confere${isDefaultFormat ? defaultExtension : `.${format}`}`,
  );
}

/** Returns the path of the page about a batch: `<name>.report.html` beside its result, or in the working folder. */
export function buildReportPath({ id, file, output }: Batch): string {
  const unpacked = file.replace(/\.gz$/i, '');
  const name = isPiped(file) ? id : basename(unpacked, extname(unpacked));
  const folder = output === null || output === '-' ? '.' : dirname(output);
  return join(folder, `${name}.report.html`);
}

/** Reads how the input of a batch was typed, and names a result, for the commands that sentences suggest. */
export async function readNextCommandFacts(
  ledger: Parameters<typeof findInputToContinue>[0],
  batch: Batch,
): Promise<NextCommandFacts> {
  const input = await findInputToContinue(ledger, batch);
  const name = buildResultPath(input?.path ?? batch.file, { outDir: '.' });
  const hasInputFile = input !== undefined || extname(batch.file) !== '';
  return { input, result: hasInputFile && maskCpfs(name) === name ? name : undefined };
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

/** Refuses results that would replace each other or an input. @throws UsageError */
export function refuseCollisions(inputs: readonly string[], place: ResultPlace): void {
  if (place.partners !== undefined) throw new UsageError('one_side_file', {});
  const inputsByOutput = new Map<string, string>();
  for (const file of inputs) {
    const output = buildResultPath(file, place);
    const comparedPath = output === '-' ? '-' : foldCase(resolve(output));
    const first = inputsByOutput.get(comparedPath);
    if (first !== undefined) {
      const facts = { of: 'inputs', first, second: file, output: basename(output) } as const;
      throw new UsageError('same_output', facts);
    }
    if (inputs.some((input) => input !== '-' && foldCase(resolve(input)) === comparedPath))
      throw new UsageError('output_is_input', { output });
    inputsByOutput.set(comparedPath, file);
  }
}

function foldCase(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
