import type { IdentifierKind } from './types.js';

/** Characters of an identifier without punctuation. */
export const ID_LENGTHS: Readonly<Record<IdentifierKind, number>> = { cpf: 11, cnpj: 14 };

/** The kind of a valid reading's id, which its length shows. */
export function kindOf({ length }: Pick<string, 'length'>): IdentifierKind {
  return length === ID_LENGTHS.cpf ? 'cpf' : 'cnpj';
}
