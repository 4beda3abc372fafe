import { isDigits } from './digits.js';

/**
 * Eleven digits, with or without a CPF's separators at their places. A neighbouring ASCII digit or
 * letter makes it part of something longer (a CNPJ, a hash, a job id), which must stay readable.
 */
const CPF_SHAPED =
  /(?<![0-9A-Za-z])[0-9]{3}[\s.-]?[0-9]{3}[\s.-]?[0-9]{3}[\s.-]?[0-9]{2}(?![0-9A-Za-z])/g;

/**
 * The 11 digits of a CPF as `***.982.247-**`, the form public bodies publish them in. Anything that
 * is not 11 bare digits is hidden whole, so that a mistake of the caller's leaks nothing.
 */
export function maskCpf(id: string): string {
  if (!isDigits(id, 11)) return '***.***.***-**';
  return `***.${id.slice(3, 6)}.${id.slice(6, 9)}-**`;
}

/** `text` with every CPF-shaped number masked, valid or not: a mistyped CPF is personal data too. */
export function maskIdentifiers(text: string): string {
  return text.replace(CPF_SHAPED, (shaped) => maskCpf(shaped.replace(/[^0-9]/g, '')));
}
