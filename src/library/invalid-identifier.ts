import { ConfereError } from '../errors.js';
import type { IdentifierKind } from '../identifiers/index.js';

/** What was given is no identifier of this kind; nothing was asked. `code` is the reason. */
export class InvalidIdentifierError extends ConfereError {
  override readonly name = 'InvalidIdentifierError';
  constructor(
    readonly identifierKind: IdentifierKind,
    reason: string,
  ) {
    super('refused_input', reason, `This is no ${identifierKind.toUpperCase()} (${reason}).`);
  }
}
