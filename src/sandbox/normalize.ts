import { readCnpj, readCpf } from '../identifiers/index.js';
import type { IdentifierKind, Reading } from '../identifiers/types.js';

/** Reads what a request carries after taking the formatting off; spec, "Rules on submission". */
export function readIdentifier(kind: IdentifierKind, text: string): Reading {
  if (kind === 'cpf') return readCpf(text.replace(/[.-]/g, ''));
  return readCnpj(text.replace(/[./-]/g, '').toUpperCase());
}
