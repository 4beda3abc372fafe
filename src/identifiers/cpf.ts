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
