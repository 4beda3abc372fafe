import sax from 'sax';
import { inputLimits } from '../../limits.js';
import { tooLarge } from '../unpacked.js';

/** Unpacked while it is read. */
export type Part = AsyncIterable<Buffer>;

export interface XmlHandlers {
  /** Names have no namespace prefix. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Passes a part to the handlers, and yields after each chunk. @throws UsageError `input_too_large` */
export async function* parseXml(part: Part, name: string, on: XmlHandlers): AsyncGenerator<void> {
  // The parser holds an element, a text or a comment until it ends, and the names of all open elements. What it
  // was fed since it last told something is the length of what it holds.
  let [depth, held] = [0, 0];
  const parser = sax.parser(true, { position: false });
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name: tag, attributes }) => {
    held = 0;
    depth += 1;
    if (depth > inputLimits.depth) throw tooLarge(name, 'depth');
    on.open?.(local(tag), localNames(attributes));
  };
  parser.onclosetag = (tag) => {
    held = 0;
    depth -= 1;
    on.close?.(local(tag));
  };
  parser.ontext = parser.oncdata = (text) => {
    held = 0;
    on.text?.(text);
  };
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of part) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8');
    held += chunk.length;
    parser.write(decoder.decode(chunk, { stream: true }));
    if (held > inputLimits.token) throw tooLarge(name, 'token');
    yield;
  }
  parser.close();
}

export async function readXml(part: Part, name: string, on: XmlHandlers): Promise<void> {
  const chunks = parseXml(part, name, on);
  while ((await chunks.next()).done !== true);
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function localNames(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  const names: Record<string, string> = {};
  for (const name in attributes) names[local(name)] = attributes[name] as string;
  return names;
}
