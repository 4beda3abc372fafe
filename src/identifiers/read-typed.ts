import { readFileCell, innerText } from './read-file-cell.js';
import type { IdentifierKind, InvalidReason, Reading } from './types.js';
import { ID_LENGTHS } from './format.js';

/** A text that was typed as an identifier and is none, with what may have been meant. */
export interface BadTyped {
  readonly valid: false;
  readonly text: string;
  /** What was asked for; undefined where either kind is right. */
  readonly asked: IdentifierKind | undefined;
  /** A reason of the contract's ("Identifiers"). */
  readonly reason: InvalidReason;
  /** The text is an identifier of this kind, which was not asked for. */
  readonly other?: IdentifierKind;
  /** What the text would be with the leading zeros that it lacks. */
  readonly meant?: { readonly kind: IdentifierKind; readonly id: string };
}

export type Typed =
  | { readonly valid: true; readonly kind: IdentifierKind; readonly id: string }
  | BadTyped;

/**
 * Reads an identifier that somebody typed or pasted, with what `readFileCell` removes around it. It is never
 * padded, because a digit that is missing there is a slip. Without a kind, either is right.
 */
export function readTyped(text: string, asked?: IdentifierKind): Typed {
  const reading = readWhole(text, asked);
  if (reading.valid && !reading.repaired) {
    return { valid: true, kind: reading.kind, id: reading.id };
  }
  const bad = { valid: false, text, asked } as const;
  const other = asked === undefined ? undefined : otherKind(text, asked);
  if (other !== undefined) return { ...bad, reason: 'format', other };
  if (!reading.valid) return { ...bad, reason: reading.reason };
  return { ...bad, reason: 'format', meant: { kind: reading.kind, id: reading.id } };
}

/** 11 digits are a whole CPF, also where a CNPJ that lost its zeros has the same: those that begin with 00. */
function readWhole(text: string, asked?: IdentifierKind): Reading {
  const reading = readFileCell(text, asked);
  if (reading.valid || reading.reason !== 'ambiguous') return reading;
  const cpf = readFileCell(text, 'cpf');
  return cpf.valid && !cpf.repaired ? cpf : reading;
}

function otherKind(text: string, asked: IdentifierKind): IdentifierKind | undefined {
  const other = readFileCell(text, asked === 'cpf' ? 'cnpj' : 'cpf');
  return other.valid && !other.repaired ? other.kind : undefined;
}

/**
 * The first character of a typed text that no identifier of the kind has at that place; undefined if only
 * the number of characters is wrong. Without a kind, a text of 11 characters is taken for a CPF.
 */
export function oddCharacter(text: string, asked?: IdentifierKind): string | undefined {
  const characters = Array.from(innerText(text)).filter((each) => !/[\s.-]/.test(each));
  const signs = characters.filter((each) => each !== '/');
  const kind = asked ?? (signs.length === ID_LENGTHS.cpf ? 'cpf' : 'cnpj');
  if (kind === 'cpf') return characters.find((each) => !/[0-9]/.test(each));
  const body = ID_LENGTHS.cnpj - 2;
  const isWhole = signs.length === ID_LENGTHS.cnpj;
  return signs.find((each, at) => !(isWhole && at >= body ? /[0-9]/ : /[0-9A-Z]/i).test(each));
}
