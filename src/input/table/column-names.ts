import type { ColumnKind, IdentifierKind } from '../../identifiers/types.js';

/** The kinds that a header names: `nrCpfCnpjCliente` names both. */
export function namedKinds(name: string): IdentifierKind[] {
  const plain = fold(name);
  return (['cpf', 'cnpj'] as const).filter((kind) => plain.includes(kind));
}

/** How clearly a header names identifiers (of that kind): 2 by kind, 1 as some document, 0 not at all. */
export function nameWeight(name: string, kind?: ColumnKind): 0 | 1 | 2 {
  const named = namedKinds(name);
  if (named.length > 0)
    return kind === undefined || kind === 'both' || named.includes(kind) ? 2 : 0;
  return /docum|^identifier$|(^|[^a-z])doc([^a-z]|$)|inscri/.test(fold(name)) ? 1 : 0;
}

/** Removes accents and dots, as in `C.P.F.` and `Inscrição`, and converts to lower case. */
function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .toLowerCase();
}
