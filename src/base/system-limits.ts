import { codeOf, ConfereError } from './errors.js';

declare const WebAssembly:
  | { readonly Memory: new (pages: { readonly initial: number }) => object }
  | undefined;

/**
 * HTTP needs WebAssembly, for which Node reserves gigabytes of addresses. Where the system allows less, Node would end in the middle of
 * a request. @throws ConfereError `system_limit`
 */
export function requireAddresses(): void {
  if (typeof WebAssembly === 'undefined') throw new ConfereError('system_limit', { of: 'wasm' });
  try {
    new WebAssembly.Memory({ initial: 1 });
  } catch (error) {
    throw new ConfereError('system_limit', { of: 'addresses' }, { cause: error });
  }
}

const NO_FILE = /\b(?:EMFILE|ENFILE)\b|too many open files/i;

/** The system lets this process open no more files; the engine of SQLite says so in words alone. Every other error as it is. */
export function explainNoFile(error: unknown): unknown {
  if (!(error instanceof Error) || !NO_FILE.test(`${codeOf(error)} ${error.message}`)) return error;
  return new ConfereError('system_limit', { of: 'files' }, { cause: error });
}
