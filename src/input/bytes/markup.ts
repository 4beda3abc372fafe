import { UsageError } from '../../errors.js';
import type { TextEncoding } from '../types.js';

/** Some systems export a web page with the name `.xls`. */
const MARKUP = /^\s*<(?:\?xml|!doctype|html|head|body|meta|style|table)\b/i;
const JSON_TEXT = /^\s*(?:\[\s*[{"]|\{\s*")/;

/**
 * Refuses web pages, XML and JSON, which the user must first convert to a table.
 * @throws UsageError `not_a_table`
 */
export function refuseMarkup(text: string, name: string, encoding: TextEncoding): void {
  if (MARKUP.test(text)) throw new UsageError('not_a_table', { file: name, is: 'markup' });
  if (!JSON_TEXT.test(text)) return;
  const isWide = encoding === 'utf16le' || encoding === 'utf16be';
  throw new UsageError('not_a_table', { file: name, is: isWide ? 'utf16_json' : 'json' });
}
