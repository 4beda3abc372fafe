import type { IdentifierKind } from '../../identifiers/index.js';
import type { Batch, Job } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import { ITEMS_PER_JOB } from './plan.js';

/** So often a run sends again by itself what failed jobs left without an answer. */
const ROUNDS = 2;

/**
 * Plans once more what `failed` jobs left without an answer, unless that was done twice already; what
 * they found is in their results and was charged, the rest was not (spec, "States and transitions").
 * Returns the numbers of the new jobs.
 */
export function planFailedAgain(deps: Deps, batch: Batch): Set<number> {
  const failed = deps.ledger.jobs.of(batch.num).filter(({ state }) => state === 'failed');
  const again = planAnew(
    deps,
    batch,
    failed.filter(({ round }) => round < ROUNDS),
  );
  const left = failed.filter(({ seq }) => deps.ledger.items.waitingIn(batch.num, seq) > 0);
  for (const { seq, error } of again.size > 0 ? [] : left) {
    deps.emit({ type: 'gave_up', seq, batch: batch.id, error });
  }
  return again;
}

/** Plans once more whatever ended jobs left without an answer: skipped, failed or never named. */
export function planMissing(deps: Deps, batch: Batch): void {
  const ended = deps.ledger.jobs
    .of(batch.num)
    .filter(({ state }) => state === 'done' || state === 'failed');
  planAnew(deps, batch, ended);
}

/** Moves the unanswered identifiers of `jobs` into new planned jobs, in one transaction. */
function planAnew(deps: Deps, batch: Batch, jobs: readonly Job[]): Set<number> {
  const planned = deps.ledger.transaction(() => gather(deps, batch, jobs));
  const items = [...planned.values()].reduce((sum, count) => sum + count, 0);
  if (items > 0) deps.emit({ type: 'planned_again', items });
  return new Set(planned.keys());
}

/** The same inside a transaction of the caller's; returns the new jobs' numbers and sizes. */
export function gather(deps: Deps, batch: Batch, jobs: readonly Job[]): Map<number, number> {
  const kinds = new Set(jobs.map(({ kind }) => kind));
  return new Map(
    [...kinds].flatMap((kind) => {
      const own = jobs.filter((job) => job.kind === kind);
      return [...gatherKind(deps, batch.num, kind, own)];
    }),
  );
}

function gatherKind(
  { ledger }: Deps,
  batch: number,
  kind: IdentifierKind,
  jobs: readonly Job[],
): Map<number, number> {
  const planned = new Map<number, number>();
  const first = Math.max(...ledger.jobs.of(batch).map(({ seq }) => seq)) + 1;
  const round = Math.max(...jobs.map((job) => job.round)) + 1;
  const seqs = jobs.map(({ seq }) => seq);
  const moved = ledger.items.gather(batch, seqs, first, ITEMS_PER_JOB);
  for (let done = 0; done < moved; done += ITEMS_PER_JOB) {
    const seq = first + done / ITEMS_PER_JOB;
    const items = Math.min(ITEMS_PER_JOB, moved - done);
    planned.set(seq, items);
    ledger.jobs.plan(batch, { seq, kind, items, round });
  }
  return planned;
}
