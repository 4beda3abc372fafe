import type { Catalogue } from '../say.js';
import { files } from './files.js';
import { start } from './start.js';

/** Brazilian Portuguese. */
export const ptBr: Catalogue = { ...start, ...files };
