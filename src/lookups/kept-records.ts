import type { Clock } from '../clock.js';
import { asKnownError, ConfereError } from '../errors.js';
import type { Ledger, NewRecord, Prices, UnshownRecord } from '../ledger/index.js';
import { recordFields } from '../records/fields.js';
import type { ServiceRecord } from '../service/index.js';
import type { Lookup, LookupRequest } from './answer.js';
import { storeOutcome, markOutcomeShown } from '../money/outbox.js';

/** Ms that a record which was never shown answers the lookup that asked for it, `--fresh` or not. */
export const UNSHOWN = 7 * 86_400_000;

export interface Keeping {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly keyFingerprint: string;
  /** The name of this session among all that use the ledger. */
  readonly holder: string;
  readonly costs?: Partial<Prices>;
}

/** If that fails, the mark stays, and the outcome is unknown. */
export async function endWithoutRecord(
  deps: Keeping,
  num: number,
  failure: ConfereError,
): Promise<void> {
  if (failure.kind === 'unconfirmed') return endInDoubt(deps, num);
  const { ledger, holder } = deps;
  const outcome = { is: 'free' } as const;
  const error = await ledger.endLookup(num, outcome).catch(asKnownError);
  await storeOutcome(ledger, { num, holder, outcome }, error);
}

export async function endInDoubt({ ledger }: Pick<Keeping, 'ledger'>, num: number): Promise<void> {
  await ledger.endLookup(num, { is: 'unknown' }).catch(asKnownError);
}

export async function findKept(
  { ledger }: Pick<Keeping, 'ledger'>,
  request: LookupRequest,
): Promise<Lookup | undefined> {
  const { kind, id, birthDate, reuseSince } = request;
  if (birthDate !== undefined) return undefined;
  const known = await ledger.newestRecord(kind, id, reuseSince);
  return known && keptLookup(request, known);
}

/** That it could not be counted is no error: the answer was given. */
export async function countReused(
  { ledger, clock, keyFingerprint }: Pick<Keeping, 'ledger' | 'clock' | 'keyFingerprint'>,
  { kind, birthDate }: LookupRequest,
): Promise<void> {
  const reused = { kind: birthDate === undefined ? kind : ('realtime' as const), keyFingerprint };
  await ledger.noteReused({ ...reused, at: clock.now() }).catch(asKnownError);
}

export function keptLookup({ input, kind, id }: LookupRequest, known: UnshownRecord): Lookup {
  const fetchedAt = new Date(known.fetchedAt).toISOString();
  return {
    answer: { input, kind, id, status: 'found', source: 'ledger', fetchedAt, data: known.data },
    answeredAt: known.fetchedAt,
    unshown: known.unshown,
  };
}

export function askedOf({ birthDate = '' }: LookupRequest): string {
  return birthDate.replaceAll('/', '');
}

/** If that fails, the next lookup shows it once more, which costs nothing. */
export async function markShown(
  { ledger, clock }: Pick<Keeping, 'ledger' | 'clock'>,
  { unshown, failure }: Lookup,
): Promise<void> {
  if (unshown === undefined) return;
  if (failure !== undefined) await markOutcomeShown(ledger, unshown, clock.now()).catch(() => null);
  else await ledger.noteShown(unshown, clock.now()).catch(asKnownError);
}

/** While the database is away, it waits on this machine. */
export async function storeFound(
  { ledger, clock, holder }: Keeping,
  request: LookupRequest,
  data: ServiceRecord,
  num: number,
): Promise<Lookup> {
  const { input, kind, id } = request;
  const now = clock.now();
  const found: Lookup = {
    answer: { input, kind, id, status: 'found', source: 'api', data },
    answeredAt: now,
  };
  const isKept = !answersNext(request, now);
  const unshown = isKept ? { asked: askedOf(request), data, fetchedAt: now } : undefined;
  const record = recordOf(request, data, now);
  // What was paid for is kept whatever the clock of the ledger says.
  const at = await ledger.now().catch(() => now);
  const outcome = { is: 'found', at, record, unshown } as const;
  const number = isKept ? num : undefined;
  try {
    await ledger.endLookup(num, outcome);
    return { ...found, unshown: number };
  } catch (error) {
    const waits = await storeOutcome(ledger, { num, holder, outcome }, error);
    const because = { cause: error };
    const failure = new ConfereError('ledger_unwritable', { of: 'record', waits }, because);
    return { ...found, failure, unshown: waits ? number : undefined };
  }
}

function answersNext({ birthDate, reuseSince }: LookupRequest, now: number): boolean {
  return birthDate === undefined && reuseSince <= now - UNSHOWN;
}

/** The code of a failure that has a record: it was paid for and could not be stored. */
export const UNWRITABLE = 'ledger_unwritable';

/** A real-time record is reused for simple lookups if it is as complete as theirs. */
function recordOf(
  { kind, id, birthDate }: LookupRequest,
  data: ServiceRecord,
  fetchedAt: number,
): NewRecord | null {
  const isSimple = birthDate === undefined;
  if (!isSimple && !isSimpleRecord(id, data)) return null;
  return { kind, id, data, fetchedAt, single: isSimple };
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
