import { alphabet, isIdentifier, readIdentifier, type Shape } from './read-identifier.js';
import type { Reading } from './types.js';

const CPF: Shape = {
  kind: 'cpf',
  length: 11,
  alphabet: alphabet('.-', false),
  firstWeights: Uint8Array.of(10, 9, 8, 7, 6, 5, 4, 3, 2, 0, 0),
  secondWeights: Uint8Array.of(11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 0),
};

/**
 * Reads a CPF: exactly 11 digits after `.`, `-` and white space (also NBSP) are removed. It adds no
 * zeros. The id of a valid reading is the 11 digits.
 */
export function readCpf(text: string): Reading {
  return readIdentifier(text, CPF);
}

/** Whether `readCpf` finds the text valid. */
export function isCpf(text: string): boolean {
  return isIdentifier(text, CPF);
}

const CNPJ: Shape = {
  kind: 'cnpj',
  length: 14,
  alphabet: alphabet('.-/', true),
  firstWeights: Uint8Array.of(5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2, 0, 0),
  secondWeights: Uint8Array.of(6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2, 0),
};

/**
 * Reads a CNPJ, numeric or alphanumeric (spec, `GET /cnpj/{cnpj}`): 12 characters of `0-9A-Z` and 2
 * digits after `.`, `/`, `-` and white space are removed. It adds no zeros. Any letter is accepted if the
 * check digits match, because the registry decides which letters it issues. The id of a valid reading
 * has 14 characters, in upper case and without punctuation.
 */
export function readCnpj(text: string): Reading {
  return readIdentifier(text, CNPJ);
}

/** Whether `readCnpj` finds the text valid. */
export function isCnpj(text: string): boolean {
  return isIdentifier(text, CNPJ);
}
