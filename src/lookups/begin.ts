import { ConfereError } from '../base/errors.js';
import type { PricedRequest, Permit, WantedLookup } from '../ledger/index.js';
import { buildUnexpectedCharges } from '../money/balance.js';
import { buildOverLimit } from '../money/budget.js';
import { settleLookup, type Stopwatch } from '../money/settle.js';
import {
  buildFailedLookup,
  type LookupResult,
  type LookupCall,
  type LookupRequest,
} from './answer.js';
import {
  readBirthDateDigits,
  countReuse,
  buildDoubtfulLookup,
  answerFromLedger,
  findPriceKind,
  type LookupDeps,
} from './ledger-answers.js';
import type { createSessionSpending } from './session-spending.js';

/** The parts of a session that begin a lookup. */
interface BeginDeps extends LookupDeps {
  /** Called before a wait for the balance, with its length in ms. */
  readonly onWait: (ms: number) => void;
  readonly stopwatch: Stopwatch;
  readonly spending: ReturnType<typeof createSessionSpending>;
}

/**
 * How long (ms) a record that has not reached its user answers a repeat of its lookup, also with `--fresh`, because the
 * user has paid for the record without seeing it.
 */
export const UNDELIVERED_FOR = 7 * 86_400_000;

/**
 * Ms after which a session first checks whether another one has ended its lookup of the same identifier; the waits grow
 * up to `LONGEST_POLL`.
 */
const FIRST_POLL = 250;
const LONGEST_POLL = 4_000;

/**
 * Begins a lookup in the ledger, after waiting for other sessions that ask for the same identifier and settling an
 * earlier doubt. Returns the ledger's number of the lookup, which may now be sent, or the answer that makes sending
 * unnecessary or forbids it.
 * @throws the reason of `stop`
 */
export async function beginOrAnswer(
  session: BeginDeps,
  request: LookupRequest,
  call: LookupCall,
): Promise<number | LookupResult> {
  const { ledger, clock, spending } = session;
  const kind = findPriceKind(request);
  const buildFailed = (failure: ConfereError) => buildFailedLookup(request, failure);
  const beganAt = clock.now();
  let adjusted = request;
  let provedFree: number | undefined;
  let poll = FIRST_POLL;
  for (let waits = 0; ;) {
    const cost = await spending.priceLookup(kind, call, waits > 0);
    const wanted = buildWantedLookup(session, adjusted, beganAt);
    const { at } = cost;
    const result = await ledger.beginLookup({ ...wanted, provedFree, cost, mayBegin: true, at });
    switch (result.verdict) {
      case 'begun':
        spending.countBegun(kind);
        return result.num;
      case 'over_limit':
      case 'stopped':
      case 'not_alone':
      case 'too_many':
      case 'read_again': {
        const refusal = await waitOrBuildRefusal(session, result, cost, waits, call);
        if (refusal !== undefined) return buildFailed(refusal);
        waits += 1;
        // The next reading of the balance may show that the earlier lookup was charged after all.
        provedFree = undefined;
        continue;
      }
      case 'known':
        await countReuse(session, request);
        return answerFromLedger(request, result.record);
      case 'undelivered':
        return answerFromLedger(request, result.record);
      case 'may_begin':
      case 'wait':
        // `may_begin` answers only a call that must not begin a lookup, so it does not come here.
        if (result.verdict === 'may_begin' || clock.now() + poll > call.until)
          return buildFailed(new ConfereError('lookup_under_way', {}));
        await clock.sleep(poll, call.stop);
        poll = Math.min(1.25 * poll, LONGEST_POLL);
        adjusted = acceptRecordOfOther(adjusted, result.num, result.begunAt);
        continue;
      case 'in_batch': {
        const { batch, state } = result;
        const { price } = cost;
        return buildFailed(new ConfereError('lookup_in_batch', { batch, state, price }));
      }
      case 'doubtful': {
        const settled = await settleLookup({ ...session, ...call }, result.doubt);
        if (settled !== 'free') return buildDoubtfulLookup(session, request, settled);
        provedFree = result.doubt.num;
      }
    }
  }
}

/** Returns why nothing may be sent; undefined after a wait, when the balance is to be read again. */
async function waitOrBuildRefusal(
  session: BeginDeps,
  permit: Exclude<Permit, { verdict: 'granted' }>,
  cost: PricedRequest,
  waits: number,
  call: LookupCall,
): Promise<ConfereError | undefined> {
  if (permit.verdict === 'over_limit')
    return buildOverLimit(permit, { cost: cost.price, costOf: 'lookup', fitsBalance: false });
  if (permit.verdict === 'stopped')
    return buildUnexpectedCharges(
      permit.mark,
      cost.limits.some(({ of }) => of !== 'balance'),
    );
  if (await waitForBalance(session, permit, waits, call)) return undefined;
  const batches = permit.verdict === 'not_alone' ? permit.batches : [];
  return new ConfereError('balance_awaited', { batches });
}

/**
 * Waits until the balance may be read again. Returns false if the deadline comes first, or if one of the running jobs
 * that the balance has to show is watched by no process, because the ledger would never learn that the job has ended.
 */
async function waitForBalance(
  { ledger, spending, onWait }: BeginDeps,
  permit: Permit,
  waits: number,
  call: LookupCall,
): Promise<boolean> {
  const batches = permit.verdict === 'not_alone' ? permit.batches : [];
  const held = batches.length === 0 ? [] : await ledger.findHeldBatches();
  if (!batches.every((id) => held.includes(id))) return false;
  if (waits === 1) onWait(ANNOUNCED_WAIT);
  return spending.awaitNextReading(waits, call);
}

/** The wait (ms) that is announced to the user; how long the balance really takes cannot be known. */
const ANNOUNCED_WAIT = 5_000;

/** Builds the ledger's form of a request; `at`: when the lookup was asked for (epoch ms). */
export function buildWantedLookup(
  { keyFingerprint, holder, requester }: LookupDeps,
  request: LookupRequest,
  at: number,
): Omit<WantedLookup, 'mayBegin'> {
  const { kind, id, birthDate, reuseSince, acceptsDoubtsUntil, awaitedLookup } = request;
  const isSimple = birthDate === undefined;
  return {
    kind,
    id,
    keyFingerprint,
    holder,
    requester,
    acceptsDoubtsUntil,
    awaitedLookup,
    mode: isSimple ? 'simple' : 'realtime',
    reuseSince: isSimple ? reuseSince : Infinity,
    birthDateDigits: readBirthDateDigits(request),
    undeliveredSince: at - UNDELIVERED_FOR,
    at,
  };
}

/**
 * Returns the request after a wait for another lookup of the same identifier: a record that the other lookup has
 * fetched since `since` (epoch ms) answers the request, too. `num` is the ledger's number of the other lookup, by which
 * the ledger finds a real-time record.
 */
export function acceptRecordOfOther(
  request: LookupRequest,
  num: number | undefined,
  since: number,
): LookupRequest {
  return {
    ...request,
    // `--fresh` accepts the doubts that existed when the user typed it, but no doubt that the other lookup has just left.
    acceptsDoubtsUntil: undefined,
    awaitedLookup: num,
    reuseSince: Math.min(request.reuseSince, since),
  };
}
