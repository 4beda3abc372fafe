import { readCnpj, readCpf, type IdentifierKind, type Reading } from '../../identifiers/index.js';

/**
 * Reads an identifier of a request, formatted or not (spec, "Rules on submission", "GET /cnpj/{cnpj}").
 * The spec does not list white space as formatting, so a value with white space is invalid.
 */
export function readRequestIdentifier(kind: IdentifierKind, text: string): Reading {
  if (/\s/.test(text)) return { valid: false, reason: 'format' };
  return kind === 'cpf' ? readCpf(text) : readCnpj(text);
}
