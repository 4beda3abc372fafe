import { formatId, ID_LENGTHS } from './format.js';

/** Digits with the punctuation of identifiers and telephones; with two slashes, it would be a date. */
const FORMATTED_NUMBER = /^\(?[0-9][0-9\s.()-]*(?:\/[0-9\s.()-]*)?$/;

/**
 * Returns the text from which a workbook's number is read as an identifier. `shown`: the number with its format. The
 * format may restore leading zeros, but must not turn a CPF into a CNPJ or a CNPJ into a CPF (contract, "Identifiers").
 */
export function removeNumberFormat(shown: string): string {
  if (!FORMATTED_NUMBER.test(shown)) return shown;
  const digits = shown.replace(/[^0-9]/g, '');
  const withoutZeros = digits.replace(/^0+/, '');
  if (withoutZeros.length > ID_LENGTHS.cpf)
    return digits.length >= ID_LENGTHS.cnpj
      ? withoutZeros.padStart(ID_LENGTHS.cnpj, '0')
      : withoutZeros;
  if (withoutZeros.length === ID_LENGTHS.cpf) return withoutZeros;
  if (digits.length < ID_LENGTHS.cpf) return digits;
  // A format that shows 11 digits is that of a CPF. With CPF punctuation the reader does not take the number for a CNPJ
  // that lost its zeros. A format that shows more digits may have added zeros that belong to no CNPJ, so the text gets 11
  // digits without punctuation, which are ambiguous if they are valid as both kinds.
  return digits.length === ID_LENGTHS.cpf
    ? formatId('cpf', digits)
    : withoutZeros.padStart(ID_LENGTHS.cpf, '0');
}
