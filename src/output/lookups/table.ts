import { formatId, type IdentifierKind, readCnpj } from '../../identifiers/index.js';
import type { Lookup } from '../../lookups/answer.js';
import type { FieldPath } from '../../records/fields.js';
import type { ServiceRecord } from '../../service/index.js';
import { t } from '../../messages/index.js';
import { printable, wrap } from '../terminal/text.js';
import { rowsText, type Column } from '../terminal/table.js';
import type { Look } from '../terminal/terminal.js';
import { genderWord } from './card.js';
import { fieldEntries, dateText, textOf, partnersOf } from './values.js';

/** Several lookups as one table, a row for each: its status, and what tells records apart, or with `fields` these. */
export function lookupTable(
  all: readonly Lookup[],
  kind: IdentifierKind | undefined,
  look: Look,
  fields?: readonly FieldPath[],
): string {
  if (all.length === 0) return '';
  const columns = fields === undefined ? usual(kind) : fields.map(({ name }) => cut(name));
  const cells = (lookup: Lookup) => {
    if (fields !== undefined) return fieldEntries(lookup, fields).map(({ text }) => text);
    const { kind: own, data } = lookup.answer;
    if (own === null || data === undefined) return [];
    return kind === undefined ? mixedCells(own, data) : usualCells(own, data);
  };
  const rows = all.map((one) => [named(one), statusWord(one), ...cells(one)]);
  return rowsText(
    [{ title: kind?.toUpperCase() ?? 'CPF/CNPJ' }, { title: t.card.result }, ...columns],
    rows,
    look,
  );
}

/** More characters of what is no identifier are not shown. */
const LONGEST = 24;

/** What is no identifier is shown as it was typed. */
function named({ answer: { kind, id, input } }: Lookup): string {
  if (kind !== null && id !== null) return formatId(kind, id);
  const typed = printable(input);
  return typed.length > LONGEST ? `${typed.slice(0, LONGEST)}…` : typed;
}

function statusWord({ answer: { status, error } }: Lookup): string {
  switch (status) {
    case 'found':
      return t.card.found;
    case 'not_found':
      return t.card.notFound;
    case 'invalid':
      return t.card.invalid;
    case 'unconfirmed':
      return t.card.unconfirmed;
    case 'error':
      return error?.code === 'not_asked' ? t.card.notAsked : t.card.failed;
  }
}

function usual(kind: IdentifierKind | undefined): Column[] {
  if (kind === undefined)
    return [cut(t.card.name), { title: t.card.status }, { ...cut(t.card.city), ifNarrow: 'omit' }];
  return kind === 'cpf'
    ? [cut(t.card.name), { title: t.card.gender, ifNarrow: 'omit' }, { title: t.card.born }]
    : [
        cut(t.card.legalName),
        { title: t.card.status },
        { title: t.card.opened, ifNarrow: 'omit' },
        cut(t.card.city),
      ];
}

/** What people and companies have in common is the name. */
function mixedCells(kind: IdentifierKind, data: ServiceRecord): string[] {
  const [name = '', status = '', , city = ''] = usualCells(kind, data);
  return kind === 'cpf' ? [name] : [name, status, city];
}

function usualCells(kind: IdentifierKind, data: ServiceRecord): string[] {
  const text = (field: string): string => textOf(data[field]);
  if (kind === 'cpf') return [text('name'), genderWord(text('gender')), text('birthDate')];
  const city = [text('municipio'), text('uf')].filter((part) => part !== '');
  return [
    text('razao_social'),
    text('situacao_cadastral'),
    dateText(data['data_inicio_atividade']),
    city.join('/'),
  ];
}

function cut(title: string): Column {
  return { title, ifNarrow: 'cut' };
}

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
  const columns = table.header.map((title) => ({ title }));
  return `${heading}${rowsText(columns, table.rows, look, 4)}`;
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
