import {
  compareAbbreviated,
  compareAmounts,
  compareCodes,
  compareEmails,
  compareHouseNumbers,
  compareLetterCodes,
  comparePhones,
  compareSeveralCodes,
  compareTexts,
} from './codes.js';
import { compareCompanies, compareSoleTraders } from './companies.js';
import { compareDates } from './dates.js';
import { comparePeople } from './people.js';
import {
  comparePlaces,
  compareStates,
  compareStreetTypes,
  compareStreets,
  compareTowns,
} from './places.js';
import { type Comparison, bestOf, similar } from './verdict.js';

export type { Comparison } from './verdict.js';

type LookupRecord = Readonly<Record<string, unknown>>;

/**
 * Compares a cell of a file with the value of a record's field. The verdict is empty where one side says nothing.
 *
 * `record`: the whole record: another name of a company, the state of a town, the kind of a street.
 */
export type Comparer = (cell: string, value: unknown, record?: LookupRecord) => Comparison;

/** Compares with one text, or with the best of a list. */
function ofText(
  compare: (cell: string, value: string, record: LookupRecord) => Comparison,
): Comparer {
  return (cell, value, record = {}) =>
    Array.isArray(value)
      ? bestOf(textsOf(value).map((each) => compare(cell, each, record)))
      : compare(cell, textOf(value), record);
}

function ofTexts(compare: (cell: string, values: readonly string[]) => Comparison): Comparer {
  return (cell, value) => compare(cell, textsOf(Array.isArray(value) ? value : [value]));
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
  const isSole = record['codigo_natureza_juridica'] === SOLE_TRADER;
  const found = (isSole ? compareSoleTraders : compareCompanies)(cell, name);
  return found.verdict === 'different' && isName(cell, record['nome_fantasia'])
    ? similar('trade_name')
    : found;
});

const tradeName = ofText((cell, name, record) => {
  const found = compareCompanies(cell, name);
  return found.verdict === 'different' && isName(cell, record['razao_social'])
    ? similar('legal_name')
    : found;
});

function isName(cell: string, name: unknown): boolean {
  return compareCompanies(cell, textOf(name)).verdict === 'equal';
}

const town = ofText((cell, name, { uf }) => compareTowns(cell, name, textOf(uf)));

const street = ofText((cell, name, record) =>
  compareStreets(cell, name, textOf(record['tipo_logradouro'])),
);

/** How each field is compared. */
const COMPARED: readonly (readonly [Comparer, string])[] = [
  [person, 'name nameUpper'],
  [partner, 'QSA.nome_socio'],
  [legalName, 'razao_social'],
  [tradeName, 'nome_fantasia'],
  [
    ofText(compareDates),
    'birthDate data_situacao_cadastral data_inicio_atividade data_opcao_simples',
  ],
  [ofText(compareDates), 'data_opcao_mei QSA.data_entrada_sociedade'],
  [ofText(compareCodes), 'cpf cnpj cnae_principal codigo_natureza_juridica cep telefones.ddd'],
  [ofText(compareCodes), 'telefones.numero QSA.cnpj_cpf_socio day month year'],
  [ofTexts(compareSeveralCodes), 'cnaes_secundarios'],
  [ofTexts(comparePhones), 'telefones'],
  [ofText(compareAmounts), 'capital_social'],
  [ofText(compareLetterCodes), 'gender opcao_simples opcao_mei lgpd_anonimizado telefones.is_fax'],
  [ofText(compareAbbreviated), 'porte_empresa'],
  [ofText(compareEmails), 'email'],
  [town, 'municipio'],
  [ofText(compareStates), 'uf'],
  [ofText(comparePlaces), 'bairro'],
  [street, 'logradouro'],
  [ofText(compareStreetTypes), 'tipo_logradouro'],
  [ofText(compareHouseNumbers), 'numero'],
];

const comparers = new Map(
  COMPARED.flatMap(([compare, fields]) => fields.split(' ').map((name) => [name, compare])),
);

const otherText = ofText(compareTexts);

/**
 * Returns how a field is compared, as a text where nothing else is known; undefined for the list of partners, which has
 * no value of its own.
 *
 * @param path The names that lead to the field: `['QSA', 'nome_socio']`.
 */
export function comparerOf(path: readonly string[]): Comparer | undefined {
  const name = path.join('.');
  return name === 'QSA' ? undefined : (comparers.get(name) ?? otherText);
}
