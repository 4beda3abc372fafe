/** Returns the name of the column with a 0-based index: 0 is `A`, 26 is `AA`. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

const SPECIAL = /[&<>"\ufffe\uffff]|(?![\t\n])\p{Cc}|\p{Surrogate}|_(?=x[0-9a-fA-F]{4}_)/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for XML. XML has no control characters; workbooks write them as `_x000B_` (ECMA-376, 22.9.2.19). */
export function escapeXml(text: string): string {
  return text.replace(SPECIAL, (character) => {
    const entity = entities[character];
    if (entity !== undefined) return entity;
    if (/\p{Surrogate}/u.test(character)) return '\ufffd';
    return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  });
}
