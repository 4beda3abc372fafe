import { UsageError } from '../../base/errors.js';

/**
 * The XML of a part as one character for each byte, so that what is not changed keeps its bytes. `toByteText` converts
 * text that is inserted.
 */
export type ByteText = string;

/** Returns text as one character for each byte of its UTF-8. */
export function toByteText(text: string): ByteText {
  // eslint-disable-next-line no-control-regex
  return /^[\x00-\x7f]*$/.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** Returns the text whose UTF-8 has these bytes. */
export function fromByteText(bytes: ByteText): string {
  // eslint-disable-next-line no-control-regex
  return /^[\x00-\x7f]*$/.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
}

/** A tag, with the places (0-based) where it begins and ends in the text. */
interface Tag {
  readonly kind: 'opens' | 'closes' | 'is_empty';
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Comments, CDATA, processing instructions and a document type may contain what looks like a tag. */
const TAG =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!DOCTYPE(?:[^[>]|\[[^\]]*\])*>|<(\/?)([^\s/<>]+)(?=[\s/>])((?:[^"'<>]|"[^"]*"|'[^']*')*?)(\/?)>/g;

function* readTags(text: ByteText): Generator<Tag> {
  for (const { 0: tag, 1: slash, 2: name, 4: end, index } of text.matchAll(TAG)) {
    if (name === undefined) continue;
    const kind = slash === '/' ? 'closes' : end === '/' ? 'is_empty' : 'opens';
    yield { kind, name, start: index, end: index + tag.length };
  }
}

/** An element and its places (0-based) in the text; `tag` is its first tag. */
export interface Element {
  /** The name without the prefix. */
  readonly name: string;
  readonly tag: ByteText;
  readonly start: number;
  /** Where its content begins and ends; the same place for an element without content. */
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
}

/**
 * Returns the elements that have `depth` others around them within this text, which may begin or end in the middle of a
 * part. An element whose end is missing ends with the text.
 */
export function elementsAt(text: ByteText, depth: number): Element[] {
  const found: Element[] = [];
  let open: Tag | undefined;
  let now = 0;
  const add = (first: Tag, contentEnd: number, end: number) => {
    const tag = text.slice(first.start, first.end);
    const { start, end: contentStart } = first;
    found.push({ name: localName(first.name), tag, start, contentStart, contentEnd, end });
  };
  for (const tag of readTags(text)) {
    if (tag.kind === 'opens') {
      if (now === depth) open = tag;
      now += 1;
    } else if (tag.kind === 'is_empty') {
      if (now === depth) add(tag, tag.end, tag.end);
    } else {
      now -= 1;
      if (now === depth && open !== undefined) {
        add(open, tag.start, tag.end);
        open = undefined;
      }
      if (now < depth && open === undefined && now < 0) break;
    }
  }
  if (open !== undefined) add(open, text.length, text.length);
  return found;
}

/** Returns the root of a part. @throws UsageError `damaged_workbook` where there is none */
export function rootOf(text: ByteText): Element {
  const [root] = elementsAt(text, 0);
  if (root === undefined) throw damaged();
  return root;
}

/** The fault of a part that cannot be what its workbook says it is. */
export function damaged(file = ''): UsageError {
  return new UsageError('damaged_workbook', { file });
}

/** Returns the elements directly within another one of the same text. */
export function childrenOf(text: ByteText, { contentStart, contentEnd }: Element): Element[] {
  const move = (by: number) => by + contentStart;
  return elementsAt(text.slice(contentStart, contentEnd), 0).map((each) => ({
    name: each.name,
    tag: each.tag,
    start: move(each.start),
    contentStart: move(each.contentStart),
    contentEnd: move(each.contentEnd),
    end: move(each.end),
  }));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns the prefix of a tag with its colon, or `''`. */
export function prefixOf(tag: ByteText): string {
  return /^<\/?([^\s/>:]+:)/.exec(tag)?.[1] ?? '';
}

const ATTRIBUTE = /\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Returns the value of an attribute of a tag, unescaped; a name without prefix fits any prefix. */
export function attribute(tag: ByteText, wanted: string): string | undefined {
  for (const [, name = '', double, single] of tag.matchAll(ATTRIBUTE)) {
    const isWanted = name === wanted || (localName(name) === wanted && !name.startsWith('xmlns'));
    if (isWanted) return fromByteText(unescapeXml(double ?? single ?? ''));
  }
  return undefined;
}

/** Returns a tag with another value of an attribute, which is added where it is missing. */
export function withAttribute(tag: ByteText, name: string, value: string): ByteText {
  const text = toByteText(escapeAttribute(value));
  const isThere = Array.from(tag.matchAll(ATTRIBUTE)).some(([, found]) => found === name);
  if (isThere)
    return tag.replace(ATTRIBUTE, (all: string, found: string) => {
      if (found !== name) return all;
      return all.replace(/=\s*(["'])[^]*$/, (_, quote: string) => `=${quote}${text}${quote}`);
    });
  return tag.replace(/(?<!\s)\s*(\/?)>$/, (_, slash: string) => ` ${name}="${text}"${slash}>`);
}

/** Returns a tag without an attribute. */
export function withoutAttribute(tag: ByteText, name: string): ByteText {
  return tag.replace(ATTRIBUTE, (all: string, found: string) => (found === name ? '' : all));
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function unescapeXml(text: ByteText): ByteText {
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (all, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? all;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? toByteText(String.fromCodePoint(code)) : all;
  });
}

/** Returns the text between two tags, without its escapes. */
export function textContent(text: ByteText, { contentStart, contentEnd }: Element): string {
  return fromByteText(unescapeXml(text.slice(contentStart, contentEnd)));
}

/** Returns text as the value of an attribute in double or single quotes. */
export function escapeAttribute(text: string): string {
  const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' } as const;
  return text.replace(/[&<>"']/g, (character) => escapes[character as keyof typeof escapes]);
}

/** A change of a text: what stands between two places is replaced. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: ByteText;
}

/** Returns a text with changes, which do not overlap; those of one place keep their order. */
export function withChanges(text: ByteText, changes: readonly Change[]): ByteText {
  const sorted = changes.toSorted((a, b) => a.start - b.start);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: piece } of sorted) {
    pieces.push(text.slice(at, start), piece);
    at = end;
  }
  return pieces.join('') + text.slice(at);
}

/** Returns the change that inserts text at a place. */
export function insertion(at: number, text: ByteText): Change {
  return { start: at, end: at, text };
}

/** Returns the change that appends text to the content of an element, which may have none. */
export function appended(element: Element, text: ByteText, more: readonly Change[] = []): Change[] {
  const { tag, start, contentEnd, end } = element;
  if (contentEnd !== end || !/\/>$/.test(tag)) return [insertion(contentEnd, text), ...more];
  const [, name = ''] = /^<([^\s/>]+)/.exec(tag) ?? [];
  return [{ start, end, text: `${tag.replace(/(?<!\s)\s*\/>$/, '>')}${text}</${name}>` }];
}
