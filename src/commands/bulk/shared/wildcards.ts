import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { UsageError } from '../../../errors.js';

/**
 * Inputs as a POSIX shell would give them: on Windows no shell replaces `*.csv` by the names of files. A pattern that
 * fits none stays, and is told as a file that does not exist.
 */
export function expanded(files: readonly string[], platform?: string): readonly string[] {
  return platform === 'win32' ? files.flatMap(filesLike) : files;
}

/**
 * The same for a command that takes one file in each place.
 *
 * @throws UsageError `excess_arguments`, as where a shell gives several files
 */
export function expandedOnes<T extends readonly [string] | readonly [string, string]>(
  places: T,
  platform: string | undefined,
  command: string,
): T {
  const files = expanded(places, platform);
  if (files.length === places.length) return files as unknown as T;
  const named = `confere ${command}`;
  throw new UsageError('excess_arguments', {
    ...{ command: named, most: places.length, given: files.length },
    help: named,
  });
}

function filesLike(pattern: string): readonly string[] {
  const name = basename(pattern);
  if (!/[*?]/.test(name) || existsSync(pattern)) return [pattern];
  const found = namesIn(dirname(pattern)).filter(
    (each) => isLike(each, name) && !each.startsWith('.'),
  );
  const folder = pattern.slice(0, pattern.length - name.length);
  if (found.length === 0) return [pattern];
  return found.sort().map((each) => (folder === '' ? each : join(normalize(folder), each)));
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

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const all = readdirSync(folder, { withFileTypes: true });
  return all.filter((each) => !each.isDirectory()).map((each) => each.name);
}
