/** What programs may import. */
export { readCnpj, readCpf, type IdentifierKind, type Reading } from './identifiers/index.js';
export { createClient, type ServiceClient, type ServiceOptions } from './service/index.js';
