export { newFolder } from '../helpers/files/scratch.js';

export const POSIX = process.platform !== 'win32';
/** Root may read everything. */
export const BOUND_BY_MODES = POSIX && process.getuid?.() !== 0;
