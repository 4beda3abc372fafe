import {
  addWatchOptions,
  toWaitingRequest,
  type WaitingFlags,
  addBudgetOptions,
  spendingLimits,
  toSpendingRequest,
  type SpendingFlags,
} from '../shared/options.js';
import type { Command } from 'commander';
import { isJobId } from '../../../identifiers/index.js';
import { badValue, positive } from '../../shared/option-values.js';
import { limitPrices } from '../../../money/price.js';
import { accountPrices, type PriceDeps } from '../../../money/read-balance.js';
import type { Deps } from '../../../batch/dependencies.js';
import { holdBatch, holdForAnyKey } from '../../../batch/plan/open-batch.js';
import { typedInputOf } from '../../../batch/find-batch.js';
import { decide, type AtStake, type Decided } from '../../../batch/resolve.js';
import { summarize } from '../../../batch/summary.js';
import { asKnownError, UsageError } from '../../../errors.js';
import { exitCodes } from '../../../exit-codes.js';
import type { Batch, Job } from '../../../ledger/index.js';
import type { Context } from '../../../context.js';
import { findPlannedBatch } from '../../../batch/find-batch.js';
import { evidenceText } from '../../../output/batches/evidence-text.js';
import { followUpText } from '../../../output/batches/follow-up.js';
import { t } from '../../../messages/index.js';
import { toOnAccount } from '../../shared/open-service.js';
import { confirmed } from '../../shared/ask-user.js';
import type { GlobalOptions, Host } from '../../shared/command-host.js';
import { toInteraction } from '../../shared/presentation.js';
import type { Spending } from '../shared/ask-before-spending.js';
import { finishBatch } from '../shared/batch-outcome.js';
import {
  withBatchService,
  withStoredBatches,
  type BatchWorkRequest,
} from '../shared/batch-work.js';

/** `confere bulk resolve`. */
export function defineResolve(command: Command, host: Host): void {
  command
    .optionsGroup(t.options.decisionGroup)
    .option('--resubmit', t.options.resubmit)
    .option('--adopt <jobId>', t.options.adopt, aJobId)
    .option('--abandon', t.options.abandon)
    .option('--job <n>', t.options.job, positive);
  addWatchOptions(addBudgetOptions(command)).action(async (batch: string) => {
    await runResolve(host, toResolveRequest(batch, command.optsWithGlobals(), host.context));
  });
}

function aJobId(text: string): string {
  if (!isJobId(text)) throw badValue('job_id');
  return text;
}

/** The options of `bulk resolve`, as commander passes them. */
export interface ResolveFlags extends GlobalOptions, SpendingFlags, WaitingFlags {
  readonly resubmit?: boolean;
  readonly adopt?: string;
  readonly abandon?: boolean;
  readonly job?: number;
}

export interface ResolveRequest extends BatchWorkRequest, Spending {
  /** The id of a batch, or a unique prefix of it. */
  readonly batch: string;
  /** Undefined to be shown what there is to decide. */
  readonly decision: Decided | undefined;
  /** The number of one job; all unconfirmed ones when left out. */
  readonly job?: number;
}

/** @throws UsageError if several decisions are given */
export function toResolveRequest(
  batch: string,
  flags: ResolveFlags,
  surroundings: Pick<Context, 'env'>,
): ResolveRequest {
  return {
    batch,
    decision: decisionOf(flags),
    ...toOnAccount(flags, surroundings),
    interaction: toInteraction(flags),
    spending: toSpendingRequest(flags),
    waiting: toWaitingRequest(flags),
    job: flags.job,
  };
}

/** `confere bulk resolve`: carries out the user's decision about jobs with an unknown outcome. */
export async function runResolve(host: Host, request: ResolveRequest): Promise<void> {
  const { decision } = request;
  if (decision === undefined) return showChoices(host, request);
  await withBatchService(host, request, async (deps) => {
    const batch = await findPlannedBatch(deps.ledger, request.batch);
    // No key can see some jobs any more; to give them up, none needs to.
    const hold = decision.kind === 'abandon' ? holdForAnyKey : holdBatch;
    const { release } = await hold(deps, batch);
    try {
      const decided = { ...decision, seq: request.job };
      const limits = spendingLimits(request.spending, deps.clock.now());
      const ask = asking(host, deps, batch, request);
      const result = await decide(deps, batch, decided, limits, ask).catch(asKnownError);
      if (result === 'decided' && !request.presentation.quiet)
        host.context.stderr.write(t.doubt.alreadyDecided + '\n');
      const trouble = result === 'decided' ? undefined : result;
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

/**
 * Shows the evidence, and what each choice costs; asks the service nothing.
 *
 * @throws UsageError `one_decision`, `nothing_unconfirmed`
 */
function showChoices(host: Host, request: ResolveRequest): Promise<void> {
  const { job: seq } = request;
  return withStoredBatches(host, request, async ({ ledger }) => {
    const { id, num, keyFingerprint } = await findPlannedBatch(ledger, request.batch);
    const jobs = await ledger.jobsOf(num);
    const open = jobs.filter((job) => isOpen(job) && (seq ?? job.seq) === job.seq);
    const deps = { ledger, keyFingerprint, costs: request.account.costs };
    const left = (await ledger.leftOut(num)).filter(({ job }) => (seq ?? job) === job);
    const seqs = open.map((job) => job.seq);
    const items = (await ledger.unansweredIn(num, seqs)) + left.length;
    if (items === 0) throw new UsageError('nothing_unconfirmed', { batch: id, job: seq });
    await tellEvidence(host, deps, num, request.presentation.quiet ? [] : seqs);
    const prices = limitPrices(await accountPrices(deps));
    const cost = items * Math.max(...jobs.map(({ kind }) => prices[kind]));
    throw new UsageError('one_decision', { open: { batch: id, items, cost } });
  });
}

function isOpen({ state }: Job): boolean {
  return state === 'unconfirmed' || state === 'submitting';
}

/** What the user judges these jobs by. */
async function tellEvidence(
  { context }: Host,
  deps: PriceDeps,
  batch: number,
  seqs: readonly number[],
): Promise<void> {
  const { ledger } = deps;
  const decisions = await ledger.decisionsOf(batch);
  const parts = {
    jobs: await ledger.jobsOf(batch),
    prices: limitPrices(await accountPrices(deps)),
    rates: await ledger.hitRates(),
  };
  const own = decisions.filter(({ job }) => seqs.includes(job));
  context.stderr.write(evidenceText(own, parts));
}

/** Asks before a decision is carried out that may cost something. */
function asking(host: Host, deps: Deps, batch: Batch, request: ResolveRequest) {
  const { interaction, presentation } = request;
  return async ({ kind, seqs, items, cost }: AtStake) => {
    await tellEvidence(host, deps, batch.num, presentation.quiet ? [] : seqs);
    const question = kind === 'abandon' ? abandonQuestion : resubmitQuestion;
    await confirmed(host, interaction, question(items, cost), deps.stop);
  };
}

function resubmitQuestion(waiting: number, cost: number): string {
  return t.doubt.askResubmit(waiting, cost);
}

function abandonQuestion(waiting: number, cost: number): string {
  return t.doubt.askAbandon(waiting, cost);
}

function decisionOf({
  resubmit,
  adopt: jobId,
  abandon: gaveUp,
}: ResolveFlags): Decided | undefined {
  const given: Decided[] = [
    ...(resubmit === true ? [{ kind: 'resubmit' } as const] : []),
    ...(jobId === undefined ? [] : [{ kind: 'adopt', jobId } as const]),
    ...(gaveUp === true ? [{ kind: 'abandon' } as const] : []),
  ];
  const [decision, ...others] = given;
  if (others.length === 0) return decision;
  throw new UsageError('one_decision', {});
}
