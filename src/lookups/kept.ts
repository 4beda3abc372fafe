import type { Clock } from '../base/clock.js';
import { asKnownError, ConfereError } from '../base/errors.js';
import type { WhyDoubtful } from '../base/facts.js';
import type { AccountTerms, Ledger, PriceKind, UndeliveredRecord } from '../ledger/index.js';
import { pricesOf } from '../money/book.js';
import { failedLookup, type Lookup, type LookupRequest } from './answer.js';

export interface Keeping {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly keyFingerprint: string;
  /** The name of this session among all that use the ledger. */
  readonly holder: string;
  readonly terms?: AccountTerms;
}

export function priceKindOf({ kind, birthDate }: LookupRequest): PriceKind {
  return birthDate === undefined ? kind : 'realtime';
}

export function inDoubt(
  { terms }: Pick<Keeping, 'terms'>,
  request: LookupRequest,
  why: WhyDoubtful,
) {
  const price = pricesOf(terms)[priceKindOf(request)];
  return failedLookup(request, new ConfereError('lookup_in_doubt', { price, ...why }));
}

/** Best effort: failing to count the reuse must not fail a lookup that has its answer. */
export async function countReused(
  { ledger, clock, keyFingerprint }: Keeping,
  { kind, birthDate }: LookupRequest,
): Promise<void> {
  const reused = { kind: birthDate === undefined ? kind : ('realtime' as const), keyFingerprint };
  await ledger.countReuse({ ...reused, at: clock.now() }).catch(asKnownError);
}

export function keptLookup({ input, kind, id }: LookupRequest, known: UndeliveredRecord): Lookup {
  const fetchedAt = new Date(known.fetchedAt).toISOString();
  return {
    answer: { input, kind, id, status: 'found', source: 'ledger', fetchedAt, data: known.data },
    answeredAt: known.fetchedAt,
    unshown: known.undelivered,
  };
}

/** What the answer depends on besides the identifier. */
export function askedOf({ birthDate = '' }: LookupRequest): string {
  return birthDate.replaceAll('/', '');
}
