import type { IdentifierKind } from '../../identifiers/index.js';
import type { ForeseenRemoval, KnownIds, WantedRemoval } from '../operations/records.js';
import type { Engine } from './engine.js';
import { withNumber } from './lookups.js';
import type { Steps, Tables } from './steps.js';

const KINDS = ['cpf', 'cnpj'] as const;

export function recordsOperations({ erase, read, write }: Engine) {
  return {
    noteSandbox: write(({ answeredBy }) => answeredBy.add('sandbox')),
    isOfSandbox: read(({ answeredBy }) => answeredBy.has('sandbox')),
    newestRecord: read(function* (tables, kind: IdentifierKind, id: string, since: number) {
      const record = yield* tables.records.newest(kind, id, since);
      return record && (yield* withNumber(tables, { kind, id }, record));
    }),
    kindsPaidSince: read(function* ({ records }, since: number) {
      const kinds: IdentifierKind[] = [];
      for (const kind of KINDS) if (yield* records.haveSince(kind, since)) kinds.push(kind);
      return kinds;
    }),
    paidAmong: read(function* (
      { records },
      kind: IdentifierKind,
      ids: readonly string[],
      since: number,
    ) {
      const newest = yield* records.newestAmong(kind, ids, since);
      return new Set(newest.keys());
    }),
    knownAmong: read(({ records }, kind: IdentifierKind, ids: readonly string[], since: number) =>
      records.known(kind, ids, since),
    ),
    knownInJob: read(knownInJob),
    purgeRecords: erase(function* ({ records, unshown }, before: number) {
      yield* unshown.purge(before);
      return yield* records.purge(before);
    }),
    foreseeRemoval: read(foresee),
    removeBatch: erase(removeBatch),
  };
}

function* knownInJob(
  { items, jobs, records }: Tables,
  batch: number,
  seq: number,
  since: number,
): Steps<KnownIds> {
  const job = yield* jobs.get(batch, seq);
  const open = yield* items.openIn(batch, seq);
  const ids = [...open].flatMap(([id, answer]) => (answer === null ? [id] : []));
  return yield* records.known(job?.kind ?? 'cpf', ids, since);
}

function* foresee(tables: Tables, wanted: WantedRemoval): Steps<ForeseenRemoval> {
  const kept = new Map<number, 'running' | 'unconfirmed'>();
  for (const num of wanted.batches) {
    const why = yield* whyKept(tables, num);
    if (why !== undefined) kept.set(num, why);
  }
  const batches = wanted.batches.filter((num) => !kept.has(num));
  return { kept, records: yield* tables.records.goingWith({ ...wanted, batches }) };
}

function* whyKept(
  { items, jobs }: Pick<Tables, 'items' | 'jobs'>,
  num: number,
): Steps<'running' | 'unconfirmed' | undefined> {
  if ((yield* items.counts(num)).unconfirmed > 0) return 'unconfirmed';
  const all = yield* jobs.of(num);
  return all.some(({ state }) => state === 'accepted') ? 'running' : undefined;
}

/** Deletes a batch unless the service may still be processing a job of it. */
function* removeBatch(
  tables: Tables,
  num: number,
  before: number,
): Steps<'removed' | 'running' | 'unconfirmed'> {
  const { batches, charges, records, spending } = tables;
  const why = yield* whyKept(tables, num);
  if (why !== undefined) return why;
  yield* records.removePaidBy(num, before);
  yield* charges.keepChargesOf(num);
  yield* spending.keepSavingsOf(num);
  yield* batches.removeWhole(num);
  return 'removed';
}
