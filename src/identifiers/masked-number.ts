import { formatId, ID_LENGTHS } from './format.js';

/** Digits with the punctuation of identifiers and telephones; two slashes are a date. */
const UNDER_MASK = /^\(?[0-9][0-9\s.()-]*(?:\/[0-9\s.()-]*)?$/;

/**
 * The text as which a number of a workbook is read as an identifier. `shown`: what its mask makes of it. A mask may show the
 * zeros that a number cannot have, but not make a CPF of a CNPJ, or a CNPJ of a CPF (contract, "Identifiers").
 */
export function unmasked(shown: string): string {
  if (!UNDER_MASK.test(shown)) return shown;
  const digits = shown.replace(/[^0-9]/g, '');
  const number = digits.replace(/^0+/, '');
  if (number.length > ID_LENGTHS.cpf)
    return digits.length >= ID_LENGTHS.cnpj ? number.padStart(ID_LENGTHS.cnpj, '0') : number;
  if (number.length === ID_LENGTHS.cpf) return number;
  if (digits.length < ID_LENGTHS.cpf) return digits;
  // The zeros of a CPF stand there. Those of a CNPJ may be the mask's alone: where both are valid, it is ambiguous.
  return digits.length === ID_LENGTHS.cpf
    ? formatId('cpf', digits)
    : number.padStart(ID_LENGTHS.cpf, '0');
}
