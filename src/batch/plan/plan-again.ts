import type { Batch, Job, JobSize } from '../../ledger/index.js';
import type { Deps } from '../dependencies.js';
import { ITEMS_PER_JOB } from './plan.js';

/** How often a run automatically sends again what failed jobs left unanswered. */
export const FAILED_AGAIN = 2;

/**
 * Plans what `failed` jobs left unanswered again, at most twice. Their results were charged, the rest
 * was not (spec, "States and transitions"). Returns the number of new jobs.
 */
export async function planFailedAgain(deps: Deps, batch: Batch): Promise<number> {
  const { planned, left } = await deps.ledger.planAgain({
    batch: batch.num,
    states: ['failed'],
    belowRound: FAILED_AGAIN,
    perJob: ITEMS_PER_JOB,
  });
  tellPlanned(deps, planned);
  for (const { seq, error } of planned.length > 0 ? [] : left) {
    deps.emit({ type: 'gave_up', seq, batch: batch.id, error });
  }
  return planned.length;
}

const ENDED = ['done', 'failed'] as const;

/**
 * The jobs with what of them a resumed batch sends at most, also if all that is in doubt proves free; none where ended
 * jobs left nothing unanswered.
 */
export async function missingJobs(
  { ledger }: Pick<Deps, 'ledger'>,
  { num }: Batch,
): Promise<Job[]> {
  const missing = await unansweredOf(ledger, num, [...ENDED, 'planned', 'unconfirmed']);
  const ended: readonly Job['state'][] = ENDED;
  return missing.some(({ state }) => ended.includes(state)) ? missing : [];
}

/** The same for a run, which leaves what was skipped and what failed too often. */
export async function jobsToRun({ ledger }: Pick<Deps, 'ledger'>, { num }: Batch): Promise<Job[]> {
  const open = await unansweredOf(ledger, num, ['failed', 'planned', 'unconfirmed']);
  return open.filter(({ state, round }) => state !== 'failed' || round < FAILED_AGAIN);
}

/** The jobs in these states, as large as what of them has no answer. */
async function unansweredOf(
  ledger: Deps['ledger'],
  num: number,
  states: readonly Job['state'][],
): Promise<Job[]> {
  const open: Job[] = [];
  for (const job of await ledger.jobsOf(num)) {
    if (!states.includes(job.state)) continue;
    const items = await ledger.unansweredIn(num, [job.seq]);
    if (items > 0) open.push({ ...job, items });
  }
  return open;
}

/** Plans everything again that ended jobs left unanswered: skipped, failed or missing in the results. */
export async function planMissing(deps: Deps, batch: Batch): Promise<void> {
  const { planned } = await deps.ledger.planAgain({
    batch: batch.num,
    states: ENDED,
    perJob: ITEMS_PER_JOB,
  });
  tellPlanned(deps, planned);
}

function tellPlanned({ emit }: Pick<Deps, 'emit'>, planned: readonly JobSize[]): void {
  const items = planned.reduce((sum, job) => sum + job.items, 0);
  if (items > 0) emit({ type: 'planned_again', items });
}
