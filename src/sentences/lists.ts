import type { ListedColumn, RecordPlace, SomeLines } from '../errors/input.js';
import type { ColumnKind } from '../identifiers/types.js';
import { formatNumber, t } from '../messages/index.js';

const MAX_LISTED = 30;

/** `lines 3, 17 and 21 more`. */
export function listLines({ count, first }: SomeLines): string {
  const more = count - first.length;
  const listed = first.map((number) => formatNumber(number)).join(', ');
  return t.input.lines(count, listed, more > 0 ? t.input.andMore(formatNumber(more)) : '');
}

/** For example `1 "CNPJ", 2 "Nome"`: the possible values of an option. */
export function listColumns(columns: readonly ListedColumn[]): string {
  return listSome(columns.map(({ option, name }) => `${option} ${name}`));
}

/** The first items, and the number of the others. */
export function listSome(items: readonly string[]): string {
  const more = items.length - MAX_LISTED;
  return items.slice(0, MAX_LISTED).join(', ') + (more > 0 ? t.input.andMore(more) : '');
}

export function placeOfRecord(place: RecordPlace): string {
  if (place === 'before_the_first_row') return t.input.linesBeforeFirstRow;
  return 'line' in place ? t.input.line(place.line) : t.batch.rowWithHeader(place.row);
}

/** `CPF`; in a column of both kinds `CPF or CNPJ`. */
export function kindName(kind: ColumnKind): string {
  if (kind === 'both') return t.input.cpfOrCnpj;
  return kind === 'cpf' ? 'CPF' : 'CNPJ';
}

export function validKinds(kind: ColumnKind): string {
  return kind === 'both' ? t.input.validBoth : t.input.validOf(kindName(kind));
}

/** Rounded down, so that 100% means all. */
export function percent(share: number): string {
  return `${Math.floor(share * 100)}%`;
}
