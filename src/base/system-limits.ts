import { readErrorCode, ConfereError } from './errors.js';

declare const WebAssembly:
  | { readonly Memory: new (pages: { readonly initial: number }) => object }
  | undefined;

/**
 * Checks that HTTP can work: it needs WebAssembly, for which Node reserves gigabytes of addresses. If the system allows
 * less, Node would end in the middle of a request. @throws ConfereError `system_limit`
 */
export function requireWebAssembly(): void {
  if (typeof WebAssembly === 'undefined') throw new ConfereError('system_limit', { of: 'wasm' });
  try {
    new WebAssembly.Memory({ initial: 1 });
  } catch (error) {
    throw new ConfereError('system_limit', { of: 'addresses' }, { cause: error });
  }
}

const TOO_MANY_FILES = /\b(?:EMFILE|ENFILE)\b|too many open files/i;

/**
 * Explains that the system lets this process open no more files, which SQLite says only in its message; returns other
 * errors unchanged.
 */
export function explainOpenFileLimit(error: unknown): unknown {
  if (!(error instanceof Error) || !TOO_MANY_FILES.test(`${readErrorCode(error)} ${error.message}`))
    return error;
  return new ConfereError('system_limit', { of: 'files' }, { cause: error });
}
