import { joined, wrap } from '../../terminal/text.js';
import type { LookupResult, LookupAnswer } from '../../lookups/answer.js';
import type { Activities } from '../../records/activities.js';
import { formatId, formatShownId } from '../../identifiers/index.js';
import type { ServiceRecord } from '../../service/index.js';
import { formatCard, type Entry } from '../../terminal/card.js';
import type { FieldPath } from '../../records/fields.js';
import {
  fieldEntries,
  readPartners,
  activityText,
  dateText,
  moneyText,
  phoneText,
  toText,
} from './values.js';
import { describeRefusal } from '../../messages/identifier-advice.js';
import { PLAIN, type Style, type Paint } from '../../terminal/style.js';
import { formatMinute, t } from '../../messages/index.js';
import { computeAge } from '../../records/cells.js';

interface CardParts {
  readonly fields?: readonly FieldPath[];
  /** Writes the partners of a company; its module is loaded for companies only. */
  readonly partners?: (data: ServiceRecord, style: Style) => string;
  readonly activities?: Activities;
}

export function recordText(
  lookup: LookupResult,
  data: ServiceRecord,
  style: Style,
  now: number,
  { fields, partners = () => '', activities }: CardParts = {},
): string {
  const { kind, id } = lookup.answer;
  const knownKind = kind === 'cpf' ? 'cpf' : 'cnpj';
  const heading = style.paint.bold(`${knownKind.toUpperCase()} ${formatId(knownKind, id ?? '')}`);
  const compared = matchEntries(lookup.answer, style.paint);
  if (fields !== undefined)
    return `${heading}\n${formatCard([...fieldEntries(lookup, fields), ...compared], style)}`;
  const entries =
    knownKind === 'cpf'
      ? personEntries(id ?? '', data, now)
      : companyEntries(id ?? '', data, style.paint, activities);
  const partnersOrNone = knownKind === 'cpf' ? '' : partners(data, style);
  return `${heading}\n${formatCard([...entries, ...compared], style)}${partnersOrNone}${originText(lookup, style)}`;
}

/** Returns a line for each comparison: its verdict with the reasons. */
function matchEntries({ match = {} }: LookupAnswer, paint: Paint): Entry[] {
  const colours = { equal: paint.green, similar: paint.yellow, different: paint.red };
  return Object.entries(match).map(([name, found]) => {
    const label = t.card.match(name);
    if (found === null) return { label, text: t.card.nothingToCompare };
    const reasons = joined(
      ', ',
      found.reasons.map((reason) => t.matches.reasons[reason]),
    );
    const text = joined(': ', [t.card.verdicts[found.verdict], reasons]);
    return { label, text, paint: colours[found.verdict] };
  });
}

/** Says that a record came from the ledger; empty for one that was just paid for. */
function originText(
  { answer, answeredAt }: LookupResult,
  { paint, columns, isTerminal }: Style,
): string {
  if (answer.source !== 'ledger') return '';
  const note = t.lookups.fromLedger({
    at: answeredAt === undefined ? undefined : formatMinute(answeredAt),
  });
  const lines = isTerminal ? wrap(note, Math.max(1, columns - 3)) : [note];
  return lines.map((line) => `  ${paint.dim(line)}\n`).join('');
}

/** The place of a typed identifier: its line of standard input, or its number among several arguments. */
export interface TypedPlace {
  readonly line?: number;
  readonly argument?: number;
}

/**
 * Says for stderr why there is no record. The identifier is masked and no name is shown, because stderr must not name a
 * person.
 */
export function refusalText(
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

/** Reads fields of a record and remembers which, so that `further` shows all others and none is lost. */
function createFieldReader(data: ServiceRecord) {
  const read = new Set<string>();
  const raw = (field: string): unknown => {
    read.add(field);
    return data[field];
  };
  return {
    raw,
    text: (field: string) => toText(raw(field)),
    date: (field: string) => dateText(raw(field)),
    /** Returns the fields that were not read, with the service's names. */
    further: (): Entry[] =>
      Object.entries(data)
        .filter(([field]) => !read.has(field))
        .map(([field, value]) => ({ label: toText(field), text: toText(value, field) })),
  };
}

/** Returns the lines of a company (spec, "CNPJ record"), except its partners. */
function companyEntries(
  id: string,
  data: ServiceRecord,
  paint: Paint,
  activities: Activities = {},
): Entry[] {
  const { raw, text, date, further } = createFieldReader(data);
  const activity = (code: unknown) => activityText(code, activities);
  const status = text('situacao_cadastral');
  const code = text('codigo_natureza_juridica').replace(/^(\d{3})(\d)$/, '$1-$2');
  const nature = [code, text('natureza_juridica')];
  const entries: Entry[] = [
    {
      label: t.card.anonymised,
      text: anonymisedText(raw('lgpd_anonimizado')),
      paint: paint.yellow,
    },
    { label: t.card.legalName, text: text('razao_social') },
    { label: t.card.tradeName, text: text('nome_fantasia') },
    {
      label: t.card.status,
      text: stateText(status, date('data_situacao_cadastral')),
      paint: statusColour(status, paint),
    },
    { label: t.card.branch, text: text('matriz_filial') },
    { label: t.card.opened, text: date('data_inicio_atividade') },
    { label: t.card.legalNature, text: joined(' ', nature) },
    { label: t.card.size, text: text('porte_empresa') },
    { label: t.card.capital, text: moneyText(raw('capital_social')) },
    { label: t.card.simples, text: optInText(text('opcao_simples'), date('data_opcao_simples')) },
    { label: t.card.mei, text: optInText(text('opcao_mei'), date('data_opcao_mei')) },
    { label: t.card.mainActivity, text: activity(raw('cnae_principal')) },
    { label: t.card.otherActivities, text: listText(raw('cnaes_secundarios'), activity, '\n') },
    { label: t.card.address, text: addressText(text) },
    { label: t.card.phone, text: listText(raw('telefones'), phoneText) },
    { label: t.card.email, text: text('email') },
  ];
  // The CNPJ is shown above the card and the partners below it, unless they have an unexpected form.
  if (toText(data['cnpj']) === id) raw('cnpj');
  if (readPartners(data) !== undefined) raw('QSA');
  return [...entries, ...further()];
}

function statusColour(status: string, paint: Paint): (text: string) => string {
  const colours: Readonly<Record<string, (text: string) => string>> = {
    ativa: paint.green,
    baixada: paint.red,
    nula: paint.red,
    suspensa: paint.yellow,
    inapta: paint.yellow,
  };
  return colours[status.toLowerCase()] ?? ((text) => text);
}

function anonymisedText(value: unknown): string {
  if (value === true) return t.card.anonymisedNote;
  return value === false ? t.card.no : toText(value);
}

function stateText(state: string, day: string): string {
  return state === '' || day === '' ? state + day : t.card.stateSince(state, day);
}

function optInText(value: string, day: string): string {
  if (value !== 'N') return stateText(value === 'S' ? t.card.yes : value, day);
  return day === '' ? t.card.no : t.card.noButOptedIn(day);
}

function addressText(text: (field: string) => string): string {
  const city = joined('/', [text('municipio'), text('uf')]);
  const code = text('cep').replace(/^(\d{5})(\d{3})$/, '$1-$2');
  return joined(', ', [
    joined(' ', [text('tipo_logradouro'), text('logradouro')]),
    ...['numero', 'complemento', 'bairro'].map(text),
    joined(' ', [city, code]),
  ]);
}

function listText(value: unknown, text: (item: unknown) => string, separator = ', '): string {
  if (!Array.isArray(value)) return toText(value);
  return joined(
    separator,
    value.map((one) => text(one)),
  );
}

/** Returns the lines of a person (spec, "CPF record"); fields that only repeat others are left out. */
function personEntries(id: string, data: ServiceRecord, now: number): Entry[] {
  const { raw, text, further } = createFieldReader(data);
  const [name, birthDate] = [text('name'), text('birthDate')];
  const age = computeAge(birthDate, now);
  const entries = [
    { label: t.card.name, text: name },
    { label: t.card.gender, text: genderWord(text('gender')) },
    {
      label: t.card.born,
      text: age === undefined ? birthDate : t.card.birthAndAge({ birthDate, age }),
    },
  ];
  const { cpf, nameUpper, day, month, year } = data;
  const parts = [day, month, year].map((part) => toText(part).padStart(2, '0')).join('/');
  if (toText(cpf).replace(/\D/g, '') === id) raw('cpf');
  if (toText(nameUpper) === name.toLocaleUpperCase('pt-BR')) raw('nameUpper');
  if (parts === birthDate) ['day', 'month', 'year'].forEach(raw);
  return [...entries, ...further()];
}

export function genderWord(gender: string): string {
  if (gender === 'F') return t.card.female;
  return gender === 'M' ? t.card.male : gender;
}
