import { join } from 'node:path';
import type { Checked } from './check.js';
import type { InputOptions, Unpacking } from '../../input/index.js';
import { copyInput, isPlainText, unchanged, type Source } from '../../input/private-copy.js';

/** Runs `work` with a private folder, which is removed afterwards. */
export type InFolder = <T>(work: (folder: string) => Promise<T>) => Promise<T>;

/**
 * Runs `work` on an input as text. Reads a regular text file in place, and everything else from a
 * private copy.
 *
 * @throws UsageError for an unusable input, and for one that changes while it is read
 */
export async function withText<T>(
  source: Source,
  name: string,
  input: InputOptions,
  inFolder: InFolder,
  work: (checked: Checked) => Promise<T>,
  how?: Omit<Unpacking, 'limit'>,
): Promise<T> {
  if ('path' in source && input.sheet === undefined && (await isPlainText(source.path))) {
    const { path } = source;
    return unchanged(path, name, () => work({ path, name, input }));
  }
  return inFolder(async (folder) => {
    const path = join(folder, 'input');
    const { origin } = await copyInput(source, path, input, name, how);
    return work({ path, name, input, origin });
  });
}
