export type IdentifierKind = 'cpf' | 'cnpj';

/** The kinds of identifiers in a column of a file. */
export type ColumnKind = IdentifierKind | 'both';

/** Why a value is not an identifier. The contract fixes these names. */
export type InvalidReason =
  | 'empty'
  | 'format'
  | 'check_digit'
  | 'repeated'
  | 'ambiguous'
  | 'spreadsheet_number'
  | 'cpf_in_cnpj_column'
  | 'cnpj_root'
  | 'rejected_by_service'
  | 'erased';

/** The result of reading one value. `repaired`: leading zeros were restored. */
export type Reading =
  | {
      readonly valid: true;
      readonly kind: IdentifierKind;
      readonly id: string;
      readonly repaired: boolean;
    }
  | { readonly valid: false; readonly reason: InvalidReason };
