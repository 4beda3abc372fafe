import { maskIdentifiers } from '../../identifiers/index.js';

export type Redact = (text: string) => string;

/** Removes the API key and full CPFs from a text of the service or a library before it enters an error. */
export function createRedact(apiKey: string): Redact {
  return (text) => maskIdentifiers(apiKey === '' ? text : text.replaceAll(apiKey, '***'));
}

/**
 * A cause that is safe to show: name, code and message of the original, without the sockets, options and
 * headers that it refers to. Undefined stays undefined.
 */
export function plainCause(error: unknown, redact: Redact): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  const plain = new Error(redact(`${code}${error.message}`));
  // The original stack contains the unredacted message.
  plain.stack = `${error.name}: ${plain.message}`;
  return plain;
}
