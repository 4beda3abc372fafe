import type { IdentifierKind } from '../identifiers/types.js';

/** A text is no identifier of a kind. The code is the reason. */
export interface IdentifierFacts {
  readonly empty: { readonly kind: IdentifierKind };
  readonly format: { readonly kind: IdentifierKind };
  readonly check_digit: { readonly kind: IdentifierKind };
  readonly repeated: { readonly kind: IdentifierKind };
}
