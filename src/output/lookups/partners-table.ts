import { formatId, readCnpj } from '../../identifiers/index.js';
import type { ServiceRecord } from '../../service/index.js';
import { wrap } from '../terminal/width.js';
import { tableText } from '../terminal/table.js';
import type { Look } from '../terminal/terminal.js';
import { partnersOf, dateText, textOf } from './record-values.js';
import { t } from '../../messages/index.js';

/** Spec, "Item of QSA", in the order for people. */
const labels = (): Readonly<Record<string, string>> => ({
  nome_socio: t.card.name,
  qualificacao_socio: t.card.role,
  data_entrada_sociedade: t.card.since,
  cnpj_cpf_socio: t.card.document,
  identificador_socio: t.card.kind,
  faixa_etaria: t.card.ageRange,
});

/** The partners of a company below its card; empty if there are none. */
export function partnersText(data: ServiceRecord, look: Look): string {
  const table = partnerRows(data);
  if (table === undefined) return '';
  const lines = wrap(t.card.partners, Math.max(look.columns - 2, 1));
  const heading = lines.map((line) => `  ${look.paint.dim(line)}\n`).join('');
  return `${heading}${tableText(table.header, table.rows, look)}`;
}

/**
 * The partners of a company as a table; fields that are empty in all rows are left out, unknown fields
 * become further columns. Undefined without partners.
 */
function partnerRows(
  data: ServiceRecord,
): { readonly header: string[]; readonly rows: string[][] } | undefined {
  const partners = partnersOf(data);
  if (partners === undefined || partners.length === 0) return undefined;
  const known = [...Object.keys(labels()), ...partners.flatMap((partner) => Object.keys(partner))];
  const fields = [...new Set(known)].filter((field) =>
    partners.some((partner) => textOf(partner[field]) !== ''),
  );
  return {
    header: fields.map((field) => labels()[field] ?? textOf(field)),
    rows: partners.map((partner) => fields.map((field) => cell(field, partner[field]))),
  };
}

function cell(field: string, value: unknown): string {
  if (field === 'data_entrada_sociedade') return dateText(value);
  const text = textOf(value);
  const isCompany = field === 'cnpj_cpf_socio' && readCnpj(text).valid;
  return isCompany ? formatId('cnpj', text) : text;
}
