import { maskIdentifiers } from '../../identifiers/index.js';

export type Redact = (text: string) => string;

/** Takes the API key and full CPFs out of a text that others wrote, before it enters an error. */
export function createRedact(apiKey: string): Redact {
  return (text) => maskIdentifiers(apiKey === '' ? text : text.replaceAll(apiKey, '***'));
}

/**
 * A cause that can be shown: name, code and message of the original and nothing it holds on to
 * (sockets, options, headers). Undefined stays undefined.
 */
export function plainCause(error: unknown, redact: Redact): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  const plain = new Error(redact(`${code}${error.message}`));
  // The original stack repeats the message, unredacted.
  plain.stack = `${error.name}: ${plain.message}`;
  return plain;
}
