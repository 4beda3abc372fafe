export {
  type BadTyped,
  SPLITS,
  type Typed,
  innerText,
  oddCharacter,
  readFileCell,
  readParts,
  readTyped,
} from './read-cell.js';
export { isCnpj, isCpf, readCnpj, readCpf } from './read-identifier.js';
export { ID_LENGTHS, formatId, isJobId, kindOf } from './format.js';
export { maskCompanies, maskCpf, maskIdentifiers, shownId, withoutIdentifiers } from './mask.js';
export type { ColumnKind, IdentifierKind, Reading } from './types.js';
