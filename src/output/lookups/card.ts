import { joined, printable, wrap } from '../terminal/text.js';
import type { Lookup, LookupAnswer } from '../../lookups/answer.js';
import type { Activities } from '../../records/activities.js';
import { formatId, maskCpf } from '../../identifiers/index.js';
import type { ServiceRecord } from '../../service/index.js';
import { cardText, type Entry } from '../terminal/table.js';
import type { FieldPath } from '../../records/fields.js';
import {
  fieldEntries,
  partnersOf,
  activityText,
  dateText,
  furtherEntries,
  moneyText,
  natureText,
  phoneText,
  postalText,
  textOf,
} from './values.js';
import { shownInput } from './identifier-advice.js';
import { PLAIN, type Look, type Paint } from '../terminal/terminal.js';
import { t } from '../../messages/index.js';
import { yearsSince } from '../../records/cells.js';

/** What a card shows besides the record's own lines. */
interface CardParts {
  /** Only these fields. */
  readonly fields?: readonly FieldPath[];
  /** Loaded for companies only. */
  readonly partners?: (data: ServiceRecord, look: Look) => string;
  readonly activities?: Activities;
}

/** A record for people: heading, lines, partners and source; with `fields`, only these. */
export function recordText(
  lookup: Lookup,
  data: ServiceRecord,
  look: Look,
  now: number,
  { fields, partners = () => '', activities }: CardParts = {},
): string {
  const { kind, id } = lookup.answer;
  const of = kind === 'cpf' ? 'cpf' : 'cnpj';
  const heading = look.paint.bold(`${of.toUpperCase()} ${formatId(of, id ?? '')}`);
  if (fields !== undefined) return `${heading}\n${cardText(fieldEntries(lookup, fields), look)}`;
  const entries =
    of === 'cpf'
      ? personEntries(id ?? '', data, now)
      : companyEntries(id ?? '', data, look.paint, activities);
  return `${heading}\n${cardText(entries, look)}${of === 'cpf' ? '' : partners(data, look)}${origin(lookup, look, now)}`;
}

/** What a record from the ledger saved. A record that was just paid for needs no note. */
function origin(
  { answer, answeredAt }: Lookup,
  { paint, columns, isTerminal }: Look,
  now: number,
): string {
  if (answer.source !== 'ledger') return '';
  const told =
    answeredAt === undefined
      ? t.lookups.fromLedger
      : t.lookups.fromLedgerFetched(ago(answeredAt, now));
  const lines = isTerminal ? wrap(told, Math.max(1, columns - 3)) : [told];
  return lines.map((line) => `  ${paint.dim(line)}\n`).join('');
}

/** The time between `at` and `now` (epoch ms): `3 days ago`, `just now`. */
export function ago(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1_440)];
  if (days >= 1) return t.lookups.daysAgo(days);
  if (hours >= 1) return t.lookups.hoursAgo(hours);
  if (minutes >= 1) return t.lookups.minutesAgo(minutes);
  return t.lookups.justNow;
}

/** Where an identifier was typed: its line of standard input, or its number among several arguments. */
export interface Place {
  readonly line?: number;
  readonly argument?: number;
}

function placeText({ line, argument }: Place): string {
  if (line !== undefined) return t.progress.atLine(line);
  return argument === undefined ? '' : t.lookups.atArgument(argument);
}

/** Why there is no record, for stderr: the identifier masked, without a name. */
export function refusalText(
  { input, kind, id, status, error }: LookupAnswer,
  paint: Paint = PLAIN,
  typed: Place = {},
): string {
  const place = placeText(typed);
  if (id === null) {
    const wanted = kind?.toUpperCase() ?? t.lookups.either;
    const told = t.lookups.notValid(shownInput(input, kind ?? 'cpf'), wanted);
    return `${paint.red(place + told)} ${error?.message ?? ''}\n`;
  }
  const shown = kind === 'cpf' ? maskCpf(id) : formatId('cnpj', id);
  if (status === 'not_found') return `${place}${paint.yellow(t.progress.notFoundFree(shown))}\n`;
  return `${paint.red(`${place}${shown}: ${printable(error?.message ?? status)}`)}\n`;
}

/** The lines of a company (spec, "CNPJ record"), except its partners. */
function companyEntries(
  id: string,
  data: ServiceRecord,
  paint: Paint,
  activities: Activities = {},
): Entry[] {
  const activity = (code: unknown) => activityText(code, activities);
  const { situacao_cadastral: status } = data;
  return [
    { label: t.card.anonymised, text: anonymised(data['lgpd_anonimizado']), paint: paint.yellow },
    { label: t.card.legalName, text: textOf(data['razao_social']) },
    { label: t.card.tradeName, text: textOf(data['nome_fantasia']) },
    {
      label: t.card.status,
      text: since(textOf(status), data['data_situacao_cadastral']),
      paint: statusColour(textOf(status), paint),
    },
    { label: t.card.branch, text: textOf(data['matriz_filial']) },
    { label: t.card.opened, text: dateText(data['data_inicio_atividade']) },
    {
      label: t.card.legalNature,
      text: joined(' ', [
        natureText(data['codigo_natureza_juridica']),
        textOf(data['natureza_juridica']),
      ]),
    },
    { label: t.card.size, text: textOf(data['porte_empresa']) },
    { label: t.card.capital, text: moneyText(data['capital_social']) },
    { label: t.card.simples, text: option(data['opcao_simples'], data['data_opcao_simples']) },
    { label: t.card.mei, text: option(data['opcao_mei'], data['data_opcao_mei']) },
    { label: t.card.mainActivity, text: activity(data['cnae_principal']) },
    { label: t.card.otherActivities, text: list(data['cnaes_secundarios'], activity, '\n') },
    { label: t.card.address, text: address(data) },
    { label: t.card.phone, text: list(data['telefones'], phoneText) },
    { label: t.card.email, text: textOf(data['email']) },
    ...furtherEntries(data, new Set([...SHOWN, ...shownElsewhere(id, data)])),
  ];
}

const SHOWN = [
  'lgpd_anonimizado',
  'razao_social',
  'nome_fantasia',
  'situacao_cadastral',
  'data_situacao_cadastral',
  'matriz_filial',
  'data_inicio_atividade',
  'codigo_natureza_juridica',
  'natureza_juridica',
  'porte_empresa',
  'capital_social',
  'opcao_simples',
  'data_opcao_simples',
  'opcao_mei',
  'data_opcao_mei',
  'cnae_principal',
  'cnaes_secundarios',
  'tipo_logradouro',
  'logradouro',
  'numero',
  'complemento',
  'bairro',
  'cep',
  'uf',
  'municipio',
  'telefones',
  'email',
] as const;

/** The CNPJ is shown above the card and the partners below it, unless they have an unexpected form. */
function shownElsewhere(id: string, data: ServiceRecord): string[] {
  return [
    ...(textOf(data['cnpj']) === id ? ['cnpj'] : []),
    ...(partnersOf(data) === undefined ? [] : ['QSA']),
  ];
}

function statusColour(status: string, paint: Paint): (text: string) => string {
  switch (status.toLowerCase()) {
    case 'ativa':
      return paint.green;
    case 'baixada':
    case 'nula':
      return paint.red;
    case 'suspensa':
    case 'inapta':
      return paint.yellow;
    default:
      return (text) => text;
  }
}

function anonymised(value: unknown): string {
  if (value === true) return t.card.anonymisedNote;
  return value === false ? t.card.no : textOf(value);
}

function since(state: string, date: unknown): string {
  const day = dateText(date);
  return state === '' || day === '' ? joined('', [state, day]) : t.card.stateSince(state, day);
}

function option(value: unknown, date: unknown): string {
  const text = textOf(value);
  if (text !== 'N') return since(text === 'S' ? t.card.yes : text, date);
  const before = dateText(date);
  return before === '' ? t.card.no : t.card.noButOptedIn(before);
}

function address(data: ServiceRecord): string {
  const [kind, street, number] = [data['tipo_logradouro'], data['logradouro'], data['numero']].map(
    (value) => textOf(value),
  );
  const city = joined('/', [textOf(data['municipio']), textOf(data['uf'])]);
  return joined(', ', [
    joined(' ', [kind, street]),
    number,
    textOf(data['complemento']),
    textOf(data['bairro']),
    joined(' ', [city, postalText(data['cep'])]),
  ]);
}

function list(value: unknown, text: (item: unknown) => string, separator = ', '): string {
  return Array.isArray(value)
    ? joined(
        separator,
        value.map((one) => text(one)),
      )
    : textOf(value);
}

/** The lines of a person (spec, "CPF record"); fields that only repeat others are left out. */
function personEntries(id: string, data: ServiceRecord, now: number): Entry[] {
  const name = textOf(data['name']);
  const gender = textOf(data['gender']);
  const repeated = new Set(['name', 'gender', 'birthDate', ...repeats(id, data)]);
  return [
    { label: t.card.name, text: name },
    { label: t.card.gender, text: genderWord(gender) },
    { label: t.card.born, text: born(textOf(data['birthDate']), now) },
    ...furtherEntries(data, repeated),
  ];
}

export function genderWord(gender: string): string {
  if (gender === 'F') return t.card.female;
  return gender === 'M' ? t.card.male : gender;
}

function born(birthDate: string, now: number): string {
  const age = yearsSince(birthDate, now);
  if (age === undefined) return birthDate;
  return t.card.birthAndAge(birthDate, age);
}

/** Fields with the same content as other lines of the card. */
function repeats(id: string, data: ServiceRecord): string[] {
  const { cpf, name, nameUpper, birthDate, day, month, year } = data;
  const parts = [day, month, year].map((part) => textOf(part).padStart(2, '0')).join('/');
  return [
    ...(textOf(cpf).replace(/\D/g, '') === id ? ['cpf'] : []),
    ...(textOf(nameUpper) === textOf(name).toLocaleUpperCase('pt-BR') ? ['nameUpper'] : []),
    ...(parts === birthDate ? ['day', 'month', 'year'] : []),
  ];
}
