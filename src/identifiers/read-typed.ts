import { readFileCell } from './read-file-cell.js';
import type { IdentifierKind, InvalidReason } from './types.js';

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
  const reading = readFileCell(text, asked);
  if (reading.valid && !reading.repaired) {
    return { valid: true, kind: reading.kind, id: reading.id };
  }
  const bad = { valid: false, text, asked } as const;
  const other = asked === undefined ? undefined : otherKind(text, asked);
  if (other !== undefined) return { ...bad, reason: 'format', other };
  if (!reading.valid) return { ...bad, reason: reading.reason };
  return { ...bad, reason: 'format', meant: { kind: reading.kind, id: reading.id } };
}

function otherKind(text: string, asked: IdentifierKind): IdentifierKind | undefined {
  const other = readFileCell(text, asked === 'cpf' ? 'cnpj' : 'cpf');
  return other.valid && !other.repaired ? other.kind : undefined;
}
