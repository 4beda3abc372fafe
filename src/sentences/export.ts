import type { ErrorFacts } from '../errors.js';
import { t } from '../messages/index.js';

/**
 * Describes why a file could not be written, by Node's error code; an unknown code is returned
 * unchanged.
 */
export function writeFailure(code: string): string {
  const because: Readonly<Record<string, string>> = {
    ENOENT: t.exports.whyNoFolder,
    EACCES: t.exports.whyNotPermitted,
    EPERM: t.exports.whyHeldOrProtected,
    EBUSY: t.exports.whyHeld,
    EROFS: t.exports.whyReadOnly,
    ENOSPC: t.exports.whyDiskFull,
    EDQUOT: t.exports.whyQuota,
    EFBIG: t.exports.whyTooLarge,
    EISDIR: t.exports.whyIsFolder,
    ENOTDIR: t.exports.whyFolderIsFile,
    ENAMETOOLONG: t.exports.whyNameTooLong,
    ELOOP: t.exports.whyLinkLoop,
  };
  return because[code] ?? code;
}

/** The known fields, or the one that was probably meant. */
export function fieldHint({ near, known }: ErrorFacts['unknown_field']): string {
  return near === undefined ? t.exports.knownFields(known.join(', ')) : t.usage.didYouMean(near);
}
