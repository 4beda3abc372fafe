import { visibleLine } from '../foreign-text.js';
import { maskCompanies, maskIdentifiers } from '../identifiers/index.js';

export type Redact = (text: string) => string;
export type ReadJson = (text: string) => unknown;

/** Characters of a message of the service that are kept; the spec's messages have at most 80. */
const LONGEST_MESSAGE = 500;

/** A shorter key may be a part of any text, so that hiding it would damage records. */
const SHORTEST_HIDDEN = 8;

/** The one border for free text of the service: it is cut, without control characters, the API key, CPFs and CNPJs. */
export function createRedact(apiKey: string): Redact {
  return (text) => {
    const line = visibleLine(text, LONGEST_MESSAGE);
    return maskCompanies(maskIdentifiers(apiKey === '' ? line : line.replaceAll(apiKey, '***')));
  };
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
