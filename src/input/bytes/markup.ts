import { UsageError } from '../../errors.js';
import { say } from '../../text/index.js';

/** Some systems export a web page with the name `.xls`. */
const MARKUP = /^\s*<(?:\?xml|!doctype|html|head|body|meta|style|table)\b/i;
const JSON_TEXT = /^\s*(?:\[\s*[{"]|\{\s*")/;

/**
 * Refuses web pages, XML and JSON, which the user must first convert to a table.
 * @throws UsageError `not_a_table`
 */
export function refuseMarkup(text: string, name: string): void {
  if (MARKUP.test(text)) {
    throw notATable(
      say`${name} is a web page or XML, whatever it is called; open it in a spreadsheet program and save it as .xlsx or CSV.`,
    );
  }
  if (!JSON_TEXT.test(text)) return;
  throw notATable(
    say`${name} is JSON; make a list of it, for instance with jq -r '.[].cpf', and use that.`,
  );
}

function notATable(told: string): UsageError {
  const advice = say`Or add --delimiter none: then every identifier in it is read.`;
  return new UsageError('not_a_table', [told, advice].join(' '));
}
