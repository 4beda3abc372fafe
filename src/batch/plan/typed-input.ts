import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TypedInput } from '../../errors/export.js';
import { asKnownError } from '../../errors.js';
import { writeWhole } from '../../flush.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import type { Batch, Ledger } from '../../ledger/index.js';

type Folders = Pick<Ledger, 'folderOf'>;

/**
 * Remembers on this machine what the input of a batch is called by its user, so that a later command, in whichever folder,
 * can print the command line that reads it again. Not what holds an identifier, nor of a batch that pays for everything again.
 */
export async function keepTypedInput(
  ledger: Folders,
  { id, fresh }: Pick<Batch, 'id' | 'fresh'>,
  typed: TypedInput,
): Promise<void> {
  const text = JSON.stringify(typed);
  const path = pathOf(ledger, id);
  if (fresh || maskIdentifiers(text) !== text || (await readText(path)) === text) return;
  // A sentence is the worse without it, and nothing else.
  await writeWhole(path, text).catch(asKnownError);
}

/** What the input of a batch was called; undefined where that is not known, as on another machine. */
export async function typedInputOf(
  ledger: Folders,
  { id }: Pick<Batch, 'id'>,
): Promise<TypedInput | undefined> {
  const text = await readText(pathOf(ledger, id));
  try {
    const { path, options } = JSON.parse(text) as Partial<TypedInput>;
    return path !== undefined && Array.isArray(options) ? { path, options } : undefined;
  } catch {
    return undefined;
  }
}

function pathOf(ledger: Folders, id: string): string {
  return join(ledger.folderOf(id), 'typed.json');
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
