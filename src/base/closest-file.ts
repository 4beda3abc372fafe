import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { findClosest } from './closest.js';

/** Returns the name of the file in the same folder that a mistyped path may mean, if one is similar enough. */
export function findClosestFile(path: string): string | undefined {
  try {
    const entries = readdirSync(dirname(path), { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
    return findClosest(
      basename(path),
      files.map(({ name }) => name),
    );
  } catch {
    // Nothing can be suggested from a folder that is missing or cannot be read.
    return undefined;
  }
}
