import type { Clock } from '../clock.js';
import { asKnownError } from '../errors.js';
import type { Ledger, NewRecord, Prices, UnshownRecord } from '../ledger/index.js';
import { markOutcomeShown } from '../money/outbox.js';
import { recordFields } from '../records/fields.js';
import type { ServiceRecord } from '../service/index.js';
import type { Lookup, LookupRequest } from './answer.js';

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

/** Finds a paid record for a simple lookup. */
export async function findKept({ ledger }: Keeping, request: LookupRequest) {
  const { kind, id, birthDate, reuseSince } = request;
  if (birthDate !== undefined) return undefined;
  const known = await ledger.newestRecord(kind, id, reuseSince);
  return known && keptLookup(request, known);
}

/** That it could not be counted is no error: the answer was given. */
export async function countReused(
  { ledger, clock, keyFingerprint }: Keeping,
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

/** What the answer depends on besides the identifier. */
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

/** Whether the record of the ledger answers the same request for as long as one that nobody was shown. */
export function answersNext({ birthDate, reuseSince }: LookupRequest, now: number): boolean {
  return birthDate === undefined && reuseSince <= now - UNSHOWN;
}

/** A real-time record is reused for simple lookups if it is as complete as theirs. */
export function newRecord(
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
