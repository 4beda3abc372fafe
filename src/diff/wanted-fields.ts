import { readFields } from '../records/fields.js';

/** The field of a change that is not about the record. */
export const STATUS_FIELD = 'lookup_status';

/** Names for several fields in `--only`. */
export const fieldGroups: Readonly<Record<string, readonly string[]>> = {
  status: [STATUS_FIELD, 'situacao_cadastral', 'data_situacao_cadastral'],
  name: ['name', 'nameUpper', 'razao_social', 'nome_fantasia'],
  birth: ['birthDate', 'day', 'month', 'year'],
  partners: ['QSA'],
  address: [
    ...['tipo_logradouro', 'logradouro', 'numero', 'complemento', 'bairro', 'cep', 'uf'],
    'municipio',
  ],
  activities: ['cnae_principal', 'cnaes_secundarios'],
  contact: ['email', 'telefones'],
  capital: ['capital_social'],
  regime: [
    ...['porte_empresa', 'opcao_simples', 'data_opcao_simples', 'opcao_mei', 'data_opcao_mei'],
  ],
};

/** The fields to compare; undefined for all. */
export type WantedFields = ReadonlySet<string> | undefined;

/** Reads `--only`: groups and fields, also within partners and telephones. @throws UsageError `unknown_field` */
export function readWanted(list: string): ReadonlySet<string> {
  const besideRecord = [...Object.keys(fieldGroups), STATUS_FIELD];
  const names = readFields(list, { of: 'comparison', kind: 'both', besideRecord });
  return new Set(
    names.flatMap(({ name, isOfRecord }) => (isOfRecord ? undefined : fieldGroups[name]) ?? [name]),
  );
}

/** Returns the wanted ones of `fields`, and the wanted parts of the others: `QSA.nome_socio` of `QSA`. */
export function selectWanted(fields: readonly string[], wanted: WantedFields): readonly string[] {
  if (wanted === undefined) return fields;
  const whole = fields.filter((field) => wanted.has(field) || wanted.has(getTopField(field)));
  const parts = [...wanted].filter((name) => name !== getTopField(name) && !fields.includes(name));
  return [...whole, ...parts.filter((name) => fields.includes(getTopField(name)))];
}

function getTopField(field: string): string {
  return field.split('.')[0] ?? '';
}
