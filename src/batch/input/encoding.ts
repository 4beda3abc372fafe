import { createReadStream } from 'node:fs';
import { UsageError } from '../../errors.js';
import type { TextEncoding } from './types.js';

export interface Encoded {
  readonly encoding: TextEncoding;
  readonly bom: number;
}

const KNOWN: ReadonlyMap<string, TextEncoding> = new Map([
  ['utf8', 'utf8'],
  ['utf-8', 'utf8'],
  ['latin1', 'latin1'],
  ['iso-8859-1', 'latin1'],
  ['windows-1252', 'latin1'],
  ['cp1252', 'latin1'],
  ['utf16le', 'utf16le'],
]);

/** What `--encoding` understands. */
export const encodingNames: readonly string[] = [...KNOWN.keys()];

/** windows-1252 for 0x80 to 0x9f; the five bytes it leaves undefined stay control characters. */
const C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Latin-1 text as people wrote it: spreadsheets mean windows-1252. */
export function asWindows1252(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (char) => C1.charAt(char.charCodeAt(0) - 0x80));
}

/** What `--encoding` names; an unknown name is the user's mistake. */
export function parseEncoding(name: string): TextEncoding {
  const known = KNOWN.get(name.toLowerCase());
  if (known !== undefined) return known;
  throw new UsageError(
    'unknown_encoding',
    `Unknown encoding "${name}". Known: ${encodingNames.join(', ')}.`,
  );
}

/** One pass over the whole file: an accent may come in the last row only. */
export async function detectEncoding(
  path: string,
  wanted: string | undefined,
  name: string,
): Promise<Encoded> {
  const insisted = wanted === undefined ? undefined : parseEncoding(wanted);
  const { head, validUtf8 } = await scan(path);
  refuseOtherFormats(head, name);
  const marked = byteOrderMark(head);
  const encoding =
    insisted ?? (marked?.encoding === 'utf16le' ? 'utf16le' : validUtf8 ? 'utf8' : 'latin1');
  if (encoding === 'utf8' && !validUtf8) {
    throw new UsageError(
      'wrong_encoding',
      `${name} is not valid UTF-8; leave out --encoding or use --encoding latin1.`,
    );
  }
  return { encoding, bom: markBelongs(marked, encoding) ? (marked?.bom ?? 0) : 0 };
}

async function scan(path: string): Promise<{ head: Buffer; validUtf8: boolean }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let head = Buffer.alloc(0);
  let validUtf8 = true;
  for await (const chunk of createReadStream(path, {
    highWaterMark: 1 << 18,
  }) as AsyncIterable<Buffer>) {
    if (head.length < 4) head = Buffer.concat([head, chunk.subarray(0, 4)]);
    validUtf8 &&= decodes(decoder, chunk, true);
  }
  return { head, validUtf8: validUtf8 && decodes(decoder, Buffer.alloc(0), false) };
}

function decodes(
  decoder: InstanceType<typeof TextDecoder>,
  chunk: Buffer,
  stream: boolean,
): boolean {
  try {
    decoder.decode(chunk, { stream });
    return true;
  } catch {
    return false;
  }
}

function byteOrderMark(head: Buffer): Encoded | undefined {
  if (head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])))
    return { encoding: 'utf8', bom: 3 };
  if (head.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return { encoding: 'utf16le', bom: 2 };
  return undefined;
}

/** A UTF-8 mark is skipped even before broken UTF-8; `ÿþ` is text where Latin-1 is insisted on. */
function markBelongs(marked: Encoded | undefined, encoding: TextEncoding): boolean {
  return marked?.encoding === encoding || (marked?.encoding === 'utf8' && encoding === 'latin1');
}

/** Workbooks and big-endian text would only end in "no identifier column". */
function refuseOtherFormats(head: Buffer, name: string): void {
  const start = head.toString('latin1').slice(0, 4);
  if (start === 'PK\x03\x04' || start === '\xd0\xcf\x11\xe0') {
    throw new UsageError(
      'not_text',
      `${name} is a spreadsheet workbook, not text; save it as CSV and use that file.`,
    );
  }
  if (start.startsWith('\xfe\xff')) {
    throw new UsageError(
      'not_text',
      `${name} is big-endian UTF-16; save it as CSV in UTF-8 and use that file.`,
    );
  }
}
