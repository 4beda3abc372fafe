import type { Deps } from '../../batch/dependencies.js';
import { holdBatch } from '../../batch/plan/open-batch.js';
import { abandon, adopt, doubtfulJobs, planResubmission } from '../../batch/resolve.js';
import { submitPlanned } from '../../batch/send/submit.js';
import { summarize, type Summary } from '../../batch/summary.js';
import { asKnownError, ConfereError, UsageError } from '../../errors.js';
import { exitCodes, type ExitCode } from '../../exit-codes.js';
import type { Batch, Job } from '../../ledger/index.js';
import { confirmed } from '../shared/ask.js';
import type { Host } from '../shared/host.js';
import { finishBatch } from './finish.js';
import { spendingLimits, type ResolveOptions } from './options.js';
import { pickBatch, requirePlanned } from '../../batch/find-batch.js';
import { withService } from './work.js';
import { agree, plural, say } from '../../text/index.js';

/** `confere bulk resolve`: the user's decision about jobs whose outcome nobody can prove. */
export async function runResolve(
  host: Host,
  prefix: string,
  options: ResolveOptions,
): Promise<void> {
  requireOneDecision(options);
  await withService(host, options, async (deps) => {
    const batch = requirePlanned(pickBatch(deps.ledger, prefix));
    const { release } = holdBatch(deps, batch);
    try {
      const jobs = requireDoubt(doubtfulJobs(deps, batch, options.job), batch, options);
      const waiting = planned(deps, batch);
      const trouble = await decide(host, deps, batch, jobs, options).then(
        () => undefined,
        asKnownError,
      );
      // Nothing was decided: the usage is what there is to tell.
      if (trouble?.kind === 'usage') throw trouble;
      const summary = summarize(deps.ledger, batch.num);
      const own = exitOf(summary, planned(deps, batch) > waiting && trouble === undefined);
      host.finish(finishBatch(host, options, summary, trouble === undefined ? [] : [trouble], own));
    } finally {
      release();
    }
  });
}

/** Identifiers that wait to be sent. */
function planned({ ledger }: Deps, { num }: Batch): number {
  const jobs = ledger.jobs.of(num).filter(({ state }) => state === 'planned');
  return jobs.reduce((sum, { items }) => sum + items, 0);
}

/** `isUnsent`: the balance did not cover all of what was to be sent again. */
function exitOf({ unconfirmed }: Summary, isUnsent: boolean): ExitCode {
  if (unconfirmed > 0) return exitCodes.unconfirmed;
  return isUnsent ? exitCodes.credits : exitCodes.ok;
}

async function decide(
  host: Host,
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  options: ResolveOptions,
): Promise<void> {
  if (options.adopt !== undefined) {
    await adopt(deps, batch, jobs, options.adopt);
    return;
  }
  const waiting = jobs.reduce(
    (sum, { seq }) => sum + deps.ledger.items.waitingIn(batch.num, seq),
    0,
  );
  const question = options.abandon === true ? abandonQuestion(waiting) : resubmitQuestion(waiting);
  if (!(await confirmed(host, options, question, deps.stop))) {
    throw new ConfereError('usage', 'declined', say`Nothing was changed.`);
  }
  if (options.abandon === true) {
    abandon(deps, batch, jobs);
    return;
  }
  const again = planResubmission(deps, batch, jobs);
  await submitPlanned(deps, batch, spendingLimits(options, deps.clock.now()), { only: again });
}

function resubmitQuestion(waiting: number): string {
  return say`This sends ${plural(waiting, 'identifier', 'identifiers')} again for at most ${plural(waiting, 'credit', 'credits')}; if the service took ${agree(waiting, 'it', 'them')} the first time, ${agree(waiting, 'it is', 'they are')} paid for twice.`;
}

function abandonQuestion(waiting: number): string {
  return say`This gives up ${plural(waiting, 'identifier', 'identifiers')}; if the service took ${agree(waiting, 'it', 'them')}, up to ${plural(waiting, 'credit was', 'credits were')} charged and ${agree(waiting, 'its result stays', 'their results stay')} there.`;
}

function requireOneDecision({ resubmit, adopt: jobId, abandon: gaveUp }: ResolveOptions): void {
  const given = [resubmit === true, jobId !== undefined, gaveUp === true];
  if (given.filter(Boolean).length === 1) return;
  throw new UsageError(
    'one_decision',
    say`Say one of --adopt <jobId> (this is the missing job), --resubmit (send again, maybe pay twice) or --abandon (give it up).`,
  );
}

function requireDoubt(jobs: Job[], batch: Batch, { job }: ResolveOptions): Job[] {
  if (jobs.length > 0) return jobs;
  const which = job === undefined ? '' : say` with number ${job}`;
  throw new UsageError(
    'nothing_unconfirmed',
    say`Batch ${batch.id} has no unconfirmed job${which}; there is nothing to decide.`,
  );
}
