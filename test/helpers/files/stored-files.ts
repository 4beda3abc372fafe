import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The content of every file below `folder`. A ledger that was closed moves its log into the file only
 * when its statements are collected: a file that vanishes meanwhile makes it read all of them again.
 */
export async function storedFiles(folder: string, named = ''): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.startsWith(named));
  try {
    return await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return storedFiles(folder, named);
  }
}

/** Every byte that the command of a user stored, as Latin-1. */
export async function storedBytes({ folder }: { readonly folder: string }): Promise<string> {
  const files = await storedFiles(join(folder, 'home'));
  return files.map((bytes) => bytes.toString('latin1')).join('\n');
}
