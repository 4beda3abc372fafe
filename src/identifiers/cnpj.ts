import { hasCheckDigits, invalid, isDigits, isRepeated } from './cpf.js';
import type { Reading } from './types.js';

const CNPJ_LENGTH = 14;
/** CNPJ weights run from 2 to 9 and start over. */
const CNPJ_WEIGHTS = 8;

/** Only ASCII letters: `toUpperCase` would turn 'ı' into 'I' and 'ß' into 'SS'. */
const CNPJ_SHAPE = /^[0-9A-Za-z]{12}[0-9]{2}$/;

/** `text` without the punctuation a CNPJ is written with; the letters stay as they were typed. */
export function bareCnpj(text: string): string {
  return text.replace(/[\s./-]/g, '');
}

/** The canonical 14 characters, or undefined when `text` does not have the shape of a CNPJ. */
function canonicalCnpj(text: string): string | undefined {
  if (isDigits(text, CNPJ_LENGTH)) return text;
  const bare = bareCnpj(text);
  return CNPJ_SHAPE.test(bare) ? bare.toUpperCase() : undefined;
}

/**
 * Reads a CNPJ, numeric or alphanumeric: 12 of `0-9A-Z` and 2 digits once `.`, `/`, `-` and white
 * space are gone; never padded. Letters are refused by the check digits only: which of them are
 * issued is the registry's affair. A valid reading's id is the bare 14 characters in upper case.
 */
export function readCnpj(text: string): Reading {
  const id = canonicalCnpj(text);
  if (id === undefined) return invalid(text.trim() === '' ? 'empty' : 'format');
  if (isRepeated(id)) return invalid('repeated');
  if (!hasCheckDigits(id, CNPJ_WEIGHTS)) return invalid('check_digit');
  return { valid: true, kind: 'cnpj', id, repaired: false };
}
