import { UsageError } from '../../base/errors.js';

/**
 * The XML of a part as one character for each byte, so that everything but the changes keeps its bytes. `toByteText`
 * converts text that is inserted.
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

/**
 * Matches tags, and also comments, CDATA, processing instructions and a document type, because these may contain `<`.
 */
const TAG =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!DOCTYPE(?:[^[>]|\[[^\]]*\])*>|<(\/?)([^\s/<>]+)(?=[\s/>])((?:[^"'<>]|"[^"]*"|'[^']*')*?)(\/?)>/g;

function* readTags(text: ByteText): Generator<Tag> {
  for (const { 0: tag, 1: slash, 2: name, 4: end, index } of text.matchAll(TAG)) {
    if (name === undefined) continue;
    const kind = slash === '/' ? 'closes' : end === '/' ? 'is_empty' : 'opens';
    yield { kind, name, start: index, end: index + tag.length };
  }
}

/** An element and its places (0-based) in the text; `tag` is its opening tag. */
export interface Element {
  /** The name without the prefix. */
  readonly name: string;
  readonly tag: ByteText;
  readonly start: number;
  /** The places where the content begins and ends; they are the same for an element without content. */
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
}

/**
 * Returns the elements that have `depth` others around them within this text, which may begin or end in the middle of a
 * part. An element whose end is missing ends with the text.
 */
export function listElementsAtDepth(text: ByteText, depth: number): Element[] {
  const found: Element[] = [];
  let openTag: Tag | undefined;
  let currentDepth = 0;
  const add = (openingTag: Tag, contentEnd: number, end: number) => {
    const tag = text.slice(openingTag.start, openingTag.end);
    const { start, end: contentStart } = openingTag;
    found.push({ name: removePrefix(openingTag.name), tag, start, contentStart, contentEnd, end });
  };
  for (const tag of readTags(text)) {
    if (tag.kind === 'opens') {
      if (currentDepth === depth) openTag = tag;
      currentDepth += 1;
    } else if (tag.kind === 'is_empty') {
      if (currentDepth === depth) add(tag, tag.end, tag.end);
    } else {
      currentDepth -= 1;
      if (currentDepth === depth && openTag !== undefined) {
        add(openTag, tag.start, tag.end);
        openTag = undefined;
      }
      if (currentDepth < depth && openTag === undefined && currentDepth < 0) break;
    }
  }
  if (openTag !== undefined) add(openTag, text.length, text.length);
  return found;
}

/** Returns the root of a part. @throws UsageError `damaged_workbook` where there is none */
export function parseRoot(text: ByteText): Element {
  const [root] = listElementsAtDepth(text, 0);
  if (root === undefined) throw buildDamagedError();
  return root;
}

/** Returns the error about a part that is not what its workbook says it is. `file`: the name of the workbook. */
export function buildDamagedError(file = ''): UsageError {
  return new UsageError('damaged_workbook', { file });
}

/** Returns the elements directly within another one of the same text. */
export function listChildren(text: ByteText, { contentStart, contentEnd }: Element): Element[] {
  const toOuter = (place: number) => place + contentStart;
  return listElementsAtDepth(text.slice(contentStart, contentEnd), 0).map((each) => ({
    name: each.name,
    tag: each.tag,
    start: toOuter(each.start),
    contentStart: toOuter(each.contentStart),
    contentEnd: toOuter(each.contentEnd),
    end: toOuter(each.end),
  }));
}

function removePrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns the prefix of a tag with its colon, or `''`. */
export function readPrefix(tag: ByteText): string {
  return /^<\/?([^\s/>:]+:)/.exec(tag)?.[1] ?? '';
}

const ATTRIBUTE = /\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Returns the value of an attribute of a tag, without escapes. `wanted`: its name, which matches with any prefix. */
export function readAttribute(tag: ByteText, wanted: string): string | undefined {
  for (const [, name = '', double, single] of tag.matchAll(ATTRIBUTE)) {
    const isWanted =
      name === wanted || (removePrefix(name) === wanted && !name.startsWith('xmlns'));
    if (isWanted) return fromByteText(unescapeXml(double ?? single ?? ''));
  }
  return undefined;
}

/** Returns a tag with a new value of an attribute; a missing attribute is added. */
export function setAttribute(tag: ByteText, name: string, value: string): ByteText {
  const text = toByteText(escapeAttribute(value));
  const hasAttribute = Array.from(tag.matchAll(ATTRIBUTE)).some(([, found]) => found === name);
  if (hasAttribute)
    return tag.replace(ATTRIBUTE, (all: string, found: string) => {
      if (found !== name) return all;
      return all.replace(/=\s*(["'])[^]*$/, (_, quote: string) => `=${quote}${text}${quote}`);
    });
  return tag.replace(/(?<!\s)\s*(\/?)>$/, (_, slash: string) => ` ${name}="${text}"${slash}>`);
}

/** Returns a tag without an attribute. */
export function removeAttribute(tag: ByteText, name: string): ByteText {
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
export function readTextContent(text: ByteText, { contentStart, contentEnd }: Element): string {
  return fromByteText(unescapeXml(text.slice(contentStart, contentEnd)));
}

/** Escapes text for the value of an attribute in double or single quotes. */
export function escapeAttribute(text: string): string {
  const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' } as const;
  return text.replace(/[&<>"']/g, (character) => escapes[character as keyof typeof escapes]);
}

/** A change of a text: the text between two places is replaced. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: ByteText;
}

/** Returns a text with changes, which must not overlap; several changes at one place keep their order. */
export function applyChanges(text: ByteText, changes: readonly Change[]): ByteText {
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
export function createInsertion(at: number, text: ByteText): Change {
  return { start: at, end: at, text };
}

/**
 * Returns the changes that append text to the content of an element. An empty element gets a closing tag. `inside`: other
 * changes within the present content, which an empty element does not have.
 */
export function createAppending(
  element: Element,
  text: ByteText,
  inside: readonly Change[] = [],
): Change[] {
  const { tag, start, contentEnd, end } = element;
  if (contentEnd !== end || !/\/>$/.test(tag))
    return [createInsertion(contentEnd, text), ...inside];
  const [, name = ''] = /^<([^\s/>]+)/.exec(tag) ?? [];
  return [{ start, end, text: `${tag.replace(/(?<!\s)\s*\/>$/, '>')}${text}</${name}>` }];
}
