export { readCell } from './read-cell.js';
export { innerText, readFileCell } from './read-file-cell.js';
export { readParts, SPLITS } from './read-parts.js';
export { isCnpj, isCpf, readCnpj, readCpf } from './cpf-and-cnpj.js';
export { formatId, ID_LENGTHS, kindOf } from './format.js';
export { isJobId } from './job-id.js';
export { maskCompanies, maskCpf, maskIdentifiers, withoutIdentifiers } from './mask.js';
export { oddCharacter, readTyped, type BadTyped, type Typed } from './read-typed.js';
export type { ColumnKind, IdentifierKind, InvalidReason, Reading } from './types.js';
