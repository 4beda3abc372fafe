import { formatOptions, lookupStatuses } from '../../export/format.js';
import { partnerColumns } from '../../export/partners.js';
import { t } from '../../messages/index.js';
import { formatParagraph, type HelpRow, formatTwoColumns } from './text.js';
import { lookupColumns } from '../../records/fields.js';

/** Returns the page of `confere help formats`, from the names that the export uses. */
export function writeFormatsPage(width: number): string {
  const formats = formatOptions.map((name): HelpRow => [name, t.help.formats[name]]);
  const formatList = (title: string, names: readonly string[]) =>
    formatParagraph(title, width - 1) + formatParagraph(names.join(', '), width, 2);
  const table = formatParagraph(t.help.resultFormats, width) + formatTwoColumns(formats, width);
  const sections = [
    formatList(t.help.rowStatuses, lookupStatuses),
    formatList(t.help.cpfColumns, lookupColumns('cpf')),
    formatList(t.help.cnpjColumns, lookupColumns('cnpj')),
    formatList(t.help.partnerColumns, partnerColumns),
    formatParagraph(t.help.gzip, width),
    formatParagraph(t.help.jsonOutput, width),
  ];
  return `${table}\n${sections.join('')}`;
}
