import { formatId, isDigits } from './format.js';
import type { IdentifierKind } from './types.js';

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

/** For people: of a CPF only the digits that public bodies publish. */
export function shownId(kind: IdentifierKind, id: string): string {
  return kind === 'cpf' ? maskCpf(id) : formatId(kind, id);
}

/** The same for a CNPJ: 14 digits, with or without separators, or the alphanumeric form with all of them. */
const CNPJ_SHAPED =
  /(?<![0-9A-Za-z])(?:[0-9]{2}[\s.]?[0-9]{3}[\s.]?[0-9]{3}[\s/]?[0-9]{4}[\s-]?[0-9]{2}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-[0-9]{2})(?![0-9A-Za-z])/g;

/**
 * Masks every CNPJ-shaped number in free text as `**.222.333/****-**`: a company may be one person (MEI), and
 * then its number is personal data.
 */
export function maskCompanies(text: string): string {
  return text.replace(CNPJ_SHAPED, (shaped) => {
    const id = shaped.replace(/[^0-9A-Z]/g, '');
    return `**.${id.slice(2, 5)}.${id.slice(5, 8)}/****-**`;
  });
}

/** Masks every CPF-shaped number in `text`, valid or not: a mistyped CPF is personal data too. */
export function maskIdentifiers(text: string): string {
  return text.replace(CPF_SHAPED, (shaped) => maskCpf(shaped.replace(/[^0-9]/g, '')));
}

/** Whatever may be a CNPJ: twelve letters or digits and two digits, with or without its punctuation. */
const MAYBE_CNPJ =
  /(?<![0-9A-Z])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?[0-9]{2}(?![0-9A-Z])/gi;

/** Hides everything that looks like an identifier, also at the price of words that do. */
export function withoutIdentifiers(text: string): string {
  return maskIdentifiers(text)
    .replace(/\*{3}\.[0-9*]{3}\.[0-9*]{3}-\*{2}/g, '***')
    .replace(MAYBE_CNPJ, '***');
}
