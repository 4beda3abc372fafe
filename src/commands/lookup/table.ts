import { formatId, type IdentifierKind, readCnpj } from '../../identifiers/index.js';
import type { LookupResult } from '../../lookups/answer.js';
import type { FieldPath } from '../../records/fields.js';
import type { ServiceRecord } from '../../service/index.js';
import { t } from '../../messages/index.js';
import { visibleLine } from '../../base/foreign-text.js';
import { joined, wrap } from '../../terminal/text.js';
import { formatTable, type Column } from '../../terminal/table.js';
import type { Style } from '../../terminal/style.js';
import { genderWord } from './card.js';
import { fieldEntries, dateText, toText, readPartners } from './values.js';

const field = (name: string) => (data: ServiceRecord) => toText(data[name]);
const cityText = (data: ServiceRecord) =>
  joined('/', [field('municipio')(data), field('uf')(data)]);

type LookupColumn = Column & { readonly cell: (data: ServiceRecord) => string };

/** Returns the columns that tell records of this kind apart. People and companies have only the name in common. */
function usualColumns(kind: IdentifierKind | 'both'): LookupColumn[] {
  const status = { title: t.card.status, cell: field('situacao_cadastral') };
  const city = { title: t.card.city, cut: 'end', cell: cityText } as const;
  const named = (title: string, cell: LookupColumn['cell']) =>
    ({ title, cut: 'end', cell }) as const;
  const gender = (data: ServiceRecord) => genderWord(field('gender')(data));
  const opened = (data: ServiceRecord) => dateText(data['data_inicio_atividade']);
  return {
    cpf: [
      named(t.card.name, field('name')),
      { title: t.card.gender, cell: gender },
      { title: t.card.born, cell: field('birthDate') },
    ],
    cnpj: [
      named(t.card.legalName, field('razao_social')),
      status,
      { title: t.card.opened, cell: opened },
      city,
    ],
    both: [
      named(t.card.name, (data) => field('name')(data) || field('razao_social')(data)),
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
 * Prints several lookups as one table, a row for each: its status, `fields` or what tells records apart, and the
 * verdicts of comparisons.
 */
export function lookupTable(
  all: readonly LookupResult[],
  kind: IdentifierKind | undefined,
  style: Style,
  { fields, matches = [] }: ShownFields = {},
): string {
  if (all.length === 0) return '';
  const shown = usualColumns(kind ?? 'both');
  const columns: readonly Column[] =
    fields?.map(({ name }) => ({ title: name, cut: 'end' })) ?? shown;
  const cells = (lookup: LookupResult) => {
    if (fields !== undefined) return fieldEntries(lookup, fields).map(({ text }) => text);
    const { data } = lookup.answer;
    return shown.map(({ cell }) => (data === undefined ? '' : cell(data)));
  };
  const verdicts = ({ answer: { match } }: LookupResult) =>
    matches.map((name) => {
      const verdict = match?.[name]?.verdict;
      return verdict === undefined ? '' : t.card.verdicts[verdict];
    });
  const head = [{ title: kind?.toUpperCase() ?? 'CPF/CNPJ' }, { title: t.card.result }];
  const rows = all.map((one) => {
    const { kind, id, input, status, error } = one.answer;
    const name = kind !== null && id !== null ? formatId(kind, id) : visibleLine(input, 25);
    const word = error?.code === 'not_asked' ? 'not_asked' : status;
    return [name, t.card.statuses[word], ...cells(one), ...verdicts(one)];
  });
  const compared = matches.map((name) => ({ title: t.card.match(name) }));
  return formatTable([...head, ...columns, ...compared], rows, style);
}

/**
 * Prints the partners of a company. Fields that are empty in all rows are left out; unknown fields become further
 * columns.
 */
export function partnersText(data: ServiceRecord, style: Style): string {
  const partners = readPartners(data) ?? [];
  if (partners.length === 0) return '';
  const lines = wrap(t.card.partners, Math.max(style.columns - 2, 1));
  const heading = lines.map((line) => `  ${style.paint.dim(line)}\n`).join('');
  const labels: Readonly<Record<string, string>> = t.card.partner;
  const known = [...Object.keys(labels), ...partners.flatMap((partner) => Object.keys(partner))];
  const fields = [...new Set(known)].filter((name) =>
    partners.some((partner) => toText(partner[name]) !== ''),
  );
  const columns = fields.map((name) => ({ title: labels[name] ?? toText(name) }));
  const rows = partners.map((partner) => fields.map((name) => partnerCell(name, partner[name])));
  return heading + formatTable(columns, rows, style, 4);
}

function partnerCell(name: string, value: unknown): string {
  if (name === 'data_entrada_sociedade') return dateText(value);
  const text = toText(value);
  const isCompany = name === 'cnpj_cpf_socio' && readCnpj(text).valid;
  return isCompany ? formatId('cnpj', text) : text;
}
