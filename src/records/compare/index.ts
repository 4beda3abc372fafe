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
import { type Comparison, findBest, similar } from './verdict.js';

export type { Comparison } from './verdict.js';

type LookupRecord = Readonly<Record<string, unknown>>;

/**
 * Compares a cell of a file with the value of a record's field. The verdict is '' if one side has no letters or digits.
 *
 * `record`: the whole record, because other fields of it may decide: the state of a town, the kind of a street.
 */
export type Comparer = (cell: string, value: unknown, record?: LookupRecord) => Comparison;

/** Creates a comparer with a field that is a text, or a list of texts, of which the best one counts. */
function createTextComparer(
  compare: (cell: string, value: string, record: LookupRecord) => Comparison,
): Comparer {
  return (cell, value, record = {}) =>
    Array.isArray(value)
      ? findBest(listTexts(value).map((each) => compare(cell, each, record)))
      : compare(cell, toText(value), record);
}

/** Creates a comparer with a field that is a list, whose texts are compared with the cell together. */
function createListComparer(
  compare: (cell: string, values: readonly string[]) => Comparison,
): Comparer {
  return (cell, value) => compare(cell, listTexts(Array.isArray(value) ? value : [value]));
}

function listTexts(values: readonly unknown[]): string[] {
  return values.map(toText).filter((text) => text !== '');
}

/** Returns a value as text: a telephone with its area code, and a boolean as `S` or `N`. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'S' : 'N';
  if (typeof value !== 'object' || value === null) return '';
  const { ddd, numero } = value as LookupRecord;
  return numero === undefined ? '' : `${toText(ddd)} ${toText(numero)}`;
}

/** Compares with `nameUpper`, because the spec names this field for comparisons. */
const comparePersonName = createTextComparer((cell, name, { nameUpper }) =>
  comparePeople(cell, cell === name ? name : toText(nameUpper) || name),
);

const comparePartner = createTextComparer((cell, name) => {
  const found = comparePeople(cell, name);
  if (found.verdict === 'equal' || found.verdict === '') return found;
  const company = compareCompanies(cell, name);
  return company.verdict === 'equal' ? company : found;
});

const SOLE_TRADER = '2135';

const compareLegalName = createTextComparer((cell, name, record) => {
  const isSoleTrader = record['codigo_natureza_juridica'] === SOLE_TRADER;
  const found = (isSoleTrader ? compareSoleTraders : compareCompanies)(cell, name);
  return found.verdict === 'different' && equalsName(cell, record['nome_fantasia'])
    ? similar('trade_name')
    : found;
});

const compareTradeName = createTextComparer((cell, name, record) => {
  const found = compareCompanies(cell, name);
  return found.verdict === 'different' && equalsName(cell, record['razao_social'])
    ? similar('legal_name')
    : found;
});

function equalsName(cell: string, name: unknown): boolean {
  return compareCompanies(cell, toText(name)).verdict === 'equal';
}

const compareTown = createTextComparer((cell, name, { uf }) =>
  compareTowns(cell, name, toText(uf)),
);

const compareStreet = createTextComparer((cell, name, record) =>
  compareStreets(cell, name, toText(record['tipo_logradouro'])),
);

/** The comparer of each field; several fields are separated by blanks. */
const COMPARERS: readonly (readonly [Comparer, string])[] = [
  [comparePersonName, 'name nameUpper'],
  [comparePartner, 'QSA.nome_socio'],
  [compareLegalName, 'razao_social'],
  [compareTradeName, 'nome_fantasia'],
  [
    createTextComparer(compareDates),
    'birthDate data_situacao_cadastral data_inicio_atividade data_opcao_simples',
  ],
  [createTextComparer(compareDates), 'data_opcao_mei QSA.data_entrada_sociedade'],
  [
    createTextComparer(compareCodes),
    'cpf cnpj cnae_principal codigo_natureza_juridica cep telefones.ddd',
  ],
  [createTextComparer(compareCodes), 'telefones.numero QSA.cnpj_cpf_socio day month year'],
  [createListComparer(compareSeveralCodes), 'cnaes_secundarios'],
  [createListComparer(comparePhones), 'telefones'],
  [createTextComparer(compareAmounts), 'capital_social'],
  [
    createTextComparer(compareLetterCodes),
    'gender opcao_simples opcao_mei lgpd_anonimizado telefones.is_fax',
  ],
  [createTextComparer(compareAbbreviated), 'porte_empresa'],
  [createTextComparer(compareEmails), 'email'],
  [compareTown, 'municipio'],
  [createTextComparer(compareStates), 'uf'],
  [createTextComparer(comparePlaces), 'bairro'],
  [compareStreet, 'logradouro'],
  [createTextComparer(compareStreetTypes), 'tipo_logradouro'],
  [createTextComparer(compareHouseNumbers), 'numero'],
];

const comparerByField = new Map(
  COMPARERS.flatMap(([compare, fields]) => fields.split(' ').map((name) => [name, compare])),
);

const compareAsText = createTextComparer(compareTexts);

/**
 * Returns the comparer of a field: for an unknown field that of texts, and for the list of partners undefined, because
 * it consists of objects.
 *
 * @param path The names that lead to the field: `['QSA', 'nome_socio']`.
 */
export function findComparer(path: readonly string[]): Comparer | undefined {
  const name = path.join('.');
  return name === 'QSA' ? undefined : (comparerByField.get(name) ?? compareAsText);
}
