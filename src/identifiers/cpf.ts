import { alphabet, readIdentifier, type Shape } from './read-identifier.js';
import type { Reading } from './types.js';

const CPF: Shape = {
  kind: 'cpf',
  length: 11,
  alphabet: alphabet('.-', false),
  weights: [
    [10, 9, 8, 7, 6, 5, 4, 3, 2],
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
  ],
};

/**
 * Reads a CPF: exactly 11 digits after `.`, `-` and white space (also NBSP) are removed. It adds no
 * zeros. The id of a valid reading is the 11 digits.
 */
export function readCpf(text: string): Reading {
  return readIdentifier(text, CPF);
}
