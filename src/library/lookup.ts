import { requireBirthDate } from '../batch/birth-date.js';
import { lookUp, lookupError } from '../batch/lookup.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { OpenDeps } from './deps.js';
import { validId } from './identifiers.js';
import type { Answer, LookupOptions } from './ledger-types.js';
import { reuseSince } from './options.js';
import { defined } from './service-options.js';

/** One lookup; a failure is thrown, a paid record never is. */
export async function lookUpIn<K extends IdentifierKind>(
  open: OpenDeps,
  kind: K,
  input: string,
  given: LookupOptions,
): Promise<Answer<K>> {
  const id = validId(kind, input);
  const { birthDate, signal } = given;
  const deps = open.service(defined({ signal }));
  const now = deps.clock.now();
  if (birthDate !== undefined) requireBirthDate(birthDate, now);
  if (deps.stop.aborted) throw deps.stop.reason;
  const request = {
    kind,
    input,
    id,
    reuseSince: reuseSince(given, now),
    ...defined({ birthDate }),
  };
  const { answer, failure } = await lookUp(deps, request);
  if (failure === undefined) return answer as Answer<K>;
  if (answer.status !== 'found') throw failure;
  return { ...(answer as Answer<K>), error: lookupError(failure) };
}
