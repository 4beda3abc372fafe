import { ConfereError } from '../base/errors.js';
import type { Cost, LookupVerdict, Permit, WantedLookup } from '../ledger/index.js';
import { unexpectedCharges } from '../money/balance.js';
import { overLimit } from '../money/budget.js';
import { settleLookup, type Watch } from '../money/settle.js';
import { failedLookup, type Lookup, type LookupCall, type LookupRequest } from './answer.js';
import { askedOf, countReused, inDoubt, keptLookup, priceKindOf, type Keeping } from './kept.js';
import type { createSessionSpending } from './session-spending.js';

/** What a session needs to begin a lookup. */
interface BeginDeps extends Keeping {
  /** Of the ms that a lookup waits for the balance. */
  readonly tell: (ms: number) => void;
  readonly watch: Watch;
  readonly spending: ReturnType<typeof createSessionSpending>;
}

/** Ms that a record which was never shown answers the lookup that asked for it, `--fresh` or not. */
export const UNSHOWN = 7 * 86_400_000;

/** Ms. */
const FIRST_POLL = 250;
const LONGEST_POLL = 4_000;

/**
 * Waits for others who ask for it, and settles a doubt. Returns the number under which it may be sent, or the answer.
 * @throws the reason of `stop`
 */
export async function begin(
  session: BeginDeps,
  request: LookupRequest,
  call: LookupCall,
): Promise<number | Lookup> {
  const { ledger, clock, spending } = session;
  const kind = priceKindOf(request);
  const failed = (failure: ConfereError) => failedLookup(request, failure);
  let wanted = wantedOf(session, request);
  let poll = FIRST_POLL;
  for (let looks = 0; ;) {
    const cost = await spending.costOf(kind, call, looks > 0);
    const found = await ledger.beginLookup({ ...wanted, cost, mayAsk: true, at: cost.at });
    switch (found.verdict) {
      case 'ask':
        spending.begun(kind);
        return found.num;
      case 'over_limit':
      case 'stopped':
      case 'not_alone':
      case 'too_many':
      case 'read_again': {
        const refusal = await refusalOf(session, found, cost, looks, call);
        if (refusal !== undefined) return failed(refusal);
        looks += 1;
        // A newer reading may show that it was charged.
        wanted = { ...wanted, proved: undefined };
        continue;
      }
      case 'known':
        await countReused(session, request);
        return keptLookup(request, found.record);
      case 'undelivered':
        return keptLookup(request, found.record);
      case 'may_ask':
      case 'wait':
        if (found.verdict === 'may_ask' || clock.now() + poll > call.until)
          return failed(new ConfereError('lookup_under_way', {}));
        await clock.sleep(poll, call.stop);
        poll = Math.min(1.25 * poll, LONGEST_POLL);
        wanted = afterWaiting(wanted, found);
        continue;
      case 'in_batch': {
        const { batch, state } = found;
        const { price } = cost;
        return failed(new ConfereError('lookup_in_batch', { batch, state, price }));
      }
      case 'doubtful': {
        const settled = await settleLookup({ ...session, ...call }, found.doubt);
        if (settled !== 'free') return inDoubt(session, request, settled);
        wanted = { ...wanted, proved: found.doubt.num };
      }
    }
  }
}

/** Why nothing may be asked for; undefined where the balance is to be looked at again. */
async function refusalOf(
  session: BeginDeps,
  found: Exclude<Permit, { verdict: 'granted' }>,
  cost: Cost,
  looks: number,
  call: LookupCall,
): Promise<ConfereError | undefined> {
  if (found.verdict === 'over_limit')
    return overLimit(found, { cost: cost.price, part: 'batch', fits: false });
  if (found.verdict === 'stopped')
    return unexpectedCharges(
      found.mark,
      cost.limits.some(({ of }) => of !== 'balance'),
    );
  if (await mayWaitFor(session, found, looks, call)) return undefined;
  const batches = found.verdict === 'not_alone' ? found.batches : [];
  return new ConfereError('balance_awaited', { batches });
}

/** Waits for the balance, and for jobs of ours that run; false without time, or where nobody watches a job to its end. */
async function mayWaitFor(
  { ledger, spending, tell }: BeginDeps,
  found: Permit,
  looks: number,
  call: LookupCall,
): Promise<boolean> {
  const batches = found.verdict === 'not_alone' ? found.batches : [];
  const held = batches.length === 0 ? [] : await ledger.findHeldBatches();
  if (!batches.every((id) => held.includes(id))) return false;
  if (looks === 1) tell(TOLD_AFTER);
  return spending.awaitLook(looks, call);
}

/** Ms that a wait for the balance is said to take at first. */
const TOLD_AFTER = 5_000;

type TimelessLookup = Omit<WantedLookup, 'at' | 'mayAsk' | 'cost'>;

export function wantedOf(
  { keyFingerprint, holder, clock }: Keeping,
  request: LookupRequest,
): TimelessLookup {
  const { kind, id, birthDate, reuseSince, word, waitedFor } = request;
  const isSimple = birthDate === undefined;
  return {
    kind,
    id,
    keyFingerprint,
    holder,
    acceptsDoubtsUntil: word,
    waitedFor,
    way: isSimple ? 'simple' : 'realtime',
    reuseSince: isSimple ? reuseSince : Infinity,
    asked: askedOf(request),
    undeliveredSince: clock.now() - UNSHOWN,
  };
}

/** The user's word does not cover a doubt that arises in the wait. */
function afterWaiting(
  wanted: TimelessLookup,
  { num, begunAt }: Extract<LookupVerdict, { verdict: 'wait' }>,
): TimelessLookup {
  const own = { ...wanted, word: undefined, waitedFor: num };
  // The record of a real-time lookup is found by its number.
  if (wanted.way === 'realtime') return own;
  return { ...own, reuseSince: Math.min(wanted.reuseSince, begunAt) };
}
