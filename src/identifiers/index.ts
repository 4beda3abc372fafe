export { readCell } from './read-cell.js';
export { readFileCell } from './read-file-cell.js';
export { readCnpj } from './cnpj.js';
export { readCpf } from './cpf.js';
export { formatId, ID_LENGTHS, kindOf } from './format.js';
export { isJobId } from './job-id.js';
export { maskCompanies, maskCpf, maskIdentifiers, withoutIdentifiers } from './mask.js';
export { readTyped, type BadTyped, type Typed } from './read-typed.js';
export type { ColumnKind, IdentifierKind, Reading } from './types.js';
