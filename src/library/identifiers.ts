import {
  formatId,
  maskCpf,
  readCnpj,
  readCpf,
  type IdentifierKind,
  type Reading,
} from '../identifiers/index.js';
import { ConfereError } from '../errors.js';

/** What was given is no identifier of this kind; nothing was asked. `code` is the reason. */
export class InvalidIdentifierError extends ConfereError {
  override readonly name = 'InvalidIdentifierError';
  constructor(
    readonly identifierKind: IdentifierKind,
    reason: string,
  ) {
    super('refused_input', reason, `This is no ${identifierKind.toUpperCase()} (${reason}).`);
  }
}

/** What a text is: an identifier without punctuation, upper case; or why it is none. */
export type Parsed =
  | { readonly valid: true; readonly id: string }
  | { readonly valid: false; readonly reason: 'empty' | 'format' | 'check_digit' | 'repeated' };

/** One kind of identifier. Texts may have any usual punctuation and white space; nothing is padded. */
export interface Identifiers {
  /** Whether its check digits agree. */
  validate(text: string): boolean;
  parse(text: string): Parsed;
  /**
   * As people write it: `529.982.247-25`, `12.ABC.345/01DE-35`.
   * @throws InvalidIdentifierError
   */
  format(text: string): string;
}

export interface Cpfs extends Identifiers {
  /** `***.982.247-**`, for logs; what has no 11 digits is hidden whole. */
  mask(text: string): string;
}

/** CPFs: 11 digits. */
export const cpf: Cpfs = {
  ...identifiers('cpf', readCpf),
  mask: (text) => maskCpf(text.replace(/[\s.-]/g, '')),
};

/** CNPJs: 12 letters or digits and 2 digits. Letters may be lower case. */
export const cnpj: Identifiers = identifiers('cnpj', readCnpj);

function identifiers(kind: IdentifierKind, read: (text: string) => Reading): Identifiers {
  return {
    validate: (text) => read(text).valid,
    parse: (text) => toParsed(read(text)),
    format: (text) => formatId(kind, validId(kind, text)),
  };
}

function toParsed(reading: Reading): Parsed {
  if (reading.valid) return { valid: true, id: reading.id };
  const { reason } = reading;
  // The others are of cells in files.
  const isOwn = reason === 'empty' || reason === 'check_digit' || reason === 'repeated';
  return { valid: false, reason: isOwn ? reason : 'format' };
}

/** @throws InvalidIdentifierError */
export function validId(kind: IdentifierKind, text: string): string {
  const reading = kind === 'cpf' ? readCpf(text) : readCnpj(text);
  if (reading.valid) return reading.id;
  throw new InvalidIdentifierError(kind, reading.reason);
}
