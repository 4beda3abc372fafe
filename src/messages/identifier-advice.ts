import { makePrintable } from '../base/foreign-text.js';
import {
  countIdentifiers,
  formatId,
  extractInnerText,
  maskCpf,
  maskIdentifiers,
  findOddCharacter,
  readCnpj,
  readCpf,
  formatShownId,
  type BadTyped,
  type IdentifierKind,
  type TypedReading,
} from '../identifiers/index.js';
import { t } from './index.js';

/** Why a text is not an identifier, with the closest valid one. `message` contains no full CPF. */
export interface Advice {
  readonly message: string;
  /** The message with the full suggested identifier, for stdout only. */
  readonly full: string;
}

/** Writes the command, or the tool, that looks up the other kind of identifier. */
type WriteLookup = (kind: IdentifierKind) => string;

/** Says why a typed text is not an identifier, and what it may have been meant to be. */
export function adviseOn(
  { text, asked, reason, other, meant }: BadTyped,
  writeLookup: WriteLookup = (kind) => `'confere ${kind}'`,
): Advice {
  if (meant !== undefined) return adviseOnZeros(text, meant.kind, meant.id);
  const reasons: Readonly<Record<string, string>> = t.lookups.reasons;
  const message =
    other !== undefined && asked !== undefined
      ? t.lookups.otherKind({
          is: other.toUpperCase(),
          asked: asked.toUpperCase(),
          use: writeLookup(other),
        })
      : (reasons[reason] ?? describeWrongShape(text, asked));
  return { message, full: message };
}

/** Returns the object that `--json` prints for a checked text. */
export function buildCheckAnswer(input: string, checked: TypedReading) {
  if (checked.valid) return { input, kind: checked.kind, id: checked.id, status: 'valid' };
  const error = { code: checked.reason, message: adviseOn(checked).message, httpStatus: null };
  return { input, kind: null, id: null, status: 'invalid', error };
}

/** Returns the answer of a lookup for a text that is not an identifier, for which no request is made. */
export function buildInvalidAnswer(input: string, bad: BadTyped, writeLookup?: WriteLookup) {
  const { message } = adviseOn(bad, writeLookup);
  const error = { code: bad.reason, message, httpStatus: null };
  return {
    answer: { input, kind: bad.asked ?? null, id: null, status: 'invalid' as const, error },
  };
}

interface RefusedLookup {
  readonly input: string;
  readonly kind: IdentifierKind | null;
  /** Null for a text that is not an identifier. */
  readonly id: string | null;
  readonly status: string;
  readonly error?: { readonly message: string };
}

/** Says why a lookup has no record, with a masked identifier and no names. `advice`: what is wrong with a text. */
export function describeRefusal({ input, kind, id, status, error }: RefusedLookup): {
  readonly reason: string;
  readonly advice?: string;
} {
  if (id !== null)
    return {
      reason: `${formatShownId(kind ?? 'cnpj', id)}: ${makePrintable(error?.message ?? status)}`,
    };
  const kindName = kind?.toUpperCase() ?? t.phrases.kinds.both;
  const maskedInput = maskInput(input, kind ?? 'cpf');
  // A text that consists only of names is shown as nothing but `…`, which is not worth quoting.
  const reason = /^[…\s]+$/.test(maskedInput)
    ? t.lookups.thisNotValid(kindName)
    : t.lookups.notValid(maskedInput, kindName);
  return { reason, advice: error?.message ?? '' };
}

/** Says how many leading zeros a text lacks or has too many (contract, "Identifiers"). `id`: the valid identifier. */
function adviseOnZeros(text: string, kind: IdentifierKind, id: string): Advice {
  const zeros = id.length - extractInnerText(text).replace(/[\s./-]/g, '').length;
  const writeSentence = (shown: string) =>
    zeros < 0
      ? t.lookups.hasZeros({ kind, zeros: -zeros, full: shown })
      : t.lookups.needsZeros({ kind, zeros, full: shown });
  const full = writeSentence(formatId(kind, id));
  return { message: kind === 'cpf' ? writeSentence(maskCpf(id)) : full, full };
}

/** Says what is wrong with the characters of a text, its length, or the number of identifiers in it. */
function describeWrongShape(text: string, kind: IdentifierKind | 'both' = 'both'): string {
  if (countIdentifiers(text) > 1) return t.lookups.severalIdentifiers;
  if (!/\p{Nd}/u.test(text)) return t.lookups.noDigits(kind);
  const odd = findOddCharacter(text, kind === 'both' ? undefined : kind);
  if (odd !== undefined) return t.lookups.wrongCharacter({ kind, odd: nameCharacter(odd) });
  const count = extractInnerText(text).replace(/[\s./-]/g, '').length;
  return t.lookups.wrongLength({ kind, count });
}

/** Names a character as `"x"`, with its code where a reader cannot see it or may take it for another one. */
function nameCharacter(character: string): string {
  if (/^[!-~]$/.test(character)) return `"${character}"`;
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /^[\p{L}\p{N}\p{S}]$/u.test(character) ? `"${character}" (${code})` : code;
}

const MAX_SHOWN_CHARACTERS = 40;
/** Matches a CPF that is masked already. */
const MASKED = /\*{3}\.\d{3}\.\d{3}-\*{2}/g;

/**
 * Returns an input as stderr may show it: without control characters and names, and with CPFs masked, also CPFs with a
 * digit missing or one too many. `kind`: the kind that was asked for.
 */
export function maskInput(input: string, kind: IdentifierKind): string {
  const maskedText = maskIdentifiers(hideWords(makePrintable(input.normalize('NFKC'))));
  const withoutMaskedCpfs = maskedText.replaceAll(MASKED, '');
  const result = mayContainCpf(withoutMaskedCpfs, kind) ? maskOuterDigits(maskedText) : maskedText;
  return result.length > MAX_SHOWN_CHARACTERS
    ? `${result.slice(0, MAX_SHOWN_CHARACTERS)}…`
    : result || t.lookups.empty;
}

/** Replaces words without digits by `…`, because a line of a list may contain a name. */
function hideWords(text: string): string {
  return text.replace(/[^\s,;|]+/g, (word) => (/\d/.test(word) ? word : '…'));
}

/** Returns whether a text may be a CPF, or a CPF that has lost digits, and must therefore be masked. */
function mayContainCpf(text: string, kind: IdentifierKind): boolean {
  const digits = text.replace(/\D/g, '');
  if (kind === 'cpf') return digits.length >= 8 && !readCnpj(text).valid;
  const isCut = digits.length >= 8 && digits.length <= 10;
  return isCut || containsCpf(digits);
}

function containsCpf(digits: string): boolean {
  for (let at = 0; at + 11 <= digits.length; at += 1) {
    if (readCpf(digits.slice(at, at + 11)).valid) return true;
  }
  return false;
}

/** Masks all digits but six, as in `***.982.247-**`. */
function maskOuterDigits(text: string): string {
  const digitCount = text.replace(/\D/g, '').length;
  let position = 0;
  return text.replace(/\d/g, (digit) => {
    position += 1;
    return position <= digitCount - 8 || position > digitCount - 2 ? '*' : digit;
  });
}
