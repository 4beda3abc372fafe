import type { IdentifierKind } from '../../identifiers/index.js';
import type { Db, Row } from '../db/db.js';
import { idsWith, isWaiting, placeOf } from '../job-items.js';
import type { StoredItems } from './items.js';
import { LEFT_OUT } from './jobs.js';

/** Another batch that is to answer an identifier. */
export interface Elsewhere {
  /** Its id. */
  readonly batch: string;
  readonly state: 'running' | 'unconfirmed';
}

/** Another batch that is to answer some. */
export interface SomeElsewhere extends Elsewhere {
  readonly items: number;
}

const UNDER_WAY = "j.state IN ('submitting', 'accepted', 'unconfirmed')";
/** Few rows have it; whether it is one of theirs, their values say. */
const MAY_HAVE = 'strpos(i.ids, $1) > 0';

/** Identifiers that were sent in any batch and have no answer yet. */
export function createSentItems(db: Db, stored: Pick<StoredItems, 'of'>) {
  const jobs = jobsIn(db);
  const isWaitingIn = async (batch: number, seq: number, id: string): Promise<boolean> => {
    const items = await stored.of(batch, seq);
    const at = placeOf(items, id);
    return at >= 0 && isWaiting(items.answers[at] ?? 0);
  };
  const firstWaiting = async (all: readonly Row[], id: string): Promise<Row | undefined> => {
    for (const job of all)
      if (await isWaitingIn(Number(job['batch']), Number(job['seq']), id)) return job;
    return undefined;
  };
  return {
    isWaitingIn,
    ...createCompared(jobs, stored),
    /** A batch that has sent an identifier in a job begun at or after the tick `since`, without an answer. */
    async sentInBatch(
      kind: IdentifierKind,
      id: string,
      since: number,
    ): Promise<Elsewhere | undefined> {
      // A running job comes first, because it answers without a decision.
      const all = await jobs(
        `${MAY_HAVE} AND j.kind = $2 AND ${UNDER_WAY} AND coalesce(j.begun_tick, 0) >= $3`,
        "(j.state = 'unconfirmed')::integer, j.submitted_at",
        ...[id, kind, since],
      );
      const job = await firstWaiting(all, id);
      return job && { batch: String(job['id']), state: stateOf(job) };
    },
    /** The batch whose job, sent at or after `since` and given up, has an identifier; the last one if several have. */
    async givenUpBatch(
      kind: IdentifierKind,
      id: string,
      since: number,
    ): Promise<string | undefined> {
      const all = await jobs(
        `${MAY_HAVE} AND j.kind = $2 AND j.state = 'abandoned' AND j.submitted_at >= $3`,
        '-j.submitted_at',
        ...[id, kind, since],
      );
      const job = await firstWaiting(all, id);
      return job && String(job['id']);
    },
  };
}

/** The few jobs that a condition selects and that have identifiers without an answer, with the ids of their batches. */
function jobsIn(db: Db) {
  return (which: string, order: string, ...given: (string | number)[]): Promise<Row[]> =>
    db.all(
      `SELECT j.batch, j.seq, j.state, b.id FROM jobs j JOIN batches b ON b.num = j.batch
       JOIN items i ON i.batch = j.batch AND i.seq = j.seq AND i.waiting > 0
       WHERE ${which} ORDER BY ${order}, b.id`,
      ...given,
    );
}

/** Compares the identifiers of a batch with those of others. */
function createCompared(jobs: ReturnType<typeof jobsIn>, { of }: Pick<StoredItems, 'of'>) {
  const waitingOf = async ({ batch, seq }: Row) =>
    idsWith(await of(Number(batch), Number(seq)), isWaiting);
  return {
    /** Another batch whose running or unconfirmed jobs have identifiers of this job, and how many. */
    async elsewhere(
      batch: number,
      job: number,
      kind: IdentifierKind,
    ): Promise<SomeElsewhere | undefined> {
      const which = `j.batch <> $1 AND j.kind = $2 AND ${UNDER_WAY}`;
      const others = await jobs(which, 'j.batch, j.seq', batch, kind);
      const own = new Set(others.length === 0 ? [] : await waitingOf({ batch, seq: job }));
      const found = new Map<string, SomeElsewhere>();
      for (const other of others) {
        const items = (await waitingOf(other)).filter((id) => own.has(id)).length;
        const id = String(other['id']);
        const known = found.get(id) ?? { batch: id, items: 0, state: 'running' };
        const state = stateOf(other) === 'unconfirmed' ? 'unconfirmed' : known.state;
        if (items > 0) found.set(id, { batch: id, state, items: known.items + items });
      }
      const most = [...found.values()];
      return most.sort((a, b) => b.items - a.items || (a.batch < b.batch ? -1 : 1))[0];
    },
    // What a single lookup left in doubt is planned, but not sent.
    /** How many identifiers that a batch is about to send are in a job that was sent at or after `since` and given up. */
    async givenUpIn(batch: number, since: number): Promise<number> {
      let count = 0;
      for (const kind of ['cpf', 'cnpj'] as const) {
        const which = "j.kind = $1 AND j.state = 'abandoned' AND j.submitted_at >= $2";
        const ids = new Set<string>();
        for (const job of await jobs(which, 'j.batch, j.seq', kind, since))
          for (const id of await waitingOf(job)) ids.add(id);
        if (ids.size === 0) continue;
        const planned =
          "j.batch = $1 AND j.kind = $2 AND j.state = 'planned' AND j.error IS DISTINCT FROM $3";
        for (const job of await jobs(planned, 'j.seq', batch, kind, LEFT_OUT))
          count += (await waitingOf(job)).filter((id) => ids.has(id)).length;
      }
      return count;
    },
  };
}

function stateOf({ state }: Row): Elsewhere['state'] {
  return state === 'unconfirmed' ? 'unconfirmed' : 'running';
}
