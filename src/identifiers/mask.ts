import { isDigits } from './digits.js';

/**
 * Eleven digits, with or without the separators of a CPF. Digits next to another ASCII digit or letter do
 * not match: they belong to something longer (a CNPJ, a hash, a job id), which must stay readable.
 */
const CPF_SHAPED =
  /(?<![0-9A-Za-z])[0-9]{3}[\s.-]?[0-9]{3}[\s.-]?[0-9]{3}[\s.-]?[0-9]{2}(?![0-9A-Za-z])/g;

/**
 * Masks the 11 digits of a CPF as `***.982.247-**`, the form in which public bodies publish them. Anything
 * but 11 bare digits is masked completely, so that a mistake of the caller leaks nothing.
 */
export function maskCpf(id: string): string {
  if (!isDigits(id, 11)) return '***.***.***-**';
  return `***.${id.slice(3, 6)}.${id.slice(6, 9)}-**`;
}

/** Masks every CPF-shaped number in `text`, valid or not: a mistyped CPF is personal data too. */
export function maskIdentifiers(text: string): string {
  return text.replace(CPF_SHAPED, (shaped) => maskCpf(shaped.replace(/[^0-9]/g, '')));
}
