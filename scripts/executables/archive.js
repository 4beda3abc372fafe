// Packs the folder of a platform into one file. The same files give the same bytes at every time and on every Node of a system.
import { createWriteStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';

/**
 * Packs a folder as .zip for Windows, otherwise as .tar.gz, which keeps that a file is executable. @returns the path of
 * the archive
 */
export async function packFolder(folder, isZip) {
  const path = `${folder}.${isZip ? 'zip' : 'tar.gz'}`;
  const files = readdirSync(folder)
    .sort()
    .map((name) => ({
      name: `${basename(folder)}/${name}`,
      mode: /^confere(\.exe)?$/.test(name) ? 0o755 : 0o644,
      bytes: readFileSync(join(folder, name)),
    }));
  if (isZip) await writeZip(path, files);
  else
    writeFileSync(
      path,
      gzipSync(Buffer.concat([...files.flatMap(formatTarEntry), END_OF_ARCHIVE]), { level: 9 }),
    );
  return path;
}

/** The time that npm gives to every file: 1985-10-26, 08:15. A .zip has times without a zone. */
const TIME = { tar: 499_162_500, zip: new Date(1985, 9, 26, 8, 15) };

async function writeZip(path, files) {
  const zip = new ZipFile();
  for (const { name, mode, bytes } of files)
    zip.addBuffer(bytes, name, {
      mtime: TIME.zip,
      forceDosTimestamp: true,
      mode: 0o100000 + mode,
    });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

const BLOCK = 512;
/** Two empty blocks end a .tar archive. */
const END_OF_ARCHIVE = Buffer.alloc(2 * BLOCK);

/**
 * Formats a file as an entry of POSIX's ustar, with owner 0. The program tar would write the owner and the time of the
 * file.
 */
function formatTarEntry({ name, mode, bytes }) {
  const header = Buffer.alloc(BLOCK);
  const put = (text, at) => header.write(text, at, 'ascii');
  const octal = (number, digits) => number.toString(8).padStart(digits, '0');
  put(name, 0);
  put(octal(mode, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(bytes.length, 11), 124);
  put(octal(TIME.tar, 11), 136);
  // The checksum counts its own field as blanks.
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
