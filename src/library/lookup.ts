import type { Deps } from '../batch/dependencies.js';
import { requireBirthDate } from '../lookups/birth-date.js';
import {
  lookUp,
  lookupError,
  type Lookup,
  type LookupDeps,
  type LookupRequest,
} from '../lookups/lookup.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { OpenDeps } from './deps.js';
import { validId } from './identifiers.js';
import type { Answer, LookupOptions } from './ledger-types.js';
import { reuseSince } from './options.js';
import { defined } from './service-options.js';

/** Lookups that nobody has answered yet, by kind and identifier. */
export type UnderWay = Map<string, Promise<Lookup>>;

/** One lookup; a failure is thrown, a paid record never is. */
export async function lookUpIn<K extends IdentifierKind>(
  open: OpenDeps,
  underWay: UnderWay,
  kind: K,
  input: string,
  given: LookupOptions,
): Promise<Answer<K>> {
  const id = validId(kind, input);
  const { birthDate, signal } = given;
  const deps = open.service(defined({ signal }));
  const now = deps.clock.now();
  if (birthDate !== undefined) requireBirthDate(birthDate, now);
  const request = {
    kind,
    input,
    id,
    reuseSince: reuseSince(given, now),
    ...defined({ birthDate }),
  };
  const { answer, failure } = await inTurn(underWay, deps, request);
  if (failure === undefined) return answer as Answer<K>;
  if (answer.status !== 'found') throw failure;
  return { ...(answer as Answer<K>), error: lookupError(failure) };
}

/**
 * One after the other for one identifier: what the first has paid for answers the next, and what may have
 * been charged without an answer is not asked again by those that waited for it.
 */
async function inTurn(
  underWay: UnderWay,
  deps: LookupDeps & Pick<Deps, 'stop'>,
  request: LookupRequest,
): Promise<Lookup> {
  const key = `${request.kind} ${request.id}`;
  for (let other = underWay.get(key); other !== undefined; other = underWay.get(key)) {
    const { answer, failure } = (await other.catch(() => undefined)) ?? {};
    if (answer !== undefined && failure?.kind === 'unconfirmed') return { answer, failure };
  }
  if (deps.stop.aborted) throw deps.stop.reason;
  const asking = lookUp(deps, request).finally(() => underWay.delete(key));
  underWay.set(key, asking);
  return asking;
}
