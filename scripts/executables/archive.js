// Packs the folder of a platform into one file. The same files give the same bytes, whenever and by whomever it is packed.
import { createWriteStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';

/** Windows opens .zip; the others keep in .tar.gz that a file is a program. @returns the archive's path */
export async function archive(folder, isZip) {
  const path = `${folder}.${isZip ? 'zip' : 'tar.gz'}`;
  const files = readdirSync(folder)
    .sort()
    .map((name) => ({
      name: `${basename(folder)}/${name}`,
      mode: /^confere(\.exe)?$/.test(name) ? 0o755 : 0o644,
      bytes: readFileSync(join(folder, name)),
    }));
  if (isZip) await writeZip(path, files);
  else writeFileSync(path, gzipSync(Buffer.concat([...files.flatMap(inTar), END]), { level: 9 }));
  return path;
}

/** The time that npm gives to every file: 1985-10-26, 08:15. A .zip has times without a zone. */
const TIME = { ofTar: 499_162_500, ofZip: new Date(1985, 9, 26, 8, 15) };

async function writeZip(path, files) {
  const zip = new ZipFile();
  for (const { name, mode, bytes } of files)
    zip.addBuffer(bytes, name, {
      mtime: TIME.ofZip,
      forceDosTimestamp: true,
      mode: 0o100000 + mode,
    });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

const BLOCK = 512;
/** Two empty blocks are the end of an archive. */
const END = Buffer.alloc(2 * BLOCK);

/** Returns a file as POSIX's ustar has it, owned by number 0. tar itself writes the owner and the time of the files. */
function inTar({ name, mode, bytes }) {
  const header = Buffer.alloc(BLOCK);
  const put = (text, at) => header.write(text, at, 'ascii');
  const octal = (number, digits) => number.toString(8).padStart(digits, '0');
  put(name, 0);
  put(octal(mode, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(bytes.length, 11), 124);
  put(octal(TIME.ofTar, 11), 136);
  // The sum counts its own field as blanks.
  put(' '.repeat(8), 148);
  put('0', 156);
  put('ustar\x0000', 257);
  put(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0`,
    148,
  );
  return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
}
