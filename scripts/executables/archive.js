// Packs the folder of a platform into one file, and says its sum.
import { createHash } from 'node:crypto';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { execaSync } from 'execa';
import { ZipFile } from 'yazl';

/** Windows opens .zip; the others keep in .tar.gz that a file is a program. @returns the archive's path */
export async function archive(folder, isZip) {
  const path = `${folder}.${isZip ? 'zip' : 'tar.gz'}`;
  const name = basename(folder);
  if (!isZip) {
    execaSync('tar', ['-czf', path, '-C', dirname(folder), name]);
    return path;
  }
  const zip = new ZipFile();
  for (const file of readdirSync(folder).sort()) zip.addFile(join(folder, file), `${name}/${file}`);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

/** A line as `sha256sum --check` reads it. */
export function sumOf(path) {
  const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
  return `${sum}  ${basename(path)}`;
}
