import { printable } from '../base/foreign-text.js';
import { maskCompanies, maskIdentifiers } from '../identifiers/index.js';

export type Redact = (text: string) => string;
export type ReadJson = (text: string) => unknown;

/** Characters of a message of the service that are kept; the spec's messages have at most 80. */
const LONGEST_MESSAGE = 500;

/** Characters of an identifier with what may stand between its digits. */
const LONGEST_IDENTIFIER = 64;

/** A shorter key may be a part of any text, so that hiding it would damage records. */
const SHORTEST_HIDDEN = 8;

/**
 * The one border for free text of the service: without control characters, the API key, CPFs and CNPJs, and cut after that, so that
 * no part of one of them is left.
 */
export function createRedact(apiKey: string): Redact {
  const key = apiKey === '' ? undefined : inPieces(apiKey);
  // A secret may begin within the part that is kept, and have a blank between any two characters.
  const longest = LONGEST_MESSAGE + 2 * apiKey.length + LONGEST_IDENTIFIER;
  return (text) => {
    const line = printable(text).slice(0, longest);
    const hidden = key === undefined ? line : line.replace(key, '***');
    const masked = maskCompanies(maskIdentifiers(hidden));
    return masked.length > LONGEST_MESSAGE ? `${masked.slice(0, LONGEST_MESSAGE - 1)}…` : masked;
  };
}

/** A control character within a key has become a blank. */
function inPieces(apiKey: string): RegExp {
  const characters = Array.from(apiKey, (one) => one.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&'));
  return new RegExp(characters.join(' ?'), 'g');
}

/** `JSON.parse` for answers: records stay as they came, but an echoed API key is hidden. */
export function createReadJson(apiKey: string): ReadJson {
  const hidden = (_: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(apiKey, '***') : value;
  const isHidden = apiKey.length >= SHORTEST_HIDDEN;
  return (text) =>
    (isHidden && text.includes(apiKey) ? JSON.parse(text, hidden) : JSON.parse(text)) as unknown;
}

/** A cause that is safe to show: name, code and message, without the sockets, options and headers of the original. */
export function plainCause(error: unknown, redact: Redact): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  const plain = new Error(redact(`${code}${error.message}`));
  // The original stack contains the unredacted message.
  plain.stack = `${error.name}: ${plain.message}`;
  return plain;
}
