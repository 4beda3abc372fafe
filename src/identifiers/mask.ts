import { ID_LENGTHS, maskCpf } from './format.js';
import { isCnpj, isCpf } from './read-identifier.js';

/**
 * Digits with at most three characters between two of them that are neither letters nor digits nor the end of a line;
 * not an address and its port.
 */
const SEQUENCE = /[0-9](?:(?!:[0-9]{4})[^0-9A-Za-z\n]{0,3}[0-9])*/g;

const CPF_SHAPED =
  /(?<![0-9])[0-9]{3}[^0-9]{0,3}[0-9]{3}[^0-9]{0,3}[0-9]{3}[^0-9]{0,3}[0-9]{2}(?![0-9])/g;

const LONG_RUN = /[0-9]{12,}/g;

/** Where a CPF stands in a text, and its digits. */
interface FoundCpf {
  readonly at: number;
  readonly end: number;
  readonly id: string;
}

/**
 * Masks every CPF, however it is written: with any characters between its groups, in the digits of any script, with zeros before it,
 * beside letters, or within more digits. What has its shape is masked whatever its check digits: a mistyped one is personal data, too.
 */
export function maskIdentifiers(text: string): string {
  const plain = inPlainDigits(text);
  let masked = '';
  let done = 0;
  for (const { 0: sequence, index } of plain.matchAll(SEQUENCE)) {
    if (sequence.length < ID_LENGTHS.cpf) continue;
    for (const { at, end, id } of placesIn(sequence)) {
      if (isInHash(plain, index + at, index + end, id)) continue;
      masked += text.slice(done, index + at) + maskCpf(id);
      // The last digit may be half of a pair.
      done = index + end + (/[\udc00-\udfff]/.test(text.charAt(index + end)) ? 1 : 0);
    }
  }
  return done === 0 ? text : masked + text.slice(done);
}

/** The CPFs of a sequence, from left to right. */
function placesIn(sequence: string): readonly FoundCpf[] {
  const id = cpfOf(sequence.replace(/[^0-9]/g, ''));
  if (id === 'company') return [];
  if (id !== undefined) return [{ at: 0, end: sequence.length, id }];
  const shaped = Array.from(sequence.matchAll(CPF_SHAPED), ({ 0: found, index }) => ({
    at: index,
    end: index + found.length,
    id: found.replace(/[^0-9]/g, ''),
  }));
  const runs = Array.from(sequence.matchAll(LONG_RUN)).flatMap(({ 0: run, index }) =>
    placesInRun(run).map(({ at, end, id: own }) => ({ at: at + index, end: end + index, id: own })),
  );
  return [...shaped, ...runs].sort((a, b) => a.at - b.at);
}

/** What 11 to 14 digits are, with whatever between them: a CPF, a company, or neither. */
function cpfOf(digits: string): string | undefined {
  const { length } = digits;
  if (length < ID_LENGTHS.cpf || length > ID_LENGTHS.cnpj) return undefined;
  const id = digits.slice(-ID_LENGTHS.cpf);
  // Three zeros and a CPF may have the check digits of a company; the bank whose number begins with eight zeros is one.
  const isPadded = digits.startsWith('000') && !digits.startsWith('00000000') && isCpf(id);
  if (isCnpj(digits) && !isPadded) return 'company';
  const isOnlyZeros = /^0*$/.test(digits.slice(0, -ID_LENGTHS.cpf));
  return isOnlyZeros && isCpf(id) ? id : undefined;
}

/** In 12 or more digits without anything between them. */
function placesInRun(run: string): readonly FoundCpf[] {
  const whole = cpfOf(run);
  if (whole === 'company') return [];
  if (whole !== undefined || (run.length <= ID_LENGTHS.cnpj && /^0+[0-9]{11}$/.test(run)))
    return [{ at: 0, end: run.length, id: run.slice(-ID_LENGTHS.cpf) }];
  const places: FoundCpf[] = [];
  for (let at = 0; at + ID_LENGTHS.cpf <= run.length; at += 1) {
    const end = at + ID_LENGTHS.cpf;
    if (!isCpf(run.slice(at, end))) continue;
    places.push({ at, end, id: run.slice(at, end) });
    at = end - 1;
  }
  return places;
}

/** A hash or a UUID has at least so many characters, which no name beside a CPF has; and fewer than the second. */
const [SHORTEST_HASH, LONGEST_HASH] = [24, 130];

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Digits beside the letters `a` to `f` of a hash belong to it, unless their check digits agree; in a UUID they always do. */
function isInHash(text: string, at: number, end: number, id: string): boolean {
  const before =
    text
      .slice(Math.max(0, at - LONGEST_HASH), at)
      .split(/[^0-9A-Za-z-]/)
      .at(-1) ?? '';
  const [after = ''] = text.slice(end, end + LONGEST_HASH).split(/[^0-9A-Za-z-]/);
  const whole = before + text.slice(at, end) + after;
  if (UUID.test(whole)) return true;
  const isBeside = /[a-f]$/i.test(before) || /^[a-f]/i.test(after);
  return isBeside && !isCpf(id) && whole.length >= SHORTEST_HASH && /^[0-9a-f-]+$/i.test(whole);
}

/**
 * The same number of code units: digits of every script become ASCII, letters beyond it `x`, and anything else a character that
 * may stand between two digits.
 */
function inPlainDigits(text: string): string {
  // eslint-disable-next-line no-control-regex
  if (!/[^\u0000-\u007f]/.test(text)) return text;
  // eslint-disable-next-line no-control-regex
  return text.replace(/[^\u0000-\u007f]/gu, (character) => {
    const digit = digitOf(character);
    const plain = digit ?? (/\p{L}/u.test(character) ? 'x' : '_');
    return character.length === 1 ? plain : `${plain}_`;
  });
}

function digitOf(character: string): string | undefined {
  const plain = character.normalize('NFKC');
  if (/^[0-9]$/.test(plain)) return plain;
  if (!/^\p{Nd}$/u.test(character)) return undefined;
  // The ten digits of a script follow one another, with no other digit before them.
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 10 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
}

const MAYBE_CNPJ =
  /(?<![0-9A-Z])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?[0-9]{2}(?![0-9A-Z])/gi;

/** Hides everything that looks like an identifier, also at the price of words that do. */
export function withoutIdentifiers(text: string): string {
  return maskIdentifiers(text)
    .replace(/\*{3}\.[0-9*]{3}\.[0-9*]{3}-\*{2}/g, '***')
    .replace(MAYBE_CNPJ, '***');
}
