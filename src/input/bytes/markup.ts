import { UsageError } from '../../errors.js';

/** Some systems export a web page with the name `.xls`. */
const MARKUP = /^\s*<(?:\?xml|!doctype|html|head|body|meta|style|table)\b/i;
const JSON_TEXT = /^\s*(?:\[\s*[{"]|\{\s*")/;

/**
 * Refuses web pages, XML and JSON, which the user must first convert to a table.
 * @throws UsageError `not_a_table`
 */
export function refuseMarkup(text: string, name: string): void {
  if (MARKUP.test(text)) throw new UsageError('not_a_table', { file: name, is: 'markup' });
  if (JSON_TEXT.test(text)) throw new UsageError('not_a_table', { file: name, is: 'json' });
}
