import { lookupColumns } from '../../records/fields.js';
import { exportFormats } from '../../export/format.js';
import { partnersTable, secondaryCnaesTable } from '../../export/side-tables.js';
import { formatsText } from '../../output/help/formats.js';
import { STATUSES } from '../bulk/options/result-options.js';

/** `confere help formats`, built from the same tables as the export. */
export function formatsPage(width: number): string {
  const facts = {
    formats: exportFormats,
    statuses: STATUSES,
    cpf: lookupColumns('cpf'),
    cnpj: lookupColumns('cnpj'),
    partners: partnersTable.columns,
    secondaryCnaes: secondaryCnaesTable.columns,
  };
  return formatsText(facts, width);
}
