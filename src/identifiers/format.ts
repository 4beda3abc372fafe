import type { IdentifierKind } from './types.js';

/** Formats the id of a valid reading as people write it: 529.982.247-25, 12.ABC.345/01DE-35. */
export function formatId(kind: IdentifierKind, id: string): string {
  return kind === 'cpf' ? formatCpf(id) : formatCnpj(id);
}

function formatCpf(id: string): string {
  return `${id.slice(0, 3)}.${id.slice(3, 6)}.${id.slice(6, 9)}-${id.slice(9)}`;
}

function formatCnpj(id: string): string {
  const root = `${id.slice(0, 2)}.${id.slice(2, 5)}.${id.slice(5, 8)}`;
  return `${root}/${id.slice(8, 12)}-${id.slice(12)}`;
}

/** Characters of an identifier without punctuation. */
export const ID_LENGTHS: Readonly<Record<IdentifierKind, number>> = { cpf: 11, cnpj: 14 };

/** The kind of a valid reading's id, which its length shows. */
export function kindOf({ length }: Pick<string, 'length'>): IdentifierKind {
  return length === ID_LENGTHS.cpf ? 'cpf' : 'cnpj';
}

/** Whether `text` is exactly `length` ASCII digits. It compares char codes because files hold millions of cells. */
export function isDigits(text: string, length: number): boolean {
  if (text.length !== length) return false;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

const JOB_ID = /^[0-9A-Za-z_-]{1,100}$/;

/**
 * Whether a text may be the id of a job (spec, "CPF batch job": a UUID). Leniently read, but never anything
 * that means more than an id in a path or on a line.
 */
export function isJobId(text: string): boolean {
  return JOB_ID.test(text);
}
