import type { Clock } from '../base/clock.js';
import { ignoreKnownError, ConfereError } from '../base/errors.js';
import type { WhyDoubtful } from '../base/facts.js';
import type { Requester } from '../base/requester.js';
import type { AccountTerms, Ledger, PriceKind, NewestRecord } from '../ledger/index.js';
import { resolvePrices } from '../money/book.js';
import { buildFailedLookup, type LookupResult, type LookupRequest } from './answer.js';

/** The ledger and the account of a session. */
export interface LookupDeps {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly keyFingerprint: string;
  /** The session's name, which no other session of this ledger ever has. */
  readonly holder: string;
  readonly terms?: AccountTerms;
  readonly requester: Requester;
}

export function findPriceKind({ kind, birthDate }: LookupRequest): PriceKind {
  return birthDate === undefined ? kind : 'realtime';
}

export function buildDoubtfulLookup(
  { terms }: Pick<LookupDeps, 'terms'>,
  request: LookupRequest,
  why: WhyDoubtful,
) {
  const price = resolvePrices(terms)[findPriceKind(request)];
  return buildFailedLookup(request, new ConfereError('lookup_in_doubt', { price, ...why }));
}

/** Counts a reuse of a record. An error of the ledger is ignored, because the lookup already has its answer. */
export async function countReuse(
  { ledger, clock, keyFingerprint, requester }: LookupDeps,
  request: LookupRequest,
): Promise<void> {
  const { kind, id } = request;
  const use = { ...requester, kind, id };
  const reuse = { kind: findPriceKind(request), keyFingerprint, at: clock.now(), use };
  await ledger.countReuse(reuse).catch(ignoreKnownError);
}

export function answerFromLedger(
  { input, kind, id }: LookupRequest,
  record: NewestRecord,
): LookupResult {
  const fetchedAt = new Date(record.fetchedAt).toISOString();
  return {
    answer: { input, kind, id, status: 'found', source: 'ledger', fetchedAt, data: record.data },
    answeredAt: record.fetchedAt,
    undeliveredLookup: record.undeliveredLookup,
  };
}

/** Returns the digits of the birth date, whose two forms ask for the same answer; an empty text without a date. */
export function readBirthDateDigits({ birthDate = '' }: LookupRequest): string {
  return birthDate.replaceAll('/', '');
}
