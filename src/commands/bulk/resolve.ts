import type { Command } from 'commander';
import type { Deps } from '../../batch/dependencies.js';
import { findPlannedBatch, typedInputOf } from '../../batch/find-batch.js';
import { holdBatch, holdForAnyKey } from '../../batch/plan/open-batch.js';
import { type AtStake, decide, type Decided } from '../../batch/resolve.js';
import { summarize } from '../../batch/summary.js';
import { asKnownError, UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { isJobId } from '../../identifiers/index.js';
import type { Batch, Job } from '../../ledger/index.js';
import { t } from '../../messages/index.js';
import { limitPrices } from '../../money/price.js';
import { accountPrices, type PriceDeps } from '../../money/read-balance.js';
import { evidenceText } from '../../output/batches/status.js';
import { followUpText } from '../../output/batches/summary.js';
import { withBatchService, withStoredBatches } from './shared/batch-work.js';
import {
  addBudgetOptions,
  addWatchOptions,
  spendingLimits,
  type SpendingOptions,
  type WaitingOptions,
} from './shared/options.js';
import { finishBatch } from './shared/outcome.js';
import { type OnAccount, readOptions } from '../shared/account.js';
import { confirmed } from '../shared/ask-user.js';
import { badValue, positive } from '../shared/option-values.js';
import type { Host, Shown } from '../shared/options.js';

/** `confere bulk resolve`. */
export function defineResolve(command: Command, host: Host): void {
  command
    .optionsGroup(t.options.decisionGroup)
    .option('--resubmit', t.options.resubmit)
    .option('--adopt <jobId>', t.options.adopt, aJobId)
    .option('--abandon', t.options.abandon)
    .option('--job <n>', t.options.job, positive);
  addWatchOptions(addBudgetOptions(command)).action((batch: string) =>
    resolve(host, batch, readOptions<ResolveOptions>(command, host)),
  );
}

function aJobId(text: string): string {
  if (!isJobId(text)) throw badValue('job_id');
  return text;
}

interface ResolveOptions extends SpendingOptions, WaitingOptions {
  readonly resubmit?: boolean;
  readonly adopt?: string;
  readonly abandon?: boolean;
  /** The number of one job; all unconfirmed ones when left out. */
  readonly job?: number;
}

type Resolve = ResolveOptions & OnAccount & Shown;

/**
 * `confere bulk resolve`: carries out the user's decision about jobs with an unknown outcome. `given`: the id of a batch,
 * or a unique prefix of it.
 *
 * @throws UsageError if several decisions are given
 */
async function resolve(host: Host, given: string, options: Resolve): Promise<void> {
  const decision = decisionOf(options);
  if (decision === undefined) return showChoices(host, given, options);
  await withBatchService(host, options, async (deps) => {
    const batch = await findPlannedBatch(deps.ledger, given);
    // No key can see some jobs any more; to give them up, none needs to.
    const hold = decision.kind === 'abandon' ? holdForAnyKey : holdBatch;
    const { release } = await hold(deps, batch);
    try {
      const decided = { ...decision, seq: options.job };
      const limits = spendingLimits(options, deps.clock.now());
      const ask = asking(host, deps, batch, options);
      const result = await decide(deps, batch, decided, limits, ask).catch(asKnownError);
      if (result === 'decided' && !options.presentation.quiet)
        host.context.stderr.write(t.doubt.alreadyDecided + '\n');
      const trouble = result === 'decided' ? undefined : result;
      // After a usage error nothing was decided; a ledger that failed has no numbers to show.
      if (trouble?.kind === 'usage' || trouble?.kind === 'ledger') throw trouble;
      const summary = await summarize(deps.ledger, batch.num);
      const own = summary.unconfirmed > 0 ? exitCodes.unconfirmed : exitCodes.ok;
      const isOfOther = batch.keyFingerprint !== deps.keyFingerprint;
      const typed = await typedInputOf(deps.ledger, batch);
      const next = host.next.within(summary.creditsLeft);
      const followUp = followUpText(summary, isOfOther, next, typed);
      host.finish(finishBatch(host, options.presentation, summary, [trouble], own, { followUp }));
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
function showChoices(host: Host, given: string, options: Resolve): Promise<void> {
  const { job: seq } = options;
  return withStoredBatches(host, options, async ({ ledger }) => {
    const { id, num, keyFingerprint } = await findPlannedBatch(ledger, given);
    const jobs = await ledger.jobsOf(num);
    const open = jobs.filter((job) => isOpen(job) && (seq ?? job.seq) === job.seq);
    const deps = { ledger, keyFingerprint, costs: options.account.costs };
    const left = (await ledger.leftOut(num)).filter(({ job }) => (seq ?? job) === job);
    const seqs = open.map((job) => job.seq);
    const items = (await ledger.unansweredIn(num, seqs)) + left.length;
    if (items === 0) throw new UsageError('nothing_unconfirmed', { batch: id, job: seq });
    await tellEvidence(host, deps, num, options.presentation.quiet ? [] : seqs);
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
function asking(host: Host, deps: Deps, batch: Batch, options: Resolve) {
  const { interaction, presentation } = options;
  return async ({ kind, seqs, items, cost }: AtStake) => {
    await tellEvidence(host, deps, batch.num, presentation.quiet ? [] : seqs);
    const question = kind === 'abandon' ? t.doubt.askAbandon : t.doubt.askResubmit;
    await confirmed(host, interaction, question(items, cost), deps.stop);
  };
}

function decisionOf({ resubmit, adopt: jobId, abandon }: ResolveOptions): Decided | undefined {
  const given: Decided[] = [];
  if (resubmit === true) given.push({ kind: 'resubmit' });
  if (jobId !== undefined) given.push({ kind: 'adopt', jobId });
  if (abandon === true) given.push({ kind: 'abandon' });
  const [decision, ...others] = given;
  if (others.length === 0) return decision;
  throw new UsageError('one_decision', {});
}
