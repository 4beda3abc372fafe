import { exportFormats, lookupStatuses } from '../../export/format.js';
import { partnerColumns } from '../../export/partners.js';
import { t } from '../../messages/index.js';
import { paragraph, type HelpRow, twoColumns } from './text.js';
import { lookupColumns } from '../../records/fields.js';

/** Returns the page of `confere help formats`, from the names that the export uses. */
export function writeFormatsPage(width: number): string {
  const formats = exportFormats.map((name): HelpRow => [name, t.help.formats[name]]);
  const formatList = (title: string, names: readonly string[]) =>
    paragraph(title, width - 1) + paragraph(names.join(', '), width, 2);
  const table = paragraph(t.help.resultFormats, width) + twoColumns(formats, width);
  const rest = [
    formatList(t.help.rowStatuses, lookupStatuses),
    formatList(t.help.cpfColumns, lookupColumns('cpf')),
    formatList(t.help.cnpjColumns, lookupColumns('cnpj')),
    formatList(t.help.partnerColumns, partnerColumns),
    paragraph(t.help.gzip, width),
    paragraph(t.help.jsonOutput, width),
  ];
  return `${table}\n${rest.join('')}`;
}
