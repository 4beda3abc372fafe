import type { ColumnKind, IdentifierKind } from '../../identifiers/types.js';

/** The kinds a header names: `nrCpfCnpjCliente` names both. */
export function namedKinds(name: string): IdentifierKind[] {
  const plain = fold(name);
  return (['cpf', 'cnpj'] as const).filter((kind) => plain.includes(kind));
}

/** How strongly a header says that identifiers (of that kind) are below it: 2, 1 or 0. */
export function nameWeight(name: string, kind?: ColumnKind): 0 | 1 | 2 {
  const named = namedKinds(name);
  if (named.length > 0)
    return kind === undefined || kind === 'both' || named.includes(kind) ? 2 : 0;
  return /docum|(^|[^a-z])doc([^a-z]|$)|inscri/.test(fold(name)) ? 1 : 0;
}

/** `C.P.F.`, `CNPJ nº` and `Inscrição` in plain letters. */
function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .toLowerCase();
}
