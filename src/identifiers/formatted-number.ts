import { formatId, ID_LENGTHS } from './format.js';

/** Digits with the punctuation of identifiers and telephones; with two slashes, it would be a date. */
const UNDER_MASK = /^\(?[0-9][0-9\s.()-]*(?:\/[0-9\s.()-]*)?$/;

/**
 * Returns the text from which a workbook's number is read as an identifier. `shown`: the number with its format. The
 * format may restore leading zeros, but must not turn a CPF into a CNPJ or a CNPJ into a CPF (contract, "Identifiers").
 */
export function removeNumberFormat(shown: string): string {
  if (!UNDER_MASK.test(shown)) return shown;
  const digits = shown.replace(/[^0-9]/g, '');
  const number = digits.replace(/^0+/, '');
  if (number.length > ID_LENGTHS.cpf)
    return digits.length >= ID_LENGTHS.cnpj ? number.padStart(ID_LENGTHS.cnpj, '0') : number;
  if (number.length === ID_LENGTHS.cpf) return number;
  if (digits.length < ID_LENGTHS.cpf) return digits;
  // A format of 11 digits is that of a CPF, whose punctuation keeps the text from being read as a CNPJ without its
  // zeros. The zeros of a longer format may not belong to a CNPJ: 11 digits are ambiguous if both kinds are valid.
  return digits.length === ID_LENGTHS.cpf
    ? formatId('cpf', digits)
    : number.padStart(ID_LENGTHS.cpf, '0');
}
