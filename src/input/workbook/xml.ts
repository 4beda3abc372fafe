import sax from 'sax';
import { inputLimits } from '../../base/limits.js';
import { buildTooLarge, type UnpackLimit } from '../unpack-limit.js';

/** The bytes of a part, which is unpacked while it is read. */
export type PartBytes = AsyncIterable<Buffer>;

export interface XmlHandlers {
  /** Called first for a part that is not in UTF-8. */
  readonly onNotUtf8?: () => void;
  /** The names of elements and attributes have no namespace prefix. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** The work of reading an element, as the number of bytes whose unpacking takes as long. */
const ELEMENT_WORK = 16;

/**
 * Passes a part to the handlers, and yields after each chunk. `limit` bounds the work.
 *
 * @throws UsageError `input_too_large`
 */
export async function* parseXml(
  part: PartBytes,
  limit: UnpackLimit,
  handlers: XmlHandlers,
): AsyncGenerator<void> {
  const { name } = limit;
  // The parser holds an element, a text or a comment in memory until it ends. `heldBytes` counts the bytes since the
  // parser last called a handler, which are those in memory. `depth` limits the names of open elements.
  let [depth, heldBytes] = [0, 0];
  const parser = sax.parser(true, { position: false });
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name: tag, attributes }) => {
    heldBytes = 0;
    depth += 1;
    if (depth > inputLimits.depth) throw buildTooLarge(name, 'depth');
    limit.spend(ELEMENT_WORK);
    handlers.open?.(removePrefix(tag), removePrefixes(attributes));
  };
  parser.onclosetag = (tag) => {
    heldBytes = 0;
    depth -= 1;
    handlers.close?.(removePrefix(tag));
  };
  parser.ontext = parser.oncdata = (text) => {
    heldBytes = 0;
    handlers.text?.(text);
  };
  let decoder: ReturnType<typeof createDecoder> | undefined;
  for await (const chunk of part) {
    if (decoder === undefined) {
      decoder = createDecoder(chunk);
      if (decoder.encoding !== 'utf-8') handlers.onNotUtf8?.();
    }
    heldBytes += chunk.length;
    parser.write(decoder.decode(chunk, { stream: true }));
    if (heldBytes > inputLimits.token) throw buildTooLarge(name, 'token');
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
  const byMark = UTF_16.find(([, mark]) => start.subarray(0, mark.length).equals(mark))?.[0];
  const head = start.toString('latin1', 0, MAX_DECLARATION_BYTES);
  const byDeclaration = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']/.exec(
    head,
  )?.[1];
  // A declaration that can be read byte by byte is not in UTF-16, whatever it claims.
  const label = byMark ?? (/^utf-?16/i.test(byDeclaration ?? '') ? undefined : byDeclaration);
  try {
    return new TextDecoder(label);
  } catch (cause) {
    throw new Error('Unknown encoding', { cause });
  }
}

const MAX_DECLARATION_BYTES = 200;

/** Passes a whole part to the handlers. @throws as `parseXml` */
export async function readXml(
  part: PartBytes,
  limit: UnpackLimit,
  handlers: XmlHandlers,
): Promise<void> {
  const chunks = parseXml(part, limit, handlers);
  while ((await chunks.next()).done !== true);
}

function removePrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function removePrefixes(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  const names: Record<string, string> = {};
  for (const name in attributes) names[removePrefix(name)] = attributes[name] as string;
  return names;
}
