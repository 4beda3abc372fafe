import { exportFormats } from '../../export/format.js';
import { lookupStatuses } from '../../export/format.js';
import { partnerColumns } from '../../export/partners.js';
import { formatsText } from '../../output/help/topics.js';
import { lookupColumns } from '../../records/fields.js';

/** `confere help formats`, built from the same tables as the export. */
export function formatsPage(width: number): string {
  const facts = {
    formats: exportFormats,
    statuses: lookupStatuses,
    cpf: lookupColumns('cpf'),
    cnpj: lookupColumns('cnpj'),
    partners: partnerColumns,
  };
  return formatsText(facts, width);
}
