import type { ConfereError } from '../../errors.js';
import { hidesDoubt } from '../../lookups/lookup.js';
import { errorSentence } from '../errors/index.js';
import { inDoubt } from '../errors/service.js';

/** The sentence of a lookup's error for the command line. */
export function lookupSentence(error: ConfereError): string {
  const told = errorSentence(error);
  return hidesDoubt(error) ? `${told} (${inDoubt()})` : told;
}
