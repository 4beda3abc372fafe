import type { PeriodLimits } from '../../money/period-limits.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import { createLookupSession, type LookupSession } from '../../lookups/lookup-session.js';
import type { ConfereError } from '../../errors.js';
import { hidesDoubt, lookupError } from '../../lookups/lookup.js';
import { standingRule } from '../../lookups/stop-rule.js';
import { librarySentence } from '../sentences.js';
import { validId } from '../identifiers.js';
import type { Answer, LedgerOptions, LookupOptions } from './ledger-types.js';
import type { OpenAccount } from './open-account.js';
import { reuseSince } from '../options.js';

/** A session for the lookups of one open ledger, limited by the budgets of the day and the month alone. */
export function createLibraryLookups(
  { local }: OpenAccount,
  costs: LedgerOptions['costs'] = {},
  periods: PeriodLimits = {},
): LookupSession {
  const { ledger, clock, keyFingerprint, newId } = local;
  return createLookupSession({
    ...{ ledger, clock, keyFingerprint, holder: newId(), costs, periods, wording },
    stopRule: standingRule,
    reusesOwn: false,
  });
}

/** Makes one lookup. Throws a failure, except one that came with a paid record. */
export async function lookUpIn<K extends IdentifierKind>(
  open: OpenAccount,
  session: LookupSession,
  kind: K,
  input: string,
  given: LookupOptions,
): Promise<Answer<K>> {
  const id = validId(kind, input);
  const { birthDate, signal } = given;
  const { client, stop, clock, deadline, ledger } = open.service({ signal });
  stop.throwIfAborted();
  const word = given.fresh === true ? await ledger.tick() : undefined;
  const since = reuseSince(given, clock.now());
  const request = { kind, input, id, reuseSince: since, birthDate, word };
  const lookup = await session.lookUp(request, { client, stop, until: deadline });
  // The caller has it at the end of this turn; a later call asks anew.
  void session.shown(lookup);
  const { answer, failure } = lookup;
  if (failure === undefined) return answer as Answer<K>;
  if (answer.status !== 'found') throw failure;
  return { ...(answer as Answer<K>), error: lookupError(failure, wording) };
}

function wording(error: ConfereError): string {
  const told = librarySentence(error);
  return hidesDoubt(error) ? `${told} (it may have been charged)` : told;
}
