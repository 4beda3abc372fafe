import { requireBirthDate } from '../lookups/birth-date.js';
import {
  fromLedger,
  lookUp,
  type Lookup,
  type LookupDeps,
  type LookupRequest,
} from '../lookups/lookup.js';
import { ConfereError } from '../errors.js';
import type { IdentifierKind } from '../identifiers/index.js';
import { invalidAnswer, readIdentifier } from '../output/lookups/identifier-advice.js';
import { COST } from '../service/index.js';
import type { Budget } from './budget.js';

export interface Asked {
  readonly kind: IdentifierKind;
  readonly input: string;
  /** Makes it a real-time lookup. */
  readonly birthDate?: string;
}

export interface LookupSession extends LookupDeps {
  readonly budget: Budget;
  /** Age in ms up to which a paid record answers instead of the service. */
  readonly reuse: number;
}

export type LookUp = (asked: Asked, stop: AbortSignal) => Promise<Lookup>;

/**
 * Lookups of one session within its budget. What is in the ledger is free; what may have been charged
 * is not asked again; two requests for one identifier at the same time are one.
 * @throws ConfereError for a bad birth date, a used-up budget and a stop before anything was asked
 */
export function createLookups(session: LookupSession): LookUp {
  const doubtful = new Map<string, Lookup>();
  const underWay = new Map<string, Promise<Lookup>>();

  const ask = async (request: LookupRequest, key: string, stop: AbortSignal): Promise<Lookup> => {
    const lookup = await payFor(session, request, stop);
    if (lookup.failure?.kind === 'unconfirmed') doubtful.set(key, lookup);
    return lookup;
  };

  return async (asked, stop) => {
    const { kind, input, birthDate = '' } = asked;
    const reading = readIdentifier(input, kind);
    if (!reading.valid) return { answer: invalidAnswer(input, kind, reading.advice) };
    const now = session.clock.now();
    if (asked.birthDate !== undefined) requireBirthDate(asked.birthDate, now);
    const request = { ...asked, id: reading.id, reuseSince: now - session.reuse };
    const key = `${kind} ${reading.id} ${birthDate.replaceAll('/', '')}`;
    for (let other = underWay.get(key); other !== undefined; other = underWay.get(key)) {
      const lookup = await other.catch(() => undefined);
      if (lookup !== undefined && isAnswer(lookup)) return inWordsOf(asked, lookup);
    }
    const known = fromLedger(session.ledger, request) ?? doubtful.get(key);
    if (known !== undefined) return inWordsOf(asked, known);
    const asking = ask(request, key, stop).finally(() => underWay.delete(key));
    underWay.set(key, asking);
    return asking;
  };
}

/** Sets the cost aside, asks, and gives back what was not charged; a doubt keeps it. */
async function payFor(
  session: LookupSession,
  request: LookupRequest,
  stop: AbortSignal,
): Promise<Lookup> {
  stop.throwIfAborted();
  const { budget, client } = session;
  const cost = request.birthDate === undefined ? COST.simple : COST.realtime;
  if (!budget.reserve(cost)) throw overBudget(budget, cost);
  // Whatever is thrown here is a defect: then nobody knows, and the cost stays set aside.
  const lookup = await lookUp({ ...session, client: client.within({ stop }) }, request);
  if (!mayHaveCost(lookup)) budget.release(cost);
  return lookup;
}

function mayHaveCost({ answer, failure }: Lookup): boolean {
  const isPaid = answer.status === 'found' && answer.source === 'api';
  return isPaid || failure?.kind === 'unconfirmed';
}

/** An error of somebody else's request, such as its cancellation, is no answer to this one. */
function isAnswer({ answer: { status } }: Lookup): boolean {
  return status === 'found' || status === 'not_found' || status === 'unconfirmed';
}

function inWordsOf({ input }: Asked, lookup: Lookup): Lookup {
  return { ...lookup, answer: { ...lookup.answer, input } };
}

function overBudget(budget: Budget, cost: number): ConfereError {
  const told =
    budget.limit === 0
      ? 'This session may spend no credits, so it answers only what is paid for already; start it with --max-credits <n> to allow more.'
      : `This lookup may cost ${cost} credits, and ${budget.left()} of the ${budget.limit} that this session may spend are left; ` +
        'nothing was asked. Start it with a higher --max-credits to allow more.';
  return new ConfereError('credits', 'over_max_credits', told);
}
