import { makePrintable } from '../base/foreign-text.js';
import { maskCnpjs, maskCpfs } from '../identifiers/index.js';

export type Redact = (text: string) => string;
export type ReadJson = (text: string) => unknown;

/** The longest message of the service that is kept, in characters; the messages in the spec have at most 80. */
const LONGEST_MESSAGE = 500;

/** Characters of an identifier, with separators between its digits. */
const LONGEST_IDENTIFIER = 64;

/**
 * The shortest key that is hidden in records: a shorter key may be a part of any text, and hiding it would damage
 * records.
 */
const SHORTEST_HIDDEN_KEY = 8;

/**
 * Creates the one filter for free text of the service. It removes control characters, the API key, CPFs and CNPJs, and
 * shortens the text only after that, so that no part of a key or an identifier is left.
 */
export function createRedact(apiKey: string): Redact {
  const key = apiKey === '' ? undefined : buildKeyPattern(apiKey);
  // A key may begin near the end of the kept part, and have a blank after each of its characters.
  const maxLength = LONGEST_MESSAGE + 2 * apiKey.length + LONGEST_IDENTIFIER;
  return (text) => {
    const line = makePrintable(text).slice(0, maxLength);
    const withoutKey = key === undefined ? line : line.replace(key, '***');
    const masked = maskCnpjs(maskCpfs(withoutKey));
    return masked.length > LONGEST_MESSAGE ? `${masked.slice(0, LONGEST_MESSAGE - 1)}…` : masked;
  };
}

/** Builds a pattern of the key that allows blanks within it, because control characters have become blanks. */
function buildKeyPattern(apiKey: string): RegExp {
  const characters = Array.from(apiKey, (character) =>
    character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&'),
  );
  return new RegExp(characters.join(' ?'), 'g');
}

/** Creates the `JSON.parse` for answers: records stay as they came, but an echoed API key is hidden. */
export function createReadJson(apiKey: string): ReadJson {
  const hideKey = (_: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(apiKey, '***') : value;
  const mayHideKey = apiKey.length >= SHORTEST_HIDDEN_KEY;
  return (text) =>
    (mayHideKey && text.includes(apiKey) ? JSON.parse(text, hideKey) : JSON.parse(text)) as unknown;
}

/** Copies an error so that it is safe to show: name, code and message, without sockets, options and headers. */
export function redactError(error: unknown, redact: Redact): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  const copy = new Error(redact(`${code}${error.message}`));
  // The original stack contains the unredacted message.
  copy.stack = `${error.name}: ${copy.message}`;
  return copy;
}
