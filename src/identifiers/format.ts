import type { IdentifierKind } from './types.js';

/** Returns an identifier as people write it: 529.982.247-25, 12.ABC.345/01DE-35. */
export function formatId(kind: IdentifierKind, id: string): string {
  return kind === 'cpf'
    ? `${id.slice(0, 3)}.${id.slice(3, 6)}.${id.slice(6, 9)}-${id.slice(9)}`
    : `${id.slice(0, 2)}.${id.slice(2, 5)}.${id.slice(5, 8)}/${id.slice(8, 12)}-${id.slice(12)}`;
}

/** Characters of an identifier without punctuation. */
export const ID_LENGTHS: Readonly<Record<IdentifierKind, number>> = { cpf: 11, cnpj: 14 };

/** Returns the kind of a valid identifier, by its length. */
export function kindOf({ length }: Pick<string, 'length'>): IdentifierKind {
  return length === ID_LENGTHS.cpf ? 'cpf' : 'cnpj';
}

/**
 * Returns whether a text consists of exactly `length` digits. It compares char codes, because files have millions of
 * cells.
 */
export function isDigits(text: string, length: number): boolean {
  if (text.length !== length) return false;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

/** Returns whether a text may be a job id (a UUID in the spec); such a text is safe in paths and in lines of output. */
export function isJobId(text: string): boolean {
  return /^[0-9A-Za-z_-]{1,100}$/.test(text);
}

/**
 * Returns `***.982.247-**`, as public bodies publish a CPF. Any other text is masked whole, so that a mistake leaks
 * nothing.
 */
export function maskCpf(id: string): string {
  return isDigits(id, 11) ? `***.${id.slice(3, 6)}.${id.slice(6, 9)}-**` : '***.***.***-**';
}

/** Returns an identifier for people; of a CPF, only the digits that public bodies publish. */
export function formatShownId(kind: IdentifierKind, id: string): string {
  return kind === 'cpf' ? maskCpf(id) : formatId(kind, id);
}

/** A CNPJ: 14 digits with or without separators, or the alphanumeric form with all separators. */
const CNPJ_SHAPED =
  /(?<![0-9A-Za-z])(?:[0-9]{2}[\s.]?[0-9]{3}[\s.]?[0-9]{3}[\s/]?[0-9]{4}[\s-]?[0-9]{2}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-[0-9]{2})(?![0-9A-Za-z])/g;

/** Masks CNPJs as `**.222.333/****-**`, because a company may be one person (MEI), whose number is personal data. */
export function maskCnpjs(text: string): string {
  return text.replace(CNPJ_SHAPED, (shaped) => {
    const id = shaped.replace(/[^0-9A-Z]/g, '');
    return `**.${id.slice(2, 5)}.${id.slice(5, 8)}/****-**`;
  });
}
