import { ID_LENGTHS, maskCpf } from './format.js';
import { isCnpj, isCpf } from './read-identifier.js';

/**
 * A sequence of digits, with at most three characters between two of them that are neither letters nor line ends. It
 * stops before the port of an IP address (`:8080`).
 */
const SEQUENCE = /[0-9](?:(?!:[0-9]{4})[^0-9A-Za-z\n]{0,3}[0-9])*/g;

const CPF_SHAPED =
  /(?<![0-9])[0-9]{3}[^0-9]{0,3}[0-9]{3}[^0-9]{0,3}[0-9]{3}[^0-9]{0,3}[0-9]{2}(?![0-9])/g;

const LONG_RUN = /[0-9]{12,}/g;

/** The position of a CPF in a text, and its digits. */
interface FoundCpf {
  readonly at: number;
  readonly end: number;
  readonly id: string;
}

/**
 * Masks every CPF, however it is written: with any characters between its groups, in the digits of any script, with
 * zeros before it, beside letters, or within more digits. The check digits do not matter, because a mistyped CPF is
 * personal data, too.
 */
export function maskCpfs(text: string): string {
  const plain = toPlainDigits(text);
  let masked = '';
  let copiedTo = 0;
  for (const { 0: sequence, index } of plain.matchAll(SEQUENCE)) {
    if (sequence.length < ID_LENGTHS.cpf) continue;
    for (const { at, end, id } of findCpfs(sequence)) {
      if (isInHash(plain, index + at, index + end, id)) continue;
      masked += text.slice(copiedTo, index + at) + maskCpf(id);
      // The last digit may be a surrogate pair, of which the match has only the first half.
      copiedTo = index + end + (/[\udc00-\udfff]/.test(text.charAt(index + end)) ? 1 : 0);
    }
  }
  return copiedTo === 0 ? text : masked + text.slice(copiedTo);
}

/** Finds the CPFs of a sequence, from left to right. */
function findCpfs(sequence: string): readonly FoundCpf[] {
  const id = readPaddedCpf(sequence.replace(/[^0-9]/g, ''));
  if (id === 'company') return [];
  if (id !== undefined) return [{ at: 0, end: sequence.length, id }];
  const shaped = Array.from(sequence.matchAll(CPF_SHAPED), ({ 0: found, index }) => ({
    at: index,
    end: index + found.length,
    id: found.replace(/[^0-9]/g, ''),
  }));
  const inRuns = Array.from(sequence.matchAll(LONG_RUN)).flatMap(({ 0: run, index }) =>
    findCpfsInRun(run).map(({ at, end, id: cpf }) => ({
      at: at + index,
      end: end + index,
      id: cpf,
    })),
  );
  return [...shaped, ...inRuns].sort((a, b) => a.at - b.at);
}

/** Returns the CPF that 11 to 14 digits form, `company` for a CNPJ, or undefined. */
function readPaddedCpf(digits: string): string | undefined {
  const { length } = digits;
  if (length < ID_LENGTHS.cpf || length > ID_LENGTHS.cnpj) return undefined;
  const id = digits.slice(-ID_LENGTHS.cpf);
  // Three zeros and a CPF may have a CNPJ's check digits. Only Banco do Brasil's CNPJs begin with eight zeros.
  const isPadded = digits.startsWith('000') && !digits.startsWith('00000000') && isCpf(id);
  if (isCnpj(digits) && !isPadded) return 'company';
  const isOnlyZeros = /^0*$/.test(digits.slice(0, -ID_LENGTHS.cpf));
  return isOnlyZeros && isCpf(id) ? id : undefined;
}

/** Finds the CPFs in 12 or more digits without separators. */
function findCpfsInRun(run: string): readonly FoundCpf[] {
  const padded = readPaddedCpf(run);
  if (padded === 'company') return [];
  if (padded !== undefined || (run.length <= ID_LENGTHS.cnpj && /^0+[0-9]{11}$/.test(run)))
    return [{ at: 0, end: run.length, id: run.slice(-ID_LENGTHS.cpf) }];
  const found: FoundCpf[] = [];
  for (let at = 0; at + ID_LENGTHS.cpf <= run.length; at += 1) {
    const end = at + ID_LENGTHS.cpf;
    if (!isCpf(run.slice(at, end))) continue;
    found.push({ at, end, id: run.slice(at, end) });
    at = end - 1;
  }
  return found;
}

/**
 * The lengths (characters) of the shortest and the longest hash. The shortest is longer than a CPF with a word stuck to
 * it, which must be masked.
 */
const [SHORTEST_HASH, LONGEST_HASH] = [24, 130];

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether digits are part of a UUID or a hash. In a hash, digits with right check digits count as a CPF. */
function isInHash(text: string, at: number, end: number, id: string): boolean {
  const before =
    text
      .slice(Math.max(0, at - LONGEST_HASH), at)
      .split(/[^0-9A-Za-z-]/)
      .at(-1) ?? '';
  const [after = ''] = text.slice(end, end + LONGEST_HASH).split(/[^0-9A-Za-z-]/);
  const token = before + text.slice(at, end) + after;
  if (UUID.test(token)) return true;
  const isBesideHexLetter = /[a-f]$/i.test(before) || /^[a-f]/i.test(after);
  return (
    isBesideHexLetter && !isCpf(id) && token.length >= SHORTEST_HASH && /^[0-9a-f-]+$/i.test(token)
  );
}

/**
 * Returns a text of the same length in code units: digits of every script become ASCII, other letters become `x`, and
 * anything else becomes a character that may separate digits.
 */
function toPlainDigits(text: string): string {
  // eslint-disable-next-line no-control-regex
  if (!/[^\u0000-\u007f]/.test(text)) return text;
  // eslint-disable-next-line no-control-regex
  return text.replace(/[^\u0000-\u007f]/gu, (character) => {
    const digit = readDigit(character);
    const plain = digit ?? (/\p{L}/u.test(character) ? 'x' : '_');
    return character.length === 1 ? plain : `${plain}_`;
  });
}

function readDigit(character: string): string | undefined {
  const plain = character.normalize('NFKC');
  if (/^[0-9]$/.test(plain)) return plain;
  if (!/^\p{Nd}$/u.test(character)) return undefined;
  // The ten digits of a script have consecutive codes, so the distance to the first one is the value.
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 10 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
}

const MAYBE_CNPJ =
  /(?<![0-9A-Z])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?[0-9]{2}(?![0-9A-Z])/gi;

/** Removes everything that looks like an identifier, even if that removes similar words. */
export function removeIdentifiers(text: string): string {
  return maskCpfs(text)
    .replace(/\*{3}\.[0-9*]{3}\.[0-9*]{3}-\*{2}/g, '***')
    .replace(MAYBE_CNPJ, '***');
}
