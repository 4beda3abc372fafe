import { UsageError } from '../../errors.js';
import type { GivenOption } from '../../output/next-step/run.js';

/** Options whose values are files or folders that a command makes. */
const MADE: ReadonlySet<string> = new Set([
  ...['--output', '--out-dir', '--rejects', '--partners', '--secondary-cnaes'],
]);
/** Names of devices, whatever follows behind a point. */
const DEVICE = /^(con|conin\$|conout\$|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]) *(\.|$)/i;
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[<>:"|?*\u0000-\u001f]/;

/**
 * Refuses names that Windows has for devices, cuts, or takes for a hidden part of another file: a result that was paid
 * for would be gone.
 *
 * @throws UsageError before anything is sent
 */
export function refuseReservedNames(options: readonly GivenOption[]): void {
  const made = options.filter(({ flag }) => MADE.has(flag));
  const path = made.map(({ value = '' }) => value).find(isReserved);
  if (path !== undefined) throw new UsageError('output_unwritable', { path, why: 'reserved' });
}

/** A path may begin with a drive, or with `\\?\`, behind which every name is taken as it is. */
function isReserved(path: string): boolean {
  if (path === '-' || path.startsWith('\\\\?\\')) return false;
  const names = path.replace(/^[a-z]:/i, '').split(/[\\/]/);
  return names.some((name) => DEVICE.test(name) || FORBIDDEN.test(name) || isCut(name));
}

/** Windows leaves out points and blanks at the end. */
function isCut(name: string): boolean {
  return /[. ]$/.test(name) && name !== '.' && name !== '..';
}
