import type { Clock } from '../clock.js';
import { ConfereError } from '../errors.js';
import type { Ledger } from '../ledger/index.js';
import { recordFields } from '../records/fields.js';
import type { ServiceRecord } from '../service/index.js';
import type { Lookup, LookupRequest } from './lookup.js';

/** Single lookups use the ledger only through this file. */
export interface Keeping {
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** Finds a paid record for a simple lookup. */
export async function findKept(
  { ledger }: Pick<Keeping, 'ledger'>,
  request: LookupRequest,
): Promise<Lookup | undefined> {
  const { input, kind, id, birthDate, reuseSince } = request;
  if (birthDate !== undefined) return undefined;
  const known = await ledger.newestRecord(kind, id, reuseSince);
  if (known === undefined) return undefined;
  const fetchedAt = new Date(known.fetchedAt).toISOString();
  return {
    answer: { input, kind, id, status: 'found', source: 'ledger', fetchedAt, data: known.data },
    answeredAt: known.fetchedAt,
  };
}

/** Stores a record that was just paid for. The record is still returned if it cannot be stored. */
export async function keepFound(
  { ledger, clock }: Keeping,
  request: LookupRequest,
  data: ServiceRecord,
): Promise<Lookup> {
  const { input, kind, id } = request;
  const now = clock.now();
  const found: Lookup = {
    answer: { input, kind, id, status: 'found', source: 'api', data },
    answeredAt: now,
  };
  try {
    await store(ledger, request, data, now);
    return found;
  } catch (error) {
    const failure = new ConfereError('ledger_unwritable', { of: 'record' }, { cause: error });
    return { ...found, failure };
  }
}

/** The code of a failure that has a record: it was paid for and could not be stored. */
export const UNWRITABLE = 'ledger_unwritable';

/**
 * A real-time record is reused for simple lookups if it is as complete as theirs. It is not marked as a
 * single's: it costs more than one credit, and a settlement must not explain more than was charged.
 */
async function store(
  ledger: Ledger,
  { kind, id, birthDate }: LookupRequest,
  data: ServiceRecord,
  now: number,
): Promise<void> {
  const isSimple = birthDate === undefined;
  if (!isSimple && !isSimpleRecord(id, data)) return;
  await ledger.keepRecord({ kind, id, data, fetchedAt: now, single: isSimple });
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
