import { joined, wrapCuttingWords } from '../../terminal/text.js';
import type { LookupResult, LookupAnswer } from '../../lookups/answer.js';
import type { Activities } from '../../records/activities.js';
import { formatId, formatShownId } from '../../identifiers/index.js';
import type { ServiceRecord } from '../../service/index.js';
import { formatCard, type Entry } from '../../terminal/card.js';
import type { FieldPath } from '../../records/fields.js';
import {
  buildFieldEntries,
  readPartners,
  formatActivity,
  formatDate,
  formatReais,
  formatPhone,
  toText,
} from './values.js';
import { describeRefusal } from '../../messages/identifier-advice.js';
import { PLAIN, type Style, type Paint } from '../../terminal/style.js';
import { formatMinute, t } from '../../messages/index.js';
import { computeAge } from '../../records/cells.js';

/** The facts that the card of a record needs besides the record. */
interface CardParts {
  readonly fields?: readonly FieldPath[];
  /** Returns the table of a company's partners; its module is loaded for companies only. */
  readonly formatPartners?: (data: ServiceRecord, style: Style) => string;
  readonly activities?: Activities;
}

/** Returns the card of a record, with only `fields` if they are given. `now`: epoch ms, for the age of a person. */
export function formatRecord(
  lookup: LookupResult,
  data: ServiceRecord,
  style: Style,
  now: number,
  { fields, formatPartners = () => '', activities }: CardParts = {},
): string {
  const { kind, id } = lookup.answer;
  const knownKind = kind === 'cpf' ? 'cpf' : 'cnpj';
  const heading = style.paint.bold(`${knownKind.toUpperCase()} ${formatId(knownKind, id ?? '')}`);
  const compared = buildMatchEntries(lookup.answer, style.paint);
  if (fields !== undefined)
    return `${heading}\n${formatCard([...buildFieldEntries(lookup, fields), ...compared], style)}`;
  const entries =
    knownKind === 'cpf'
      ? buildPersonEntries(id ?? '', data, now)
      : buildCompanyEntries(id ?? '', data, style.paint, activities);
  const partnersOrNone = knownKind === 'cpf' ? '' : formatPartners(data, style);
  return `${heading}\n${formatCard([...entries, ...compared], style)}${partnersOrNone}${describeOrigin(lookup, style)}`;
}

/** Returns an entry for each compared field: the verdict with its reasons. */
function buildMatchEntries({ match = {} }: LookupAnswer, paint: Paint): Entry[] {
  const paints = { equal: paint.green, similar: paint.yellow, different: paint.red };
  return Object.entries(match).map(([name, result]) => {
    const label = t.card.match(name);
    if (result === null) return { label, text: t.card.nothingToCompare };
    const reasons = joined(
      ', ',
      result.reasons.map((reason) => t.matches.reasons[reason]),
    );
    const text = joined(': ', [t.card.verdicts[result.verdict], reasons]);
    return { label, text, paint: paints[result.verdict] };
  });
}

/** Returns the note that a record came from the ledger; empty if it was just paid for. */
function describeOrigin(
  { answer, answeredAt }: LookupResult,
  { paint, columns, isTerminal }: Style,
): string {
  if (answer.source !== 'ledger') return '';
  const note = t.lookups.fromLedger({
    at: answeredAt === undefined ? undefined : formatMinute(answeredAt),
  });
  const lines = isTerminal ? wrapCuttingWords(note, Math.max(1, columns - 3)) : [note];
  return lines.map((line) => `  ${paint.dim(line)}\n`).join('');
}

/** The place of a typed identifier: its line of standard input, or its number among several arguments. */
export interface TypedPlace {
  readonly line?: number;
  readonly argument?: number;
}

/**
 * Returns why there is no record, for stderr. The identifier is masked and no name is shown, because stderr must not name
 * a person.
 */
export function formatRefusal(
  answer: LookupAnswer,
  paint: Paint = PLAIN,
  typed: TypedPlace = {},
): string {
  const { line, argument } = typed;
  const place = joined('', [
    line !== undefined && t.progress.atLine(line),
    argument !== undefined && t.lookups.atArgument(argument),
  ]);
  if (answer.id !== null && answer.status === 'not_found')
    return `${place}${paint.yellow(t.progress.notFoundFree(formatShownId(answer.kind ?? 'cnpj', answer.id)))}\n`;
  const { reason, advice } = describeRefusal(answer);
  return `${paint.red(place + reason)}${advice === undefined ? '' : ` ${advice}`}\n`;
}

/** Creates functions that read fields of a record, so that `listUnread` can list all other fields and none is lost. */
function createFieldReader(data: ServiceRecord) {
  const readNames = new Set<string>();
  const readValue = (field: string): unknown => {
    readNames.add(field);
    return data[field];
  };
  return {
    readValue,
    readText: (field: string) => toText(readValue(field)),
    readDate: (field: string) => formatDate(readValue(field)),
    /** Returns the fields that were not read, with the service's names. */
    listUnread: (): Entry[] =>
      Object.entries(data)
        .filter(([field]) => !readNames.has(field))
        .map(([field, value]) => ({ label: toText(field), text: toText(value, field) })),
  };
}

/** Returns the entries of a company (spec, "CNPJ record"), except its partners. */
function buildCompanyEntries(
  id: string,
  data: ServiceRecord,
  paint: Paint,
  activities: Activities = {},
): Entry[] {
  const { readValue, readText, readDate, listUnread } = createFieldReader(data);
  const formatCode = (code: unknown) => formatActivity(code, activities);
  const status = readText('situacao_cadastral');
  const natureCode = readText('codigo_natureza_juridica').replace(/^(\d{3})(\d)$/, '$1-$2');
  const legalNature = [natureCode, readText('natureza_juridica')];
  const entries: Entry[] = [
    {
      label: t.card.anonymised,
      text: describeAnonymised(readValue('lgpd_anonimizado')),
      paint: paint.yellow,
    },
    { label: t.card.legalName, text: readText('razao_social') },
    { label: t.card.tradeName, text: readText('nome_fantasia') },
    {
      label: t.card.status,
      text: formatStateSince(status, readDate('data_situacao_cadastral')),
      paint: chooseStatusPaint(status, paint),
    },
    { label: t.card.branch, text: readText('matriz_filial') },
    { label: t.card.opened, text: readDate('data_inicio_atividade') },
    { label: t.card.legalNature, text: joined(' ', legalNature) },
    { label: t.card.size, text: readText('porte_empresa') },
    { label: t.card.capital, text: formatReais(readValue('capital_social')) },
    {
      label: t.card.simples,
      text: describeOptIn(readText('opcao_simples'), readDate('data_opcao_simples')),
    },
    { label: t.card.mei, text: describeOptIn(readText('opcao_mei'), readDate('data_opcao_mei')) },
    { label: t.card.mainActivity, text: formatCode(readValue('cnae_principal')) },
    {
      label: t.card.otherActivities,
      text: formatList(readValue('cnaes_secundarios'), formatCode, '\n'),
    },
    { label: t.card.address, text: formatAddress(readText) },
    { label: t.card.phone, text: formatList(readValue('telefones'), formatPhone) },
    { label: t.card.email, text: readText('email') },
  ];
  // The CNPJ stands above the card and the partners below it; only values of an unexpected form are listed as unread.
  if (toText(data['cnpj']) === id) readValue('cnpj');
  if (readPartners(data) !== undefined) readValue('QSA');
  return [...entries, ...listUnread()];
}

function chooseStatusPaint(status: string, paint: Paint): (text: string) => string {
  const paints: Readonly<Record<string, (text: string) => string>> = {
    ativa: paint.green,
    baixada: paint.red,
    nula: paint.red,
    suspensa: paint.yellow,
    inapta: paint.yellow,
  };
  return paints[status.toLowerCase()] ?? ((text) => text);
}

function describeAnonymised(value: unknown): string {
  if (value === true) return t.card.anonymisedNote;
  return value === false ? t.card.no : toText(value);
}

function formatStateSince(state: string, day: string): string {
  return state === '' || day === '' ? state + day : t.card.stateSince(state, day);
}

function describeOptIn(value: string, day: string): string {
  if (value !== 'N') return formatStateSince(value === 'S' ? t.card.yes : value, day);
  return day === '' ? t.card.no : t.card.noButOptedIn(day);
}

function formatAddress(readText: (field: string) => string): string {
  const city = joined('/', [readText('municipio'), readText('uf')]);
  const code = readText('cep').replace(/^(\d{5})(\d{3})$/, '$1-$2');
  return joined(', ', [
    joined(' ', [readText('tipo_logradouro'), readText('logradouro')]),
    ...['numero', 'complemento', 'bairro'].map(readText),
    joined(' ', [city, code]),
  ]);
}

function formatList(
  value: unknown,
  formatItem: (item: unknown) => string,
  separator = ', ',
): string {
  if (!Array.isArray(value)) return toText(value);
  return joined(
    separator,
    value.map((one) => formatItem(one)),
  );
}

/** Returns the entries of a person (spec, "CPF record"); fields that only repeat other fields are left out. */
function buildPersonEntries(id: string, data: ServiceRecord, now: number): Entry[] {
  const { readValue, readText, listUnread } = createFieldReader(data);
  const [name, birthDate] = [readText('name'), readText('birthDate')];
  const age = computeAge(birthDate, now);
  const entries = [
    { label: t.card.name, text: name },
    { label: t.card.gender, text: describeGender(readText('gender')) },
    {
      label: t.card.born,
      text: age === undefined ? birthDate : t.card.birthAndAge({ birthDate, age }),
    },
  ];
  const { cpf, nameUpper, day, month, year } = data;
  const writtenDate = [day, month, year].map((part) => toText(part).padStart(2, '0')).join('/');
  if (toText(cpf).replace(/\D/g, '') === id) readValue('cpf');
  if (toText(nameUpper) === name.toLocaleUpperCase('pt-BR')) readValue('nameUpper');
  if (writtenDate === birthDate) ['day', 'month', 'year'].forEach(readValue);
  return [...entries, ...listUnread()];
}

export function describeGender(gender: string): string {
  if (gender === 'F') return t.card.female;
  return gender === 'M' ? t.card.male : gender;
}
