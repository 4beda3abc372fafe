import { readCnpj, readCpf, type IdentifierKind, type Reading } from '../../identifiers/index.js';

/**
 * Reads what a request carries, formatted or not; spec, "Rules on submission" and "GET /cnpj/{cnpj}".
 * White space is no formatting there, so a value with any is refused.
 */
export function readIdentifier(kind: IdentifierKind, text: string): Reading {
  if (/\s/.test(text)) return { valid: false, reason: 'format' };
  return kind === 'cpf' ? readCpf(text) : readCnpj(text);
}
