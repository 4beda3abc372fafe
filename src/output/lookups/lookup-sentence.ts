import type { ConfereError } from '../../errors.js';
import { formatId, maskCpf, type IdentifierKind } from '../../identifiers/index.js';
import type { LookupEvent } from '../../lookups/begin-lookup.js';
import { hidesDoubt, type Lookup } from '../../lookups/answer.js';
import type { NextSteps } from '../../messages/reader.js';
import { attributed } from '../errors/service.js';
import { errorSentence } from '../errors/index.js';
import { t } from '../../messages/index.js';

/** Says that a lookup waits for the balance, or that an identifier which was given up is asked for again. */
export function eventLine(event: LookupEvent): string {
  const told =
    event.type === 'settling'
      ? t.lookups.waitingForBalance(Math.ceil(event.ms / 1000))
      : t.lookups.givenUpAskedAgain(shownId(event.kind, event.id), event.batch);
  return `${told}\n`;
}

/** A CPF is masked, as everywhere on stderr. */
export function shownId(kind: IdentifierKind, id: string): string {
  return kind === 'cpf' ? maskCpf(id) : formatId(kind, id);
}

/** Asks for the user's word. `price`: credits that asking again may cost. */
export function askAgainQuestion(price: number): string {
  return t.lookups.askAgain(price);
}

/** A lookup for people: the service's own words in it are quoted. */
export function shownLookup(lookup: Lookup): Lookup {
  const { answer, failure } = lookup;
  if (failure === undefined || answer.error === undefined) return lookup;
  const message = attributed(failure.facts, answer.error.message);
  return { ...lookup, answer: { ...answer, error: { ...answer.error, message } } };
}

/** The sentence of a lookup's error for the command line. */
export function lookupSentence(error: ConfereError, next: NextSteps): string {
  const told = errorSentence(error, next);
  return hidesDoubt(error) ? `${told} (${t.service.mayBeChargedLookup})` : told;
}
