import type { IdentifierKind } from '../identifiers/types.js';

interface WantedKind {
  readonly kind: IdentifierKind;
}

/** A text is no identifier of a kind. The code is the reason. */
export interface IdentifierFacts {
  readonly empty: WantedKind;
  readonly format: WantedKind;
  readonly check_digit: WantedKind;
  readonly repeated: WantedKind;
}
