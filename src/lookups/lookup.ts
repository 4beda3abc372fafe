import { asKnownError } from '../errors.js';
import type { Cost } from '../ledger/index.js';
import type { Watch } from '../money/settle-by-balance.js';
import type { ServiceClient, ServiceRecord } from '../service/index.js';
import {
  failedLookup,
  lookupError,
  type Lookup,
  type LookupRequest,
  type Wording,
} from './answer.js';
import { beginLookup, doubtAbout, type LookupEvent } from './begin-lookup.js';
import {
  countReused,
  endInDoubt,
  endWithoutRecord,
  findKept,
  storeFound,
  type Keeping,
} from './kept-records.js';
import type { SessionSpending } from './session-spending.js';
import { notAskedLookup, type Breaker } from './stop-rule.js';

export interface LookupDeps extends Keeping {
  readonly wording: Wording;
  readonly tell?: (event: LookupEvent) => void;
  /** Whose records answer to the end of the session. */
  readonly found: Set<string> | undefined;
  readonly breaker: Breaker;
  readonly spending: SessionSpending;
  /** Since when the session watches each doubt: several calls together may wait for what one has no time for. */
  readonly watch: Watch;
}

export interface LookupCall {
  readonly client: ServiceClient;
  /** A running request is completed, because it may be charged. */
  readonly stop: AbortSignal;
  /** Epoch ms that no wait may pass. */
  readonly until: number;
}

export function keyOf({ kind, id }: LookupRequest): string {
  return `${kind} ${id}`;
}

export async function lookUp(
  deps: LookupDeps,
  request: LookupRequest,
  call: LookupCall,
): Promise<Lookup> {
  const known = await find(deps, request);
  if (known !== undefined) {
    await countReused(deps, request);
    return known;
  }
  if (deps.breaker.why() !== undefined || call.stop.aborted) return unasked(deps, request, call);
  const kind = request.birthDate === undefined ? request.kind : 'realtime';
  const client = call.client.within({ stop: call.stop });
  return deps.spending.within(kind, client, (cost) => beginAndAsk(deps, request, call, cost));
}

/** After the end of the session, what ended it comes first. */
async function find(deps: LookupDeps, request: LookupRequest): Promise<Lookup | undefined> {
  const isOwn = deps.found?.has(keyOf(request)) === true;
  try {
    return await findKept(deps, isOwn ? { ...request, reuseSince: 0 } : request);
  } catch (error) {
    if (deps.breaker.why() === undefined) throw error;
    return undefined;
  }
}

async function unasked(deps: LookupDeps, request: LookupRequest, { stop }: LookupCall) {
  const because = deps.breaker.why();
  const doubt = await doubtAbout(deps, request).catch(() => undefined);
  if (doubt !== undefined) return doubt;
  if (because !== undefined) return notAskedLookup(request, because, deps.wording);
  return failedLookup(request, asKnownError(stop.reason), deps.wording);
}

async function beginAndAsk(
  deps: LookupDeps,
  request: LookupRequest,
  call: LookupCall,
  cost: Cost,
): Promise<Lookup> {
  const { breaker, wording, found, tell = () => undefined } = deps;
  const notSent = breaker.test();
  const stop = AbortSignal.any([call.stop, breaker.signal()]);
  const begun = await beginLookup({ ...deps, ...call, stop, tell, cost }, request).catch(
    (error: unknown) => {
      if (!stop.aborted || error !== stop.reason) throw error;
      return failedLookup(request, asKnownError(error), wording);
    },
  );
  if (typeof begun !== 'number') {
    notSent();
    return begun;
  }
  const lookup = await ask(deps, call.client.within({ stop }), request, begun);
  if (lookup.answer.status === 'found') found?.add(keyOf(request));
  breaker.asked(lookup);
  return lookup;
}

async function ask(
  deps: LookupDeps,
  client: ServiceClient,
  request: LookupRequest,
  num: number,
): Promise<Lookup> {
  const { kind, id, birthDate } = request;
  const asked = client.within({ beforeSend: () => deps.ledger.confirmHold({ lookup: num }) });
  let record: ServiceRecord;
  try {
    if (birthDate !== undefined) record = await asked.realtimeCpf(id, birthDate);
    else record = await (kind === 'cpf' ? asked.cpf(id) : asked.cnpj(id));
  } catch (error) {
    return ended(deps, request, num, error);
  }
  return storeFound(deps, request, record, num);
}

/** After a defect the outcome is unknown. */
async function ended(
  deps: LookupDeps,
  request: LookupRequest,
  num: number,
  error: unknown,
): Promise<Lookup> {
  let failure;
  try {
    failure = asKnownError(error);
  } catch (defect) {
    await endInDoubt(deps, num);
    throw defect;
  }
  await endWithoutRecord(deps, num, failure);
  const { input, kind, id } = request;
  if (failure.code === 'not_found') {
    const answer = { input, kind, id, status: 'not_found', source: 'api' } as const;
    return { answer, answeredAt: deps.clock.now() };
  }
  if (failure.code === 'refused_input') {
    const told = { ...lookupError(failure, deps.wording), code: 'rejected_by_service' };
    return { answer: { input, kind, id, status: 'invalid', error: told } };
  }
  return failedLookup(request, failure, deps.wording);
}
