import { formatId, type IdentifierKind } from '../../identifiers/index.js';
import type { Lookup } from '../../lookups/lookup.js';
import type { FieldPath } from '../../records/field-list.js';
import type { ServiceRecord } from '../../service/index.js';
import { say } from '../../text/index.js';
import { rowsText, type Column } from '../terminal/rows.js';
import type { Look } from '../terminal/terminal.js';
import { genderWord } from './card-cpf.js';
import { fieldEntries } from './lookup-fields.js';
import { dateText, textOf } from './record-values.js';

/** A found record. */
export interface FoundLookup {
  readonly lookup: Lookup;
  readonly data: ServiceRecord;
}

/** Several records as one table: what tells them apart, or with `fields` these. */
export function lookupTable(
  found: readonly FoundLookup[],
  kind: IdentifierKind,
  look: Look,
  fields?: readonly FieldPath[],
): string {
  if (found.length === 0) return '';
  const columns = fields === undefined ? usual(kind) : fields.map(({ name }) => cut(name));
  const cells = ({ lookup, data }: FoundLookup) =>
    fields === undefined
      ? usualCells(kind, data)
      : fieldEntries(lookup, fields).map(({ text }) => text);
  const rows = found.map((one) => [formatId(kind, one.lookup.answer.id ?? ''), ...cells(one)]);
  return rowsText([{ title: kind.toUpperCase() }, ...columns], rows, look);
}

function usual(kind: IdentifierKind): Column[] {
  return kind === 'cpf'
    ? [cut(say`Name`), { title: say`Gender`, ifNarrow: 'omit' }, { title: say`Born` }]
    : [
        cut(say`Legal name`),
        { title: say`Status` },
        { title: say`Opened`, ifNarrow: 'omit' },
        cut(say`City`),
      ];
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
