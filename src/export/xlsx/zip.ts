import { crc32, createDeflateRaw } from 'node:zlib';
import { through } from '../through.js';

/** A file of the archive; its content is read once, when it is written. */
export interface ZipPart {
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
}

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
}

/**
 * The maximum size and offset with 32 bits. ZIP64 is not used, because some spreadsheets complain about
 * it.
 */
const MAX = 0xffff_fffe;
/** Sizes follow the content, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1980-01-01 for every file, so that the same rows give the same bytes. */
const NO_DATE = 0x21;

/** A size or an offset exceeds 4 GiB. */
export class ZipTooLargeError extends Error {
  override readonly name = 'ZipTooLargeError';
}

/**
 * A ZIP archive of `parts`, streamed.
 * @throws ZipTooLargeError
 */
export async function* zipped(parts: readonly ZipPart[]): AsyncGenerator<Buffer> {
  const done: Written[] = [];
  let offset = 0;
  for (const { name, content } of parts) {
    const start = { name: Buffer.from(name), offset, crc: 0, size: 0, packed: 0 };
    const header = localHeader(start.name);
    yield header;
    for await (const chunk of through(measured(content, start), createDeflateRaw())) {
      start.packed += chunk.length;
      yield chunk;
    }
    yield descriptor(start);
    offset += header.length + start.packed + 16;
    if (offset > MAX) throw new ZipTooLargeError();
    done.push(start);
  }
  const directory = Buffer.concat(done.map(directoryEntry));
  yield Buffer.concat([directory, endRecord(done.length, directory.length, offset)]);
}

async function* measured(content: AsyncIterable<Buffer>, sums: { crc: number; size: number }) {
  for await (const chunk of content) {
    sums.crc = crc32(chunk, sums.crc);
    sums.size += chunk.length;
    if (sums.size > MAX) throw new ZipTooLargeError();
    yield chunk;
  }
}

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.write('PK\x03\x04', 0, 'latin1');
  facts(head, 4);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

/** Writes version, flags, method, time and date, which both kinds of headers have. */
function facts(head: Buffer, at: number): void {
  head.writeUInt16LE(20, at);
  head.writeUInt16LE(FLAGS, at + 2);
  head.writeUInt16LE(DEFLATED, at + 4);
  head.writeUInt16LE(NO_DATE, at + 8);
}

function descriptor({ crc, size, packed }: Written): Buffer {
  const sums = Buffer.alloc(16);
  sums.write('PK\x07\x08', 0, 'latin1');
  sums.writeUInt32LE(crc, 4);
  sums.writeUInt32LE(packed, 8);
  sums.writeUInt32LE(size, 12);
  return sums;
}

function directoryEntry({ name, offset, crc, size, packed }: Written): Buffer {
  const head = Buffer.alloc(46);
  head.write('PK\x01\x02', 0, 'latin1');
  head.writeUInt16LE(20, 4);
  facts(head, 6);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(packed, 20);
  head.writeUInt32LE(size, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

function endRecord(parts: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(parts, 8);
  end.writeUInt16LE(parts, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
