import type { Readable } from 'node:stream';
import sax from 'sax';

export interface XmlHandlers {
  /** Names have no namespace prefix. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Passes a part of a workbook to the handlers chunk by chunk, and yields what `due` returns after each. */
export async function* parseXml<T>(
  part: Readable,
  on: XmlHandlers,
  due: () => Iterable<T>,
): AsyncGenerator<T> {
  const parser = sax.parser(true, { position: false });
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => on.open?.(local(name), localNames(attributes));
  parser.onclosetag = (name) => on.close?.(local(name));
  parser.ontext = (text) => on.text?.(text);
  parser.oncdata = (text) => on.text?.(text);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of part as AsyncIterable<Buffer>) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8');
    parser.write(decoder.decode(chunk, { stream: true }));
    yield* due();
  }
  parser.close();
}

/** Passes a whole part to the handlers. */
export async function readXml(part: Readable, on: XmlHandlers): Promise<void> {
  const chunks = parseXml(part, on, () => []);
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
