import { alphabet, read, type Shape } from './scan.js';
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
 * Reads a CPF: exactly 11 digits once `.`, `-` and white space (NBSP too) are gone; never padded.
 * A valid reading's id is the bare 11 digits.
 */
export function readCpf(text: string): Reading {
  return read(text, CPF);
}
