import type { IdentifierKind } from '../../identifiers/index.js';
import { compareCompanies, compareSoleTraders } from './companies.js';
import { compareDates } from './dates.js';
import {
  bestOf,
  compareAmounts,
  compareCodes,
  compareNumbers,
  comparePhones,
  compareSeveralCodes,
} from './numbers.js';
import { comparePeople } from './people.js';
import {
  comparePlaces,
  compareStates,
  compareStreetTypes,
  compareStreets,
  compareTowns,
} from './places.js';
import {
  compareAbbreviated,
  compareEmails,
  compareHouseNumbers,
  compareLetterCodes,
  compareTexts,
} from './texts.js';
import { type Comparison, NOTHING, similar } from './verdict.js';

export type { Comparison } from './verdict.js';

/** A field of a record, by the names that lead to it: `['QSA', 'nome_socio']`. */
export interface ComparedField {
  readonly kind: IdentifierKind;
  readonly path: readonly string[];
}

type LookupRecord = Readonly<Record<string, unknown>>;

/** Compares a cell with the value of a field; `record` is the whole record, where it is at hand. */
export type Comparer = (cell: string, value: unknown, record?: LookupRecord) => Comparison;

/** Compares with one text, or with the best of a list. */
function ofText(
  compare: (cell: string, value: string, record: LookupRecord) => Comparison,
): Comparer {
  return (cell, value, record = {}) => {
    if (Array.isArray(value)) return bestOf(textsOf(value), (each) => compare(cell, each, record));
    return compare(cell, textOf(value), record);
  };
}

function ofTexts(compare: (cell: string, values: readonly string[]) => Comparison): Comparer {
  return (cell, value) => compare(cell, Array.isArray(value) ? textsOf(value) : [textOf(value)]);
}

function textsOf(values: readonly unknown[]): string[] {
  return values.map(textOf).filter((text) => text !== '');
}

/** Returns a value as text: a telephone with its area code, a yes or no as the service writes it. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'S' : 'N';
  if (typeof value !== 'object' || value === null) return '';
  const { ddd, numero } = value as LookupRecord;
  return numero === undefined ? '' : `${textOf(ddd)} ${textOf(numero)}`;
}

/** The service says that its `nameUpper` is the one to compare with. */
const person = ofText((cell, name, { nameUpper }) =>
  comparePeople(cell, cell === name ? name : textOf(nameUpper) || name),
);

const partner = ofText((cell, name) => {
  const found = comparePeople(cell, name);
  if (found.verdict === 'equal' || found.verdict === '') return found;
  const company = compareCompanies(cell, name);
  return company.verdict === 'equal' ? company : found;
});

const SOLE_TRADER = '2135';

const legalName = ofText((cell, name, record) => {
  const compare =
    record['codigo_natureza_juridica'] === SOLE_TRADER ? compareSoleTraders : compareCompanies;
  const found = compare(cell, name);
  const isTrade = found.verdict === 'different' && isOther(cell, record['nome_fantasia']);
  return isTrade ? similar('trade_name') : found;
});

const tradeName = ofText((cell, name, record) => {
  const found = compareCompanies(cell, name);
  const isLegal = found.verdict === 'different' && isOther(cell, record['razao_social']);
  return isLegal ? similar('legal_name') : found;
});

/** Returns whether a cell is the company's other name. */
function isOther(cell: string, other: unknown): boolean {
  return compareCompanies(cell, textOf(other)).verdict === 'equal';
}

const town = ofText((cell, name, record) => compareTowns(cell, name, textOf(record['uf'])));

const street = ofText((cell, name, record) =>
  compareStreets(cell, name, textOf(record['tipo_logradouro'])),
);

const [date, code, codes] = [
  ofText(compareDates),
  ofText(compareCodes),
  ofTexts(compareSeveralCodes),
];
const [text, place, letter] = [
  ofText(compareTexts),
  ofText(comparePlaces),
  ofText(compareLetterCodes),
];
const number = ofText(compareNumbers);

const comparers: Readonly<Record<IdentifierKind, Readonly<Partial<Record<string, Comparer>>>>> = {
  cpf: {
    cpf: code,
    name: person,
    nameUpper: person,
    gender: letter,
    birthDate: date,
    day: number,
    month: number,
    year: number,
  },
  cnpj: {
    cnpj: code,
    razao_social: legalName,
    nome_fantasia: tradeName,
    data_situacao_cadastral: date,
    data_inicio_atividade: date,
    cnae_principal: code,
    cnaes_secundarios: codes,
    codigo_natureza_juridica: code,
    tipo_logradouro: ofText(compareStreetTypes),
    logradouro: street,
    numero: ofText(compareHouseNumbers),
    bairro: place,
    cep: code,
    uf: ofText(compareStates),
    municipio: town,
    email: ofText(compareEmails),
    telefones: ofTexts(comparePhones),
    capital_social: ofText(compareAmounts),
    porte_empresa: ofText(compareAbbreviated),
    opcao_simples: letter,
    data_opcao_simples: date,
    opcao_mei: letter,
    data_opcao_mei: date,
    lgpd_anonimizado: letter,
    'telefones.ddd': code,
    'telefones.numero': code,
    'telefones.is_fax': letter,
    'QSA.nome_socio': partner,
    'QSA.cnpj_cpf_socio': code,
    'QSA.data_entrada_sociedade': date,
  },
};

/** Lists of objects have no value of their own. */
const WITHOUT_VALUE: ReadonlySet<string> = new Set(['QSA']);

/** Returns how a field is compared, as a text where nothing else is known; undefined for one without a value of its own. */
export function comparerOf({ kind, path }: ComparedField): Comparer | undefined {
  const name = path.join('.');
  return WITHOUT_VALUE.has(name) ? undefined : (comparers[kind][name] ?? text);
}

/**
 * Compares a cell of a file with the value of a record's field. The verdict is empty where one side says nothing.
 *
 * @param record The whole record: another name of a company, the state of a town, the kind of a street.
 */
export function compare(
  field: ComparedField,
  cell: string,
  value: unknown,
  record?: LookupRecord,
): Comparison {
  return comparerOf(field)?.(cell, value, record) ?? NOTHING;
}
