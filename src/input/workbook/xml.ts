import sax from 'sax';
import { inputLimits } from '../../limits.js';
import { tooLarge } from '../bytes/unpack-limits.js';
import type { Part } from './open-workbook.js';

export interface XmlHandlers {
  /** Names have no namespace prefix. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/**
 * Passes a part of a workbook to the handlers chunk by chunk, and yields what `due` returns after each. `name`: what
 * people call the workbook.
 * @throws UsageError `input_too_large` if an element, a text or a comment is too long, or nested too deep
 */
export async function* parseXml<T>(
  part: Part,
  name: string,
  on: XmlHandlers,
  due: () => Iterable<T>,
): AsyncGenerator<T> {
  const limits = new TokenLimits(name);
  const parser = limitedParser(on, limits);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of part) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8');
    parser.write(decoder.decode(chunk, { stream: true }));
    limits.fed(chunk.length);
    yield* due();
  }
  parser.close();
}

/** Passes a whole part to the handlers. */
export async function readXml(part: Part, name: string, on: XmlHandlers): Promise<void> {
  const chunks = parseXml(part, name, on, () => []);
  while ((await chunks.next()).done !== true);
}

function limitedParser(on: XmlHandlers, limits: TokenLimits): sax.SAXParser {
  const parser = sax.parser(true, { position: false });
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    limits.open();
    on.open?.(local(name), localNames(attributes));
  };
  parser.onclosetag = (name) => {
    limits.close();
    on.close?.(local(name));
  };
  parser.ontext = parser.oncdata = (text) => {
    limits.heard();
    on.text?.(text);
  };
  return parser;
}

/**
 * The parser holds an element, a text or a comment until it ends, and the names of all open elements. What it
 * was fed since it last told something is the length of what it holds.
 */
class TokenLimits {
  #depth = 0;
  #isSilent = true;
  #held = 0;

  constructor(readonly name: string) {}

  open(): void {
    this.#isSilent = false;
    this.#depth += 1;
    if (this.#depth > inputLimits.depth) throw tooLarge(this.name, 'depth');
  }

  close(): void {
    this.#isSilent = false;
    this.#depth -= 1;
  }

  heard(): void {
    this.#isSilent = false;
  }

  fed(bytes: number): void {
    this.#held = this.#isSilent ? this.#held + bytes : 0;
    this.#isSilent = true;
    if (this.#held > inputLimits.token) throw tooLarge(this.name, 'token');
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function localNames(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  const names: Record<string, string> = {};
  for (const name in attributes) names[local(name)] = attributes[name] as string;
  return names;
}
