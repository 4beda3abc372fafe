import { limitPrices } from '../../../money/price.js';
import { accountPrices } from '../../../money/read-balance.js';
import type { Deps } from '../../../batch/dependencies.js';
import { holdBatch, holdForAnyKey } from '../../../batch/plan/open-batch.js';
import { typedInputOf } from '../../../batch/plan/typed-input.js';
import {
  abandon,
  adopt,
  isDecided,
  jobsToAbandon,
  jobsToAdopt,
  jobsToResubmit,
} from '../../../batch/resolve.js';
import { refuseLeftOut } from '../../../batch/settle/left-out.js';
import { resubmit } from '../../../batch/send/resubmit.js';
import { summarize } from '../../../batch/summary.js';
import { asKnownError, UsageError } from '../../../errors.js';
import { exitCodes } from '../../../exit-codes.js';
import type { Batch, Job } from '../../../ledger/index.js';
import type { Context } from '../../../context.js';
import { findPlannedBatch } from '../../../batch/find-batch.js';
import { followUpText } from '../../../output/batches/follow-up.js';
import { agree, plural, say } from '../../../text/index.js';
import { toAccountRequest } from '../../shared/account-request.js';
import { confirmed } from '../../shared/ask-user.js';
import type { GlobalOptions, Host } from '../../shared/command-host.js';
import { toInteraction, toPresentation } from '../../shared/presentation.js';
import {
  spendingLimits,
  toSpendingRequest,
  type SpendingFlags,
} from '../options/spending-options.js';
import { toWaitingRequest, type WaitingFlags } from '../options/waiting-options.js';
import type { Spending } from '../shared/ask-before-spending.js';
import { finishBatch } from '../shared/batch-outcome.js';
import { withBatchService, type BatchWorkRequest } from '../shared/batch-work.js';

/** The options of `bulk resolve`, as commander passes them. */
export interface ResolveFlags extends GlobalOptions, SpendingFlags, WaitingFlags {
  readonly resubmit?: boolean;
  readonly adopt?: string;
  readonly abandon?: boolean;
  readonly job?: number;
}

/** The user's decision about jobs with an unknown outcome. */
type Decision =
  | { readonly kind: 'resubmit' }
  | { readonly kind: 'adopt'; readonly jobId: string }
  | { readonly kind: 'abandon' };

export interface ResolveRequest extends BatchWorkRequest, Spending {
  /** The id of a batch, or a unique prefix of it. */
  readonly batch: string;
  readonly decision: Decision;
  /** The number of one job; all unconfirmed ones when left out. */
  readonly job?: number;
}

/** @throws UsageError unless exactly one decision is given */
export function toResolveRequest(
  batch: string,
  flags: ResolveFlags,
  surroundings: Pick<Context, 'env'>,
): ResolveRequest {
  return {
    batch,
    decision: decisionOf(flags),
    account: toAccountRequest(flags, surroundings),
    presentation: toPresentation(flags),
    interaction: toInteraction(flags),
    spending: toSpendingRequest(flags),
    waiting: toWaitingRequest(flags),
    ...(flags.job === undefined ? {} : { job: flags.job }),
  };
}

/** `confere bulk resolve`: carries out the user's decision about jobs with an unknown outcome. */
export async function runResolve(host: Host, request: ResolveRequest): Promise<void> {
  await withBatchService(host, request, async (deps) => {
    const batch = await findPlannedBatch(deps.ledger, request.batch);
    // No key can see some jobs any more; to give them up, none needs to.
    const hold = request.decision.kind === 'abandon' ? holdForAnyKey : holdBatch;
    const { release } = await hold(deps, batch);
    try {
      const trouble = await carryOut(host, deps, batch, request).then(
        () => undefined,
        asKnownError,
      );
      // After a usage error nothing was decided; a ledger that failed has no numbers to show.
      if (trouble?.kind === 'usage' || trouble?.kind === 'ledger') throw trouble;
      const summary = await summarize(deps.ledger, batch.num);
      const own = summary.unconfirmed > 0 ? exitCodes.unconfirmed : exitCodes.ok;
      const troubles = trouble === undefined ? [] : [trouble];
      const isOfOther = batch.keyFingerprint !== deps.keyFingerprint;
      const typed = await typedInputOf(deps.ledger, batch);
      const next = host.next.within(summary.creditsLeft);
      const followUp = followUpText(summary, isOfOther, next, typed);
      host.finish(finishBatch(host, request.presentation, summary, troubles, own, { followUp }));
    } finally {
      await release();
    }
  });
}

/** Carries the decision out. If the same command did it before, nothing is left to do. */
async function carryOut(
  host: Host,
  deps: Deps,
  batch: Batch,
  request: ResolveRequest,
): Promise<void> {
  const { decision, job: seq, presentation } = request;
  const jobs = await jobsMeant(deps, batch, request);
  if (jobs.length > 0) return decide(host, deps, batch, jobs, request);
  await refuseLeftOut(deps, batch);
  if (!(await isDecided(deps, batch, { ...decision, seq }))) {
    throw new UsageError('nothing_unconfirmed', { batch: batch.id, job: seq });
  }
  if (!presentation.quiet) host.context.stderr.write(say`That is decided already.` + '\n');
}

function jobsMeant(deps: Deps, batch: Batch, { decision, job }: ResolveRequest): Promise<Job[]> {
  if (decision.kind === 'adopt') return jobsToAdopt(deps, batch, decision.jobId, job);
  return (decision.kind === 'abandon' ? jobsToAbandon : jobsToResubmit)(deps, batch, job);
}

async function decide(
  host: Host,
  deps: Deps,
  batch: Batch,
  jobs: readonly Job[],
  { decision, interaction, spending }: ResolveRequest,
): Promise<void> {
  if (decision.kind === 'adopt') {
    await adopt(deps, batch, jobs, decision.jobId);
    return;
  }
  const seqs = jobs.map(({ seq }) => seq);
  const waiting = await deps.ledger.unansweredIn(batch.num, seqs);
  const prices = limitPrices(await accountPrices(deps));
  const cost = waiting * Math.max(...jobs.map(({ kind }) => prices[kind]));
  const ask = (question: string) => confirmed(host, interaction, question, deps.stop);
  if (decision.kind === 'abandon') {
    await ask(abandonQuestion(waiting, cost));
    await abandon(deps, batch, jobs);
    return;
  }
  // Asked after the budget and the balance, and before anything is changed.
  const confirm = async () => {
    await ask(resubmitQuestion(waiting, cost));
    return true;
  };
  await resubmit(deps, batch, jobs, { ...spendingLimits(spending, deps.clock.now()), confirm });
}

function resubmitQuestion(waiting: number, cost: number): string {
  return say`This sends ${plural(waiting, 'identifier', 'identifiers')} again for at most ${plural(cost, 'credit', 'credits')}; if the service took ${agree(waiting, 'it', 'them')} the first time, ${agree(waiting, 'it is', 'they are')} paid for twice.`;
}

function abandonQuestion(waiting: number, cost: number): string {
  return say`This abandons ${plural(waiting, 'identifier', 'identifiers')}. If the service did accept ${agree(waiting, 'it', 'them')}, up to ${plural(cost, 'credit was', 'credits were')} charged and this batch will not get the ${agree(waiting, 'result', 'results')}.`;
}

function decisionOf({ resubmit, adopt: jobId, abandon: gaveUp }: ResolveFlags): Decision {
  const given: Decision[] = [
    ...(resubmit === true ? [{ kind: 'resubmit' } as const] : []),
    ...(jobId === undefined ? [] : [{ kind: 'adopt', jobId } as const]),
    ...(gaveUp === true ? [{ kind: 'abandon' } as const] : []),
  ];
  const [decision, ...others] = given;
  if (decision !== undefined && others.length === 0) return decision;
  throw new UsageError('one_decision', {});
}
