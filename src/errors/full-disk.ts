/** System error codes of a write for which there is no room: on the disk, in the user's share of it, or in a file. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether a system call failed because there is no room. `code`: Node's error code. */
export function isDiskFull(code: unknown): boolean {
  return typeof code === 'string' && FULL.has(code);
}
