export type Kind = 'cpf' | 'cnpj';

export const PERSON = 'MARIA DE TESTE DA SILVA';

/** The `n`th of an unlimited sequence of valid CPFs. */
export function makeCpf(n: number): string {
  return withCheckDigits(String(100_000_000 + n * 7), cpfDigit);
}

export const cpfs = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => makeCpf(from + n));

/** A file of so many identifiers. */
export const sized = (count: number, from = 0) => ['cpf', ...cpfs(count, from), ''].join('\n');

/** The `n`th of an unlimited sequence of valid alphanumeric CNPJs. */
export function makeCnpj(n: number): string {
  const body = `${(n + 1_000).toString(36).toUpperCase().padStart(8, '1')}0001`;
  return withCheckDigits(body, cnpjDigit);
}

/** Completes nine digits to a CPF, or twelve characters to a CNPJ. */
export function idOf(body: string): string {
  return withCheckDigits(body, body.length === 9 ? cpfDigit : cnpjDigit);
}

export function isCpf(id: string): boolean {
  if (!/^\d{11}$/.test(id) || /^(\d)\1*$/.test(id)) return false;
  return withCheckDigits(id.slice(0, 9), cpfDigit) === id;
}

export function isCnpj(id: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(id) || /^(\d)\1*$/.test(id)) return false;
  return withCheckDigits(id.slice(0, 12), cnpjDigit) === id;
}

function withCheckDigits(body: string, digit: (body: string) => number): string {
  const one = `${body}${digit(body)}`;
  return `${one}${digit(one)}`;
}

function cpfDigit(body: string): number {
  return modulo11(body.split('').map((char, index) => Number(char) * (body.length + 1 - index)));
}

function cnpjDigit(body: string): number {
  const weight = (index: number): number => ((body.length - 1 - index) % 8) + 2;
  return modulo11(body.split('').map((char, index) => (char.charCodeAt(0) - 48) * weight(index)));
}

function modulo11(products: readonly number[]): number {
  const rest = products.reduce((sum, product) => sum + product, 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
}

export function bare(text: string): string {
  return text.replaceAll(/[.\-/\s]/g, '').toUpperCase();
}

export function record(kind: Kind, id: string): Record<string, unknown> {
  if (kind === 'cpf') return { cpf: id, ...person() };
  return { cnpj: id, razao_social: `EMPRESA ${id}`, nome_fantasia: '', uf: 'SP', QSA: [] };
}

function person(): Record<string, unknown> {
  const birth = { birthDate: '02/03/1980', day: 2, month: 3, year: 1980 };
  return { name: PERSON, nameUpper: PERSON, gender: 'F', ...birth, extra: 'kept' };
}
