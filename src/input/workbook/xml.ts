import sax from 'sax';
import { inputLimits } from '../../base/limits.js';
import { buildTooLarge, type UnpackLimit } from '../unpack-limit.js';

/** The bytes of a part, which is unpacked while it is read. */
export type PartBytes = AsyncIterable<Buffer>;

export interface XmlHandlers {
  /** Called first for a part that is not in UTF-8. */
  readonly otherEncoding?: () => void;
  /** The names of elements and attributes have no namespace prefix. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** The work of reading an element, in bytes whose unpacking takes as long. */
const ELEMENT_WORK = 16;

/**
 * Passes a part to the handlers, and yields after each chunk. `limit` bounds the work.
 *
 * @throws UsageError `input_too_large`
 */
export async function* parseXml(
  part: PartBytes,
  limit: UnpackLimit,
  on: XmlHandlers,
): AsyncGenerator<void> {
  const { name } = limit;
  // The parser holds an element, a text or a comment until it ends, and the names of all open elements. `held` counts
  // the bytes since it last called a handler, which is the length of what it holds.
  let [depth, held] = [0, 0];
  const parser = sax.parser(true, { position: false });
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name: tag, attributes }) => {
    held = 0;
    depth += 1;
    if (depth > inputLimits.depth) throw buildTooLarge(name, 'depth');
    limit.spend(ELEMENT_WORK);
    on.open?.(localName(tag), localNames(attributes));
  };
  parser.onclosetag = (tag) => {
    held = 0;
    depth -= 1;
    on.close?.(localName(tag));
  };
  parser.ontext = parser.oncdata = (text) => {
    held = 0;
    on.text?.(text);
  };
  let decoder: ReturnType<typeof createDecoder> | undefined;
  for await (const chunk of part) {
    if (decoder === undefined) {
      decoder = createDecoder(chunk);
      if (decoder.encoding !== 'utf-8') on.otherEncoding?.();
    }
    held += chunk.length;
    parser.write(decoder.decode(chunk, { stream: true }));
    if (held > inputLimits.token) throw buildTooLarge(name, 'token');
    yield;
  }
  parser.close();
}

const UTF_16 = [
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
] as const;

/**
 * Creates the decoder for the byte-order mark or the declaration with which a part begins; without them XML is UTF-8.
 */
function createDecoder(start: Buffer) {
  const marked = UTF_16.find(([, mark]) => start.subarray(0, mark.length).equals(mark))?.[0];
  const head = start.toString('latin1', 0, LONGEST_DECLARATION);
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1];
  // A declaration that can be read byte by byte is not in UTF-16, whatever it claims.
  const label = marked ?? (/^utf-?16/i.test(declared ?? '') ? undefined : declared);
  try {
    return new TextDecoder(label);
  } catch (cause) {
    throw new Error('Unknown encoding', { cause });
  }
}

const LONGEST_DECLARATION = 200;

/** Passes a whole part to the handlers. @throws as `parseXml` */
export async function readXml(part: PartBytes, limit: UnpackLimit, on: XmlHandlers): Promise<void> {
  const chunks = parseXml(part, limit, on);
  while ((await chunks.next()).done !== true);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function localNames(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  const names: Record<string, string> = {};
  for (const name in attributes) names[localName(name)] = attributes[name] as string;
  return names;
}
