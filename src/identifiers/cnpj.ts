import { alphabet, read, type Shape } from './scan.js';
import type { Reading } from './types.js';

const CNPJ: Shape = {
  kind: 'cnpj',
  length: 14,
  alphabet: alphabet('.-/', true),
  weights: [
    [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
    [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  ],
};

/**
 * Reads a CNPJ, numeric or alphanumeric: 12 of `0-9A-Z` and 2 digits once `.`, `/`, `-` and white
 * space are gone; never padded. Letters are refused by the check digits only: which of them are
 * issued is the registry's affair. A valid reading's id is the bare 14 characters in upper case.
 */
export function readCnpj(text: string): Reading {
  return read(text, CNPJ);
}
