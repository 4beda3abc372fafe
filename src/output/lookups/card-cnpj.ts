import type { ServiceRecord } from '../../service/index.js';
import type { Activities } from '../../records/activities.js';
import type { Entry } from '../terminal/card.js';
import {
  partnersOf,
  activityText,
  dateText,
  furtherEntries,
  moneyText,
  natureText,
  phoneText,
  postalText,
  textOf,
} from './record-values.js';
import type { Paint } from '../terminal/terminal.js';
import { t } from '../../messages/index.js';

/** The lines of a company (spec, "CNPJ record"), except its partners. */
export function companyEntries(
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
      text: joined(
        ' ',
        natureText(data['codigo_natureza_juridica']),
        textOf(data['natureza_juridica']),
      ),
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
  return state === '' || day === '' ? joined('', state, day) : t.card.stateSince(state, day);
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
  const city = joined('/', textOf(data['municipio']), textOf(data['uf']));
  return joined(
    ', ',
    joined(' ', kind, street),
    number,
    textOf(data['complemento']),
    textOf(data['bairro']),
    joined(' ', city, postalText(data['cep'])),
  );
}

function list(value: unknown, text: (item: unknown) => string, separator = ', '): string {
  return Array.isArray(value) ? joined(separator, ...value.map((one) => text(one))) : textOf(value);
}

function joined(separator: string, ...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(separator);
}
