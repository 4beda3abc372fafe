import { formatId, type IdentifierKind, readCnpj } from '../../identifiers/index.js';
import type { LookupResult } from '../../lookups/answer.js';
import type { FieldPath } from '../../records/fields.js';
import type { ServiceRecord } from '../../service/index.js';
import { t } from '../../messages/index.js';
import { visibleLine } from '../../base/foreign-text.js';
import { joined, wrapCuttingWords } from '../../terminal/text.js';
import { formatTable, type Column } from '../../terminal/table.js';
import type { Style } from '../../terminal/style.js';
import { describeGender } from './card.js';
import { buildFieldEntries, formatDate, toText, readPartners } from './values.js';

const readField = (name: string) => (data: ServiceRecord) => toText(data[name]);
const formatCity = (data: ServiceRecord) =>
  joined('/', [readField('municipio')(data), readField('uf')(data)]);

type LookupColumn = Column & { readonly cell: (data: ServiceRecord) => string };

/** Returns the columns by which people recognize records of a kind; a person and a company have only the name in common. */
function buildUsualColumns(kind: IdentifierKind | 'both'): LookupColumn[] {
  const status = { title: t.card.status, cell: readField('situacao_cadastral') };
  const city = { title: t.card.city, cut: 'end', cell: formatCity } as const;
  const buildNameColumn = (title: string, cell: LookupColumn['cell']) =>
    ({ title, cut: 'end', cell }) as const;
  const formatGender = (data: ServiceRecord) => describeGender(readField('gender')(data));
  const formatOpened = (data: ServiceRecord) => formatDate(data['data_inicio_atividade']);
  return {
    cpf: [
      buildNameColumn(t.card.name, readField('name')),
      { title: t.card.gender, cell: formatGender },
      { title: t.card.born, cell: readField('birthDate') },
    ],
    cnpj: [
      buildNameColumn(t.card.legalName, readField('razao_social')),
      status,
      { title: t.card.opened, cell: formatOpened },
      city,
    ],
    both: [
      buildNameColumn(
        t.card.name,
        (data) => readField('name')(data) || readField('razao_social')(data),
      ),
      status,
      city,
    ],
  }[kind];
}

interface ShownFields {
  readonly fields?: readonly FieldPath[];
  /** The fields that are compared. */
  readonly matches?: readonly string[];
}

/**
 * Returns several lookups as one table, with a row for each: its status, `fields` or the usual columns, and the verdicts
 * of comparisons.
 */
export function formatLookupTable(
  lookups: readonly LookupResult[],
  kind: IdentifierKind | undefined,
  style: Style,
  { fields, matches = [] }: ShownFields = {},
): string {
  if (lookups.length === 0) return '';
  const usualColumns = buildUsualColumns(kind ?? 'both');
  const columns: readonly Column[] =
    fields?.map(({ name }) => ({ title: name, cut: 'end' })) ?? usualColumns;
  const buildCells = (lookup: LookupResult) => {
    if (fields !== undefined) return buildFieldEntries(lookup, fields).map(({ text }) => text);
    const { data } = lookup.answer;
    return usualColumns.map(({ cell }) => (data === undefined ? '' : cell(data)));
  };
  const buildVerdictCells = ({ answer: { match } }: LookupResult) =>
    matches.map((name) => {
      const verdict = match?.[name]?.verdict;
      return verdict === undefined ? '' : t.card.verdicts[verdict];
    });
  const firstColumns = [{ title: kind?.toUpperCase() ?? 'CPF/CNPJ' }, { title: t.card.result }];
  const rows = lookups.map((one) => {
    const { kind, id, input, status, error } = one.answer;
    const name = kind !== null && id !== null ? formatId(kind, id) : visibleLine(input, 25);
    const statusName = error?.code === 'not_asked' ? 'not_asked' : status;
    return [name, t.card.statuses[statusName], ...buildCells(one), ...buildVerdictCells(one)];
  });
  const verdictColumns = matches.map((name) => ({ title: t.card.match(name) }));
  return formatTable([...firstColumns, ...columns, ...verdictColumns], rows, style);
}

/**
 * Returns the table of a company's partners. Fields that are empty for all partners are left out; fields unknown to
 * confere become columns, too.
 */
export function formatPartners(data: ServiceRecord, style: Style): string {
  const partners = readPartners(data) ?? [];
  if (partners.length === 0) return '';
  const lines = wrapCuttingWords(t.card.partners, Math.max(style.columns - 2, 1));
  const heading = lines.map((line) => `  ${style.paint.dim(line)}\n`).join('');
  const labels: Readonly<Record<string, string>> = t.card.partner;
  const names = [...Object.keys(labels), ...partners.flatMap((partner) => Object.keys(partner))];
  const fields = [...new Set(names)].filter((name) =>
    partners.some((partner) => toText(partner[name]) !== ''),
  );
  const columns = fields.map((name) => ({ title: labels[name] ?? toText(name) }));
  const rows = partners.map((partner) =>
    fields.map((name) => formatPartnerCell(name, partner[name])),
  );
  return heading + formatTable(columns, rows, style, 4);
}

function formatPartnerCell(name: string, value: unknown): string {
  if (name === 'data_entrada_sociedade') return formatDate(value);
  const text = toText(value);
  const isCompany = name === 'cnpj_cpf_socio' && readCnpj(text).valid;
  return isCompany ? formatId('cnpj', text) : text;
}
