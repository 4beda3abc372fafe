import { sameSet } from './check/checks.js';
import type { LedgerJob } from './check/ledger-view.js';
import type { World } from './world.js';

/**
 * The decision of a user who can see the service's book: adopt a job that was created, resend one that was
 * never created, or abandon one that is lost, or if the scenario says so.
 */
export function decision(world: World): string[] | undefined {
  const { server, scenario } = world;
  // Waits until the book is complete.
  server.catchUp();
  const jobs = world.ledger().jobs;
  const doubtful = jobs.find(({ state }) => state === 'unconfirmed' || state === 'submitting');
  if (doubtful === undefined) return undefined;
  const made = madeJob(world, doubtful, jobs);
  const isGone =
    typeof made?.fate === 'object' && 'hiddenFor' in made.fate && made.fate.hiddenFor === Infinity;
  const which = ['--job', String(doubtful.seq)];
  // The next run asks for the job again and then finds it; what an adopted job left out when it failed, nobody charged.
  const hasLeft = made?.status === 'failed';
  if (doubtful.jobId !== null && !isGone && !scenario.abandons && !hasLeft) return undefined;
  if (made === undefined) return [doubtful.batch, '--resubmit', '-y', ...which];
  if (isGone || scenario.abandons) return [doubtful.batch, '--abandon', '-y', ...which];
  if (doubtful.jobId !== null && hasLeft) return [doubtful.batch, '--resubmit', '-y', ...which];
  return [doubtful.batch, '--adopt', made.id, ...which];
}

function madeJob({ server }: World, doubtful: LedgerJob, jobs: readonly LedgerJob[]) {
  const made = server.book.jobs;
  if (doubtful.jobId !== null) return made.find(({ id }) => id === doubtful.jobId);
  const known = new Set(jobs.map(({ jobId }) => jobId));
  const candidates = made.filter(({ id, ids }) => !known.has(id) && sameSet(ids, doubtful.ids));
  const charged = candidates.filter(({ done }) => done.some(({ found }) => found));
  return charged[0] ?? candidates.at(-1);
}
