export * from './format.js';
export { maskIdentifiers, removeIdentifiers } from './mask.js';
export { removeNumberFormat } from './formatted-number.js';
export {
  type BadTyped,
  SPLITS,
  type TypedReading,
  countIdentifiers,
  extractInnerText,
  findOddCharacter,
  readFileCell,
  readParts,
  readTyped,
  readCompleteIdentifier,
  removeZeroDecimals,
} from './read-cell.js';
export { isCnpj, isCpf, readCnpj, readCpf } from './read-identifier.js';
export type { ColumnKind, IdentifierKind, Reading } from './types.js';
