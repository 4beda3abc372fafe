import { UsageError } from '../../errors.js';
import type { MeantColumn } from '../../errors/input.js';
import type { ColumnKind } from '../../identifiers/types.js';
import { listedColumns } from '../describe-layout.js';
import type { InputLayout } from '../types.js';

interface ReadColumn {
  readonly column: number;
  readonly kind: ColumnKind;
  readonly meant?: MeantColumn;
}

/** The refusal of a column without an identifier, which names the one that is meant, or the kind. */
export function noValidCell(
  { columns }: Pick<InputLayout, 'columns'>,
  { column, kind, meant }: ReadColumn,
  file: string,
  reasons: Readonly<Record<string, number>> = {},
): UsageError {
  const { option, name } = listedColumns(columns, [column])[0] ?? { option: '', name: '' };
  const isSame = meant?.option === option;
  // Eight digits of a CNPJ, filled up with zeros, are a CPF by chance.
  const isOther = isSame && meant.kind !== 'both' && kind !== 'both' && !reasons['cnpj_root'];
  if (isOther)
    return new UsageError('other_kind', { file, ...meant, kind: meant.kind, wanted: kind });
  const other = isSame ? undefined : meant;
  return new UsageError('no_valid_cell', { file, option, name, kind, reasons, meant: other });
}
