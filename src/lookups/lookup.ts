import { asKnownError, ConfereError } from '../base/errors.js';
import type { NewRecord } from '../ledger/index.js';
import { pricesOf } from '../money/book.js';
import { passedLimit } from '../money/budget.js';
import { markOutcomeShown, storeOutcome } from '../money/outbox.js';
import type { PeriodLimits } from '../money/period-limits.js';
import { createWatch, isUndecidable, UNDECIDABLE } from '../money/settle.js';
import { recordFields } from '../records/fields.js';
import {
  ServiceError,
  undecidable,
  type ServiceClient,
  type ServiceRecord,
} from '../service/index.js';
import {
  failedLookup,
  requireBirthDate,
  wordedLookup,
  type Lookup,
  type LookupCall,
  type LookupRequest,
  type Wording,
} from './answer.js';
import { begin, UNSHOWN, wantedOf } from './begin.js';
import { askedOf, countReused, inDoubt, keptLookup, priceKindOf, type Keeping } from './kept.js';
import { createSessionSpending, leftOfSession } from './session-spending.js';
import { createBreaker, notAsked, UNWRITABLE, type SessionRule } from './stop-rule.js';

export type { Keeping };

export interface LookupSessionOptions extends Keeping, PeriodLimits {
  readonly wording: Wording;
  /** Of the ms that a lookup waits for the balance. */
  readonly tell?: (ms: number) => void;
  readonly maxCredits?: number;
  /** Accepts charges beyond the balance. */
  readonly allowOverage?: boolean;
  readonly rule: SessionRule;
}

export type LookupSession = ReturnType<typeof createLookupSession>;

/** Knows which requests run, when to stop and what may be spent; the ledger knows what every session asks for. */
export function createLookupSession(options: LookupSessionOptions) {
  const session = sessionOf(options);
  const inTurn = createTurns();
  return {
    isOver: () => session.breaker.why() !== undefined,
    /** The limit that its requests turned out to have passed. */
    async passed(client: ServiceClient) {
      await session.spending.lastLook(client);
      return passedLimit(await leftOfSession(options));
    },
    /** Failures are part of the answer. @throws UsageError for an invalid birth date */
    async lookUp(request: LookupRequest, call: LookupCall): Promise<Lookup> {
      const { birthDate } = request;
      if (birthDate !== undefined) requireBirthDate(birthDate, options.clock.now());
      const lookup = await inTurn(request, (own) => lookUp(session, own, call));
      return wordedLookup(lookup, options.wording);
    },
  };
}

type Session = ReturnType<typeof sessionOf>;

function sessionOf(options: LookupSessionOptions) {
  return {
    tell: () => undefined,
    ...options,
    breaker: createBreaker(options.rule, options.clock),
    found: new Set<string>(),
    spending: createSessionSpending(options),
    // Several calls together may wait for what one has no time for.
    watch: createWatch(options),
  };
}

function keyOf({ kind, id }: LookupRequest): string {
  return `${kind} ${id}`;
}

/** Found in the ledger, or begun there, asked for within the limits, and its end written down. */
async function lookUp(session: Session, request: LookupRequest, call: LookupCall): Promise<Lookup> {
  const known = await find(session, request);
  if (known !== undefined) {
    await countReused(session, request);
    return known;
  }
  if (session.breaker.why() !== undefined || call.stop.aborted)
    return unasked(session, request, call);
  return session.spending.inTurn(priceKindOf(request), () =>
    call.stop.aborted ? unasked(session, request, call) : beginAndAsk(session, request, call),
  );
}

/** A paid record for a simple lookup. After the end of the session, what ended it comes first. */
async function find(session: Session, request: LookupRequest): Promise<Lookup | undefined> {
  const { kind, id, birthDate } = request;
  if (birthDate !== undefined) return undefined;
  const isOwn = session.rule.reusesOwn && session.found.has(keyOf(request));
  try {
    const known = await session.ledger.findNewestRecord(kind, id, isOwn ? 0 : request.reuseSince);
    return known && keptLookup(request, known);
  } catch (error) {
    if (session.breaker.why() === undefined) throw error;
    return undefined;
  }
}

/** That it may have been charged comes before why nothing is sent. */
async function unasked(session: Session, request: LookupRequest, { stop }: LookupCall) {
  const because = session.breaker.why();
  const doubt = await doubtAbout(session, request).catch(() => undefined);
  if (doubt !== undefined) return doubt;
  return failedLookup(request, because ? notAsked(because) : asKnownError(stop.reason));
}

async function doubtAbout(session: Session, request: LookupRequest): Promise<Lookup | undefined> {
  const doubt = await openDoubt(session, request);
  if (doubt === undefined) return undefined;
  return inDoubt(session, request, doubt.verdict === null ? { why: 'not_settled' } : UNDECIDABLE);
}

async function openDoubt(session: Session, request: LookupRequest) {
  const wanted = { ...wantedOf(session, request), mayAsk: false, at: session.clock.now() };
  const found = await session.ledger.beginLookup(wanted);
  return found.verdict === 'doubtful' ? found.doubt : undefined;
}

async function beginAndAsk(session: Session, request: LookupRequest, call: LookupCall) {
  const { breaker } = session;
  const notSent = breaker.test();
  const stop = AbortSignal.any([call.stop, breaker.signal()]);
  const client = call.client.within({ stop });
  const begun = await begin(session, request, { ...call, client, stop }).catch((error: unknown) =>
    failedLookup(request, asKnownError(error)),
  );
  if (typeof begun !== 'number') {
    notSent();
    return begun;
  }
  const lookup = await ask(session, { ...call, client, stop }, request, begun);
  if (lookup.answer.status === 'found') session.found.add(keyOf(request));
  breaker.asked(lookup);
  return lookup;
}

async function ask(session: Session, call: LookupCall, request: LookupRequest, num: number) {
  const { kind, id, birthDate } = request;
  const { ledger, spending } = session;
  const asked = call.client.within({
    beforeSend: () => ledger.confirmHold({ lookup: num }),
    mayPayAgain: async () => {
      const cost = await spending.costOf(priceKindOf(request), call, true);
      return (await ledger.repeatLookup(num, cost)).verdict === 'granted';
    },
  });
  let record: ServiceRecord;
  try {
    if (birthDate !== undefined) record = await asked.realtimeCpf(id, birthDate);
    else record = await (kind === 'cpf' ? asked.cpf(id) : asked.cnpj(id));
  } catch (error) {
    return endWithout(session, request, num, error);
  }
  return endFound(session, request, num, record);
}

/** While the database is away, the record waits on this machine. */
async function endFound(
  { ledger, clock, holder }: Session,
  request: LookupRequest,
  num: number,
  data: ServiceRecord,
): Promise<Lookup> {
  const { input, kind, id } = request;
  const now = clock.now();
  const answer = { input, kind, id, status: 'found', source: 'api', data } as const;
  const isKept = !answersNext(request, now);
  const unshown = isKept ? { asked: askedOf(request), data, fetchedAt: now } : undefined;
  // What was paid for is kept whatever the clock of the ledger says.
  const at = await ledger.now().catch(() => now);
  const outcome = { is: 'found', at, record: newRecord(request, data, now), unshown } as const;
  const found = { answer, answeredAt: now, unshown: isKept ? num : undefined };
  try {
    await ledger.endLookup(num, outcome);
    return found;
  } catch (error) {
    const waits = await storeOutcome(ledger, { num, holder, outcome }, error);
    const failure = new ConfereError(UNWRITABLE, { of: 'record', waits }, { cause: error });
    return { ...found, failure, unshown: waits ? found.unshown : undefined };
  }
}

/** After a defect, or if it cannot be stored, the outcome is unknown. */
async function endWithout(
  session: Session,
  request: LookupRequest,
  num: number,
  error: unknown,
): Promise<Lookup> {
  const { ledger, holder, clock } = session;
  const isFree = error instanceof ConfereError && error.kind !== 'unconfirmed';
  const at = await ledger.now().catch(() => clock.now());
  const outcome = isFree ? ({ is: 'free', at } as const) : ({ is: 'unknown' } as const);
  const unstored = await ledger.endLookup(num, outcome).catch(asKnownError);
  if (!(error instanceof ConfereError)) throw error;
  if (outcome.is === 'free') await storeOutcome(ledger, { num, holder, outcome }, unstored);
  const { input, kind, id } = request;
  if (error.code === 'not_found') {
    const answer = { input, kind, id, status: 'not_found', source: 'api' } as const;
    return { answer, answeredAt: clock.now() };
  }
  if (error.code === 'refused_input')
    return { answer: { input, kind, id, status: 'invalid' }, failure: error };
  return failedLookup(request, await withWhatIsKnown(session, request, error));
}

/** Says at once what the next run would say, where no balance can show any more whether it was charged. */
async function withWhatIsKnown(session: Session, request: LookupRequest, error: ConfereError) {
  if (!(error instanceof ServiceError && error.mayHaveCharged)) return error;
  try {
    const doubt = await openDoubt(session, request);
    if (doubt === undefined || !(await isUndecidable(session, doubt))) return error;
    return undecidable(error, pricesOf(session.terms)[priceKindOf(request)]);
  } catch {
    return error;
  }
}

/** Two lookups of one identifier never run in parallel: the later one finds the record of the other in the ledger. */
function createTurns() {
  const underWay = new Map<string, Promise<Lookup>>();
  return async (asked: LookupRequest, look: (request: LookupRequest) => Promise<Lookup>) => {
    const key = keyOf(asked);
    let request = asked;
    for (let other = underWay.get(key); other !== undefined; other = underWay.get(key))
      request = afterAnother(request, await other.catch(() => undefined));
    const looking = look(request).finally(() => underWay.delete(key));
    underWay.set(key, looking);
    return looking;
  };
}

/** The user's word does not cover a doubt that arose since. */
function afterAnother(request: LookupRequest, other: Lookup | undefined): LookupRequest {
  const own = { ...request, word: undefined };
  const { answer, answeredAt = Infinity, unshown } = other ?? {};
  if (answer?.status !== 'found' || answer.source !== 'api') return own;
  return { ...own, waitedFor: unshown, reuseSince: Math.min(request.reuseSince, answeredAt) };
}

/** If that fails, the next lookup shows it once more, which costs nothing. */
export async function markShown(
  { ledger, clock }: Pick<Keeping, 'ledger' | 'clock'>,
  { unshown, failure }: Lookup,
): Promise<void> {
  if (unshown === undefined) return;
  if (failure !== undefined) await markOutcomeShown(ledger, unshown, clock.now()).catch(() => null);
  else await ledger.markDelivered(unshown, clock.now()).catch(asKnownError);
}

/** Whether the record of the ledger answers the same request for as long as one that nobody was shown. */
function answersNext({ birthDate, reuseSince }: LookupRequest, now: number): boolean {
  return birthDate === undefined && reuseSince <= now - UNSHOWN;
}

/** A real-time record is reused for simple lookups if it is as complete as theirs. */
function newRecord(
  { kind, id, birthDate }: LookupRequest,
  data: ServiceRecord,
  fetchedAt: number,
): NewRecord | null {
  const single = birthDate === undefined;
  return single || isSimpleRecord(id, data) ? { kind, id, data, fetchedAt, single } : null;
}

/** Spec, "CPF record"; the shape of the real-time answer is not documented. */
function isSimpleRecord(id: string, data: ServiceRecord): boolean {
  const { cpf, name, birthDate } = data;
  return (
    recordFields('cpf').every((field) => field in data) &&
    typeof name === 'string' &&
    name.trim() !== '' &&
    /^\d{2}\/\d{2}\/\d{4}$/.test(String(birthDate)) &&
    String(cpf).replace(/\D/g, '') === id
  );
}
