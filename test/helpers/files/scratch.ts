import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;

/** A folder for the current test file; `setup.ts` removes it afterwards. */
export function scratchFolder(): string {
  folder ??= mkdtempSync(join(tmpdir(), 'confere-test-'));
  return folder;
}

export function removeScratchFolder(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = undefined;
}
