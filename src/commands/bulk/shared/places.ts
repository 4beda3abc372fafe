import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, normalize } from 'node:path';
import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { removeLeftovers } from '../../../batch/removal.js';
import { isPrivate, stateFolder } from '../../../config/folders.js';
import type { Context } from '../../../context.js';
import { UsageError } from '../../../errors.js';
import { formatName } from '../../../export/format.js';
import { makeFolder } from '../../../flush.js';
import { visibleLines } from '../../../foreign-text.js';
import type { Host } from '../../shared/host.js';

/** On Windows no shell replaces `*.csv`. A pattern that fits none stays, and is told as a file that does not exist. */
export function expanded(files: readonly string[], platform: string): readonly string[] {
  return platform === 'win32' ? files.flatMap(filesLike) : files;
}

/** The same for a command that takes one file in each place. @throws UsageError `excess_arguments` */
export function expandedOnes<T extends readonly [string] | readonly [string, string]>(
  { context, next }: Host,
  places: T,
): T {
  const files = expanded(places, context.platform);
  if (files.length === places.length) return files as unknown as T;
  const command = `confere ${next.of}`;
  const counts = { most: places.length, given: files.length };
  throw new UsageError('excess_arguments', { command, ...counts, help: command });
}

function filesLike(pattern: string): readonly string[] {
  const name = basename(pattern);
  const folder = dirname(pattern);
  if (!/[*?]/.test(name) || existsSync(pattern) || !existsSync(folder)) return [pattern];
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((each) => !each.isDirectory() && !each.name.startsWith('.') && isLike(each.name, name))
    .map((each) => each.name);
  const before = pattern.slice(0, pattern.length - name.length);
  if (found.length === 0) return [pattern];
  return found.sort().map((each) => (before === '' ? each : join(normalize(before), each)));
}

/** Goes back to the last `*` only, so that many of them take no longer than one. */
function isLike(name: string, pattern: string): boolean {
  let [at, afterStar, from] = [0, 0, 0];
  for (let next = 0; next < name.length;) {
    const [wanted, letter] = [pattern[at], name[next]];
    if (wanted === '*') [at, afterStar, from] = [at + 1, at + 1, next];
    else if (wanted === '?' || wanted?.toLowerCase() === letter?.toLowerCase())
      [at, next] = [at + 1, next + 1];
    else if (afterStar > 0) [at, from, next] = [afterStar, from + 1, from + 1];
    else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

/** No command works for so long (ms) without making or removing a file in its folder. */
const LEFT = 24 * 3_600_000;

/** Below the state, or among the system's temporary files. @throws UsageError `temporary_folder` */
export async function withPrivateFolder<T>(
  context: Context,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = newFolder((await ownFolder(context)) ?? join(tmpdir(), 'confere-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes what killed commands left more than `age` (ms) ago. Undefined where no folder is this user's alone. */
export async function ownFolder(context: Context, age = LEFT): Promise<string | undefined> {
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

function newFolder(begin: string): string {
  try {
    return mkdtempSync(begin);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError('temporary_folder', { folder: tmpdir(), reason }, { cause: error });
  }
}

/** In a terminal, what cells hold must not move its cursor. @throws UsageError `workbook_to_terminal` */
export function dataStream({ context: { stdout } }: Host, format?: string): Writable {
  if (stdout.isTTY !== true) return stdout;
  if (formatName(stdout, format) === 'xlsx') throw new UsageError('workbook_to_terminal', {});
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
