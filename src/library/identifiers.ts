import {
  formatId,
  isCnpj,
  isCpf,
  maskCpf,
  readCnpj,
  readCpf,
  type IdentifierKind,
} from '../identifiers/index.js';
import { withSentence } from './calls.js';
import { InvalidIdentifier, type InvalidCode } from './errors.js';
import { buildBadArgument } from './options.js';

/** The reading of a text. `id`: without punctuation, in upper case. */
export type Parsed =
  | { readonly valid: true; readonly id: string; readonly reason?: undefined }
  | { readonly valid: false; readonly id?: undefined; readonly reason: InvalidCode };

/** Functions for one kind. Texts may have the usual punctuation and white space; no zeros are added. */
export interface Identifiers {
  validate(text: string): boolean;
  parse(text: string): Parsed;
  /** Returns the identifier with punctuation: `529.982.247-25`, `12.ABC.345/01DE-35`. @throws InvalidIdentifierError */
  format(text: string): string;
}

export interface Cpfs extends Identifiers {
  /** Returns `***.982.247-**`; a text without 11 digits is masked completely. */
  mask(text: string): string;
}

/**
 * CPFs: 11 digits.
 * @experimental
 */
export const cpf: Cpfs = {
  ...createIdentifiers('cpf', isCpf),
  // A program may mask any value, so this never throws.
  mask: (text: unknown) => maskCpf(String(text).replace(/[\s.-]/g, '')),
};

/**
 * CNPJs: 12 letters or digits, then 2 digits. Letters may be lower case.
 * @experimental
 */
export const cnpj: Identifiers = createIdentifiers('cnpj', isCnpj);

/**
 * Creates the functions of one kind. Programs check identifiers by the million, so nothing but the check runs for each.
 */
function createIdentifiers(kind: IdentifierKind, isValid: (text: string) => boolean): Identifiers {
  return {
    validate: (text) => isValid(requireText(text)),
    parse: (text) => parse(kind, requireText(text)),
    format: (text) => withSentence(() => formatId(kind, requireId(kind, requireText(text)))),
  };
}

function requireText(given: unknown): string {
  if (typeof given === 'string') return given;
  return withSentence(() => {
    throw buildBadArgument('text', given, 'text');
  });
}

function parse(kind: IdentifierKind, text: string): Parsed {
  const reading = kind === 'cpf' ? readCpf(text) : readCnpj(text);
  if (reading.valid) return { valid: true, id: reading.id };
  const { reason } = reading;
  // The other reasons are about cells of files and mean a wrong format here.
  const appliesToTexts = reason === 'empty' || reason === 'check_digit' || reason === 'repeated';
  return { valid: false, reason: appliesToTexts ? reason : 'format' };
}

/** Returns the identifier in the service's form. @throws InvalidIdentifierError */
export function requireId(kind: IdentifierKind, text: string): string {
  const parsed = parse(kind, text);
  if (parsed.valid) return parsed.id;
  throw new InvalidIdentifier(kind, parsed.reason);
}
