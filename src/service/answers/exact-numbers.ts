import type { ReadJson } from '../transport/redact.js';

/** So many digits that a number may lose some, or an exponent that may be too large; few records have either. */
const MAY_CHANGE = /[:[,]\s*-?(?:[0-9.]{16}|[0-9.]{1,15}[eE])/;
const TEXT_OR_NUMBER =
  /"[^"\\]*(?:\\.[^"\\]*)*"?|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/gs;

/** A record is kept as it came: a number that would become another one, such as one beyond 2^53, becomes a text. */
export function keepingNumbers(readJson: ReadJson): ReadJson {
  return (json) => {
    const value = readJson(json);
    if (!MAY_CHANGE.test(json)) return value;
    const kept = json.replace(TEXT_OR_NUMBER, (token) =>
      token.startsWith('"') || isExact(token) ? token : `"${token}"`,
    );
    return kept === json ? value : readJson(kept);
  };
}

/** Any 15 digits can be kept. */
function isExact(token: string): boolean {
  const digits = token.replace(/[eE].*/, '').replace(/\D/g, '');
  const read = Number(token);
  return Number.isFinite(read) && (digits.length <= 15 || String(read) === token);
}
