import type { ReadJson } from '../transport/redact.js';

/** A number that may change when it is read and written again; few records have one, and their texts do no harm. */
const MAY_CHANGE = /[:[,]\s*(?:-?[0-9]{16}|-?[0-9]+[.eE]|-0)/;
const TEXT_OR_NUMBER =
  /"[^"\\]*(?:\\.[^"\\]*)*"?|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/gs;

/** A record is kept as it came: a number that would be written otherwise, such as 1.10 or one beyond 2^53, becomes a text. */
export function keepingNumbers(readJson: ReadJson): ReadJson {
  return (json) => {
    const value = readJson(json);
    if (!MAY_CHANGE.test(json)) return value;
    const kept = json.replace(TEXT_OR_NUMBER, (token) =>
      token.startsWith('"') || String(Number(token)) === token ? token : `"${token}"`,
    );
    return kept === json ? value : readJson(kept);
  };
}
