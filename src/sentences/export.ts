import type { ErrorFacts } from '../errors.js';
import { say } from '../text/index.js';

/**
 * Describes why a file could not be written, by Node's error code; an unknown code is returned
 * unchanged.
 */
export function writeFailure(code: string): string {
  const because: Readonly<Record<string, string>> = {
    ENOENT: say`its folder does not exist`,
    EACCES: say`the folder may not be written to`,
    EPERM: say`another program has it open, or it is protected`,
    EBUSY: say`another program has it open`,
    EROFS: say`the file system is read-only`,
    ENOSPC: say`the disk is full`,
    EDQUOT: say`your share of the disk is full`,
    EFBIG: say`it would be larger than a file may be here`,
    EISDIR: say`it is a folder`,
    ENOTDIR: say`its folder is a file`,
    ENAMETOOLONG: say`its name is too long`,
    ELOOP: say`it is a link that leads back to itself`,
  };
  return because[code] ?? code;
}

/** The known fields, or the one that was probably meant. */
export function fieldHint({ near, known }: ErrorFacts['unknown_field']): string {
  return near === undefined
    ? say`There are: ${known.join(', ')}. A field that is new at the service is written data.<name>.`
    : say`Did you mean ${near}?`;
}
