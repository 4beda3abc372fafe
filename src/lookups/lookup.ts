import { ignoreKnownError, returnKnownError, ConfereError } from '../base/errors.js';
import type { NewRecord } from '../ledger/index.js';
import { resolvePrices } from '../money/book.js';
import { findExceededLimitError } from '../money/budget.js';
import { markOutcomeDelivered, writeWaitingOutcome } from '../money/outbox.js';
import type { PeriodLimits } from '../money/period-limits.js';
import { createStopwatch, isUndecidable, UNDECIDABLE } from '../money/settle.js';
import { recordFields } from '../records/fields.js';
import {
  ServiceError,
  markUndecidable,
  type ServiceClient,
  type ServiceRecord,
} from '../service/index.js';
import {
  buildFailedLookup,
  requireBirthDate,
  addErrorText,
  type LookupResult,
  type LookupCall,
  type LookupRequest,
  type ErrorWriter,
} from './answer.js';
import { acceptRecordOfOther, beginOrAnswer, buildWantedLookup, UNDELIVERED_FOR } from './begin.js';
import {
  readBirthDateDigits,
  countReuse,
  buildDoubtfulLookup,
  answerFromLedger,
  findPriceKind,
  type LookupDeps,
} from './ledger-answers.js';
import { createSessionSpending, readLimitsLeft } from './session-spending.js';
import { createBreaker, buildNotAskedError, UNWRITABLE, type SessionRule } from './stop-rule.js';

export type { LookupDeps };

export interface LookupSessionOptions extends LookupDeps, PeriodLimits {
  readonly errorWriter: ErrorWriter;
  /** Called before a wait for the balance, with its length in ms. */
  readonly onWait?: (ms: number) => void;
  readonly maxCredits?: number;
  /** Accepts charges beyond the balance. */
  readonly allowOverage?: boolean;
  readonly rule: SessionRule;
}

export type LookupSession = ReturnType<typeof createLookupSession>;

/**
 * Opens a session of single lookups, for command, library and MCP alike. The session knows which of its requests run,
 * when to stop, and what may be spent; the requests of other sessions are in the ledger.
 */
export function createLookupSession(options: LookupSessionOptions) {
  const session = buildSession(options);
  const runOnePerIdentifier = createTurns();
  const paid = { cpf: 0, cnpj: 0, realtime: 0 };
  const hasPaidNothing = () => Object.values(paid).every((count) => count === 0);
  return {
    /** The records that the session has paid for, by kind of price. */
    paid,
    /** Whether the session has paid for nothing. */
    hasPaidNothing,
    isOver: () => session.breaker.findStopReason() !== undefined,
    /**
     * Returns the error of a limit that the requests of the session turned out to have passed, if any. Best effort: all
     * lookups have their answers by then, so a ledger that cannot be read changes nothing.
     */
    async findExceededLimitError(client: ServiceClient): Promise<ConfereError | undefined> {
      if (hasPaidNothing()) return undefined;
      return readPassedLimitError(session, client).catch(() => undefined);
    },
    /** Looks up one identifier; a failure is part of the answer. @throws UsageError `bad_birth_date` */
    async lookUp(request: LookupRequest, call: LookupCall): Promise<LookupResult> {
      const { birthDate } = request;
      if (birthDate !== undefined) requireBirthDate(birthDate, options.clock.now());
      const lookup = await runOnePerIdentifier(request, (adjusted) =>
        answerOrAsk(session, adjusted, call),
      );
      const { status, source } = lookup.answer;
      if (status === 'found' && source === 'api') paid[findPriceKind(request)] += 1;
      return addErrorText(lookup, options.errorWriter);
    },
  };
}

async function readPassedLimitError(session: Session, client: ServiceClient) {
  await session.spending.readAtEnd(client);
  return findExceededLimitError(await readLimitsLeft(session));
}

type Session = ReturnType<typeof buildSession>;

function buildSession(options: LookupSessionOptions) {
  return {
    onWait: () => undefined,
    ...options,
    breaker: createBreaker(options.rule, options.clock),
    /** The kind and id of each identifier with a record that this session found. */
    foundIdentifiers: new Set<string>(),
    spending: createSessionSpending(options),
    // The whole session has one stopwatch, so that several short calls together wait long enough to settle a doubt.
    stopwatch: createStopwatch(options),
  };
}

function buildIdentifierKey({ kind, id }: LookupRequest): string {
  return `${kind} ${id}`;
}

/** Answers from the ledger; otherwise begins the lookup there, asks the service and stores the outcome. */
async function answerOrAsk(
  session: Session,
  request: LookupRequest,
  call: LookupCall,
): Promise<LookupResult> {
  const ledgerAnswer = await findInLedger(session, request);
  if (ledgerAnswer !== undefined) {
    await countReuse(session, request);
    return ledgerAnswer;
  }
  if (session.breaker.findStopReason() !== undefined || call.stop.aborted)
    return answerUnasked(session, request, call);
  return session.spending.runInTurn(findPriceKind(request), () =>
    call.stop.aborted ? answerUnasked(session, request, call) : beginAndAsk(session, request, call),
  );
}

/**
 * Finds a paid record for a simple lookup. An error of the ledger is ignored once the session has ended, so that the
 * user reads the error that ended the session.
 */
async function findInLedger(
  session: Session,
  request: LookupRequest,
): Promise<LookupResult | undefined> {
  const { kind, id, birthDate } = request;
  if (birthDate !== undefined) return undefined;
  const isSessionRecord =
    session.rule.reusesSessionRecords && session.foundIdentifiers.has(buildIdentifierKey(request));
  try {
    const since = isSessionRecord ? 0 : request.reuseSince;
    const record = await session.ledger.findNewestRecord(kind, id, since);
    return record && answerFromLedger(request, record);
  } catch (error) {
    if (session.breaker.findStopReason() === undefined) throw error;
    return undefined;
  }
}

/**
 * Answers with the doubt about an earlier lookup, if there is one, or else with the reason for not sending this one.
 */
async function answerUnasked(session: Session, request: LookupRequest, { stop }: LookupCall) {
  const stopReason = session.breaker.findStopReason();
  const doubt = await findDoubtfulAnswer(session, request).catch(() => undefined);
  if (doubt !== undefined) return doubt;
  return buildFailedLookup(
    request,
    stopReason ? buildNotAskedError(stopReason) : returnKnownError(stop.reason),
  );
}

async function findDoubtfulAnswer(
  session: Session,
  request: LookupRequest,
): Promise<LookupResult | undefined> {
  const doubt = await findOpenDoubt(session, request);
  if (doubt === undefined) return undefined;
  return buildDoubtfulLookup(
    session,
    request,
    doubt.verdict === null ? { why: 'not_settled' } : UNDECIDABLE,
  );
}

async function findOpenDoubt(session: Session, request: LookupRequest) {
  const wanted = buildWantedLookup(session, request, session.clock.now());
  const result = await session.ledger.beginLookup({ ...wanted, mayBegin: false });
  return result.verdict === 'doubtful' ? result.doubt : undefined;
}

async function beginAndAsk(session: Session, request: LookupRequest, call: LookupCall) {
  const { breaker } = session;
  const cancelTrial = breaker.beginTrial();
  const stop = AbortSignal.any([call.stop, breaker.signal()]);
  const client = call.client.withBounds({ stop });
  const numOrAnswer = await beginOrAnswer(session, request, { ...call, client, stop }).catch(
    (error: unknown) => buildFailedLookup(request, returnKnownError(error)),
  );
  if (typeof numOrAnswer !== 'number') {
    cancelTrial();
    return numOrAnswer;
  }
  const lookup = await askService(session, { ...call, client, stop }, request, numOrAnswer);
  if (lookup.answer.status === 'found') session.foundIdentifiers.add(buildIdentifierKey(request));
  breaker.record(lookup);
  return lookup;
}

/** Sends the lookup with the number `num` of the ledger, and stores its outcome in the ledger. */
async function askService(session: Session, call: LookupCall, request: LookupRequest, num: number) {
  const { kind, id, birthDate } = request;
  const { ledger, spending } = session;
  const lookupClient = call.client.withBounds({
    beforeSend: () => ledger.confirmHold({ lookup: num }),
    mayPayAgain: async () => {
      const cost = await spending.priceLookup(findPriceKind(request), call, true);
      return (await ledger.repeatLookup(num, cost)).verdict === 'granted';
    },
  });
  let record: ServiceRecord;
  try {
    if (birthDate !== undefined) record = await lookupClient.realtimeCpf(id, birthDate);
    else record = await (kind === 'cpf' ? lookupClient.cpf(id) : lookupClient.cnpj(id));
  } catch (error) {
    return storeFailure(session, request, num, error);
  }
  return storeFound(session, request, num, record);
}

/** Stores a paid record in the ledger, or in a file of this machine while the database is away. */
async function storeFound(
  { ledger, clock, holder }: Session,
  request: LookupRequest,
  num: number,
  data: ServiceRecord,
): Promise<LookupResult> {
  const { input, kind, id } = request;
  const now = clock.now();
  const answer = { input, kind, id, status: 'found', source: 'api', data } as const;
  // If the stored record would not answer a repeat of the request, the ledger keeps a copy until the user has it.
  const needsCopy = !isReusedForAWeek(request, now);
  const undeliveredCopy = needsCopy
    ? { asked: readBirthDateDigits(request), data, fetchedAt: now }
    : undefined;
  // The time of this machine replaces the ledger's if the database is away, because a paid record must not be lost.
  const at = await ledger.now().catch(() => now);
  const outcome = {
    is: 'found',
    at,
    record: buildNewRecord(request, data, now),
    unshown: undeliveredCopy,
  } as const;
  const found: LookupResult = {
    answer,
    answeredAt: now,
    undeliveredLookup: needsCopy ? num : undefined,
  };
  try {
    await ledger.endLookup(num, outcome);
    return found;
  } catch (error) {
    const isInFile = await writeWaitingOutcome(ledger, { num, holder, outcome }, error);
    const failure = new ConfereError(
      UNWRITABLE,
      { of: 'record', waits: isInFile },
      { cause: error },
    );
    return { ...found, failure, undeliveredLookup: isInFile ? found.undeliveredLookup : undefined };
  }
}

/**
 * Stores the outcome of a lookup without a record. The outcome is unknown if the service may have charged the lookup,
 * if confere has a defect, or if the ledger cannot be written. @throws an error that is not a ConfereError
 */
async function storeFailure(
  session: Session,
  request: LookupRequest,
  num: number,
  error: unknown,
): Promise<LookupResult> {
  const { ledger, holder, clock } = session;
  const isKnownFree = error instanceof ConfereError && error.kind !== 'unconfirmed';
  const at = await ledger.now().catch(() => clock.now());
  const outcome = isKnownFree ? ({ is: 'free', at } as const) : ({ is: 'unknown' } as const);
  const storeError = await ledger.endLookup(num, outcome).catch(returnKnownError);
  if (!(error instanceof ConfereError)) throw error;
  if (outcome.is === 'free' && storeError !== undefined)
    await writeWaitingOutcome(ledger, { num, holder, outcome }, storeError);
  const { input, kind, id } = request;
  if (error.code === 'not_found') {
    const answer = { input, kind, id, status: 'not_found', source: 'api' } as const;
    return { answer, answeredAt: clock.now() };
  }
  if (error.code === 'refused_input')
    return { answer: { input, kind, id, status: 'invalid' }, failure: error };
  return buildFailedLookup(request, await explainIfUndecidable(session, request, error));
}

/**
 * Adds the price of another request to an error whose doubt no balance can settle any more: the user learns now what
 * the next run would say.
 */
async function explainIfUndecidable(session: Session, request: LookupRequest, error: ConfereError) {
  if (!(error instanceof ServiceError && error.mayHaveCharged)) return error;
  try {
    const doubt = await findOpenDoubt(session, request);
    if (doubt === undefined || !(await isUndecidable(session, doubt))) return error;
    return markUndecidable(error, resolvePrices(session.terms)[findPriceKind(request)]);
  } catch {
    return error;
  }
}

/**
 * Runs the lookups of one identifier one after the other, so that the later one finds the record of the earlier one in
 * the ledger.
 */
function createTurns() {
  const underWay = new Map<string, Promise<LookupResult>>();
  return async (
    original: LookupRequest,
    lookUp: (request: LookupRequest) => Promise<LookupResult>,
  ) => {
    const key = buildIdentifierKey(original);
    let request = original;
    for (let other = underWay.get(key); other !== undefined; other = underWay.get(key))
      request = adjustAfterOther(request, await other.catch(() => undefined));
    const lookup = lookUp(request).finally(() => underWay.delete(key));
    underWay.set(key, lookup);
    return lookup;
  };
}

function adjustAfterOther(request: LookupRequest, other: LookupResult | undefined): LookupRequest {
  const { answer, answeredAt = Infinity, undeliveredLookup } = other ?? {};
  const isPaid = answer?.status === 'found' && answer.source === 'api';
  // The user's consent does not cover a doubt that the other lookup has left, because the user did not know of it.
  return isPaid
    ? acceptRecordOfOther(request, undeliveredLookup, answeredAt)
    : { ...request, acceptsDoubtsUntil: undefined };
}

/**
 * Stores that a record has reached its user. Best effort: after a failure the next lookup delivers the record once
 * more, which costs nothing.
 */
export async function markDelivered(
  { ledger, clock }: Pick<LookupDeps, 'ledger' | 'clock'>,
  { undeliveredLookup, failure }: LookupResult,
): Promise<void> {
  if (undeliveredLookup === undefined) return;
  if (failure !== undefined)
    await markOutcomeDelivered(ledger, undeliveredLookup, clock.now()).catch(() => null);
  else await ledger.markDelivered(undeliveredLookup, clock.now()).catch(ignoreKnownError);
}

/** Whether the stored record answers a repeat of this request for seven days, so that no undelivered copy is needed. */
function isReusedForAWeek({ birthDate, reuseSince }: LookupRequest, now: number): boolean {
  return birthDate === undefined && reuseSince <= now - UNDELIVERED_FOR;
}

/**
 * Builds the record that answers other lookups. Returns null for a real-time record that lacks what a simple one has.
 */
function buildNewRecord(
  { kind, id, birthDate }: LookupRequest,
  data: ServiceRecord,
  fetchedAt: number,
): NewRecord | null {
  const isSimple = birthDate === undefined;
  return isSimple || isSimpleRecord(id, data)
    ? { kind, id, data, fetchedAt, single: isSimple }
    : null;
}

/**
 * Whether a real-time record is as complete as a simple one (spec, "CPF record"). The spec documents no shape of
 * real-time records, so they may have fewer fields.
 */
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
