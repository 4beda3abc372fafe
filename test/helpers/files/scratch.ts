import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

let folder: string | undefined;

/** A folder for the current test file; `setup.ts` removes it afterwards. */
export function scratchFolder(): string {
  folder ??= mkdtempSync(join(tmpdir(), 'confere-test-'));
  return folder;
}

/** A folder that is removed after the test. */
export function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'confere-test-'));
  onTestFinished(() => {
    rmSync(made, { recursive: true, force: true });
  });
  return made;
}

export function removeScratchFolder(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = undefined;
}
