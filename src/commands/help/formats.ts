import { exportFormats, lookupStatuses } from '../../export/format.js';
import { partnerColumns } from '../../export/partners.js';
import { t } from '../../messages/index.js';
import { paragraph, type HelpRow, twoColumns } from './text.js';
import { lookupColumns } from '../../records/fields.js';

/** `confere help formats`, built from the same tables as the export. */
export function formatsPage(width: number): string {
  const formats = exportFormats.map((name): HelpRow => [name, t.help.formats[name]]);
  const block = (title: string, names: readonly string[]) =>
    paragraph(title, width - 1) + paragraph(names.join(', '), width, 2);
  const table = paragraph(t.help.resultFormats, width) + twoColumns(formats, width);
  const rest = [
    block(t.help.rowStatuses, lookupStatuses),
    block(t.help.cpfColumns, lookupColumns('cpf')),
    block(t.help.cnpjColumns, lookupColumns('cnpj')),
    block(t.help.partnerColumns, partnerColumns),
    paragraph(t.help.gzip, width),
    paragraph(t.help.jsonOutput, width),
  ];
  return `${table}\n${rest.join('')}`;
}
