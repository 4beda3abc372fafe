import { makePrintable } from '../../base/foreign-text.js';
import { maskCpfs } from '../../identifiers/index.js';

/** Makes a path or a name printable and masks the identifiers that it may hold. */
export function maskForPrint(text: string): string {
  return maskCpfs(makePrintable(text));
}
