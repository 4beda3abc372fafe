import {
  formatId,
  isCnpj,
  isCpf,
  maskCpf,
  readCnpj,
  readCpf,
  type IdentifierKind,
} from '../identifiers/index.js';
import { wordedCall } from './calls.js';
import { InvalidIdentifier, type InvalidCode } from './errors.js';
import { bad } from './options.js';

/** `id`: without punctuation, in upper case. */
export type Parsed =
  | { readonly valid: true; readonly id: string; readonly reason?: undefined }
  | { readonly valid: false; readonly id?: undefined; readonly reason: InvalidCode };

/** Texts may have the usual punctuation and white space; no zeros are added. */
export interface Identifiers {
  validate(text: string): boolean;
  parse(text: string): Parsed;
  /** `529.982.247-25`, `12.ABC.345/01DE-35`. @throws InvalidIdentifierError */
  format(text: string): string;
}

export interface Cpfs extends Identifiers {
  /** `***.982.247-**`; a text without 11 digits is masked completely. */
  mask(text: string): string;
}

/** CPFs: 11 digits. */
export const cpf: Cpfs = {
  ...identifiers('cpf', isCpf),
  // Never throws, whatever it is given.
  mask: (text: unknown) => maskCpf(String(text).replace(/[\s.-]/g, '')),
};

/** CNPJs: 12 letters or digits, then 2 digits. Letters may be lower case. */
export const cnpj: Identifiers = identifiers('cnpj', isCnpj);

/** Identifiers come by the million: nothing but the check runs for each. */
function identifiers(kind: IdentifierKind, isValid: (text: string) => boolean): Identifiers {
  return {
    validate: (text) => isValid(textOf(text)),
    parse: (text) => parse(kind, textOf(text)),
    format: (text) => wordedCall(() => formatId(kind, validId(kind, textOf(text)))),
  };
}

function textOf(given: unknown): string {
  if (typeof given === 'string') return given;
  return wordedCall(() => {
    throw bad('text', given, 'text');
  });
}

function parse(kind: IdentifierKind, text: string): Parsed {
  const reading = kind === 'cpf' ? readCpf(text) : readCnpj(text);
  if (reading.valid) return { valid: true, id: reading.id };
  const { reason } = reading;
  // The other reasons are only about cells of files.
  const isOwn = reason === 'empty' || reason === 'check_digit' || reason === 'repeated';
  return { valid: false, reason: isOwn ? reason : 'format' };
}

/** @throws InvalidIdentifierError */
export function validId(kind: IdentifierKind, text: string): string {
  const parsed = parse(kind, text);
  if (parsed.valid) return parsed.id;
  throw new InvalidIdentifier(kind, parsed.reason);
}
