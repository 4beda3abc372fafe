import { findPlannedBatch, readTypedInput } from '../../batch/find-batch.js';
import { buildSpendingLimits } from '../../batch/options.js';
import { holdBatch, holdForAnyKey } from '../../batch/plan/open-batch.js';
import { type Stake, decide, type Decision } from '../../batch/resolve.js';
import { summarize } from '../../batch/summary.js';
import { returnKnownError, UsageError } from '../../base/errors.js';
import { requirePurpose } from '../../base/requester.js';
import { exitCodes } from '../../base/exit-codes.js';
import { isJobId } from '../../identifiers/index.js';
import { releaseAfter } from '../../ledger/index.js';
import { t } from '../../messages/index.js';
import type { PriceDeps } from '../../money/balance.js';
import { resolvePrices } from '../../money/book.js';
import { describeFollowUp } from './shared/summary.js';
import { defineCommand, type CommandContext } from '../shared/command.js';
import {
  createValueError,
  flag,
  parsePositive,
  purpose,
  withHeading,
  value,
  type Values,
} from '../shared/option.js';
import { say } from '../shared/print.js';
import { requireConsent } from '../shared/user.js';
import { formatEvidence } from './list.js';
import { withBatchService, withStoredBatches } from './shared/batch-work.js';
import { budgetOptions, watchOptions } from './shared/options.js';
import { readNextCommandFacts } from './shared/places.js';
import { finishBatch } from './shared/outcome.js';

const resolveOptions = () => ({
  ...withHeading(t.options.decisionGroup, {
    resubmit: flag('--resubmit', t.options.resubmit),
    adopt: value('--adopt <jobId>', t.options.adopt, requireJobId),
    abandon: flag('--abandon', t.options.abandon),
    job: value('--job <n>', t.options.job, parsePositive),
  }),
  ...withHeading(t.options.sendingGroup, {
    ...budgetOptions(),
    ...watchOptions(),
    purpose: purpose(),
  }),
});

function requireJobId(given: string): string {
  if (!isJobId(given)) throw createValueError('job_id');
  return given;
}

type ResolveContext = CommandContext<Values<typeof resolveOptions>>;

export const resolve = defineCommand(
  {
    options: resolveOptions,
    examples: ['confere bulk resolve 7k2m --adopt 5b0c7d1e-2f43'],
    exits: [7, 10, 11],
  },
  (command, prefix: string) => {
    const decision = readDecision(command);
    return decision === undefined
      ? showChoices(command, prefix)
      : carryOutDecision(command, prefix, decision);
  },
);

function readDecision({ options }: ResolveContext): Decision | undefined {
  const { resubmit, adopt, abandon } = options;
  const decisions: readonly (Decision | false)[] = [
    resubmit === true && 'resubmit',
    adopt !== undefined && { adopt },
    abandon === true && 'abandon',
  ];
  const [decision, ...others] = decisions.filter((one) => one !== false);
  if (others.length === 0) return decision;
  throw new UsageError('one_decision', {});
}

async function carryOutDecision(
  command: ResolveContext,
  prefix: string,
  decision: Decision,
): Promise<void> {
  const ended = await withBatchService(command, async (deps) => {
    const { ledger } = deps;
    const batch = await findPlannedBatch(ledger, prefix);
    if (decision === 'resubmit') requirePurpose(deps.requester, batch.purpose);
    // A job may be abandoned with any key, because the key that sent it may no longer exist.
    const hold = decision === 'abandon' ? holdForAnyKey : holdBatch;
    const limits = buildSpendingLimits(command.options, deps.clock.now());
    const askForConsent = async ({ kind, seqs, items, cost }: Stake) => {
      await showEvidence(command, deps, batch.num, seqs);
      const stake = { waiting: items, cost };
      const question = kind === 'abandon' ? t.doubt.askAbandon(stake) : t.doubt.askResubmit(stake);
      await requireConsent(command, question, deps.stop);
    };
    const request = { decision, seq: command.options.job };
    return releaseAfter(await hold(deps, batch), async () => {
      const result = await decide(deps, batch, request, limits, askForConsent).catch(
        returnKnownError,
      );
      if (result === 'already_decided') say(command, `${t.doubt.alreadyDecided}\n`);
      const trouble = result === 'already_decided' ? undefined : result;
      // A usage error means that nothing was decided; a failed ledger has no numbers to show.
      if (trouble?.kind === 'usage' || trouble?.kind === 'ledger') throw trouble;
      const summary = await summarize(ledger, batch.num, deps.terms);
      const batchCode = summary.unconfirmed > 0 ? exitCodes.unconfirmed : exitCodes.ok;
      const isOfOtherKey = batch.keyFingerprint !== deps.keyFingerprint;
      const typedInput = await readTypedInput(ledger, batch);
      const next = command.next
        .forBatch(await readNextCommandFacts(ledger, batch))
        .withCreditsLeft(summary.creditsLeft);
      return {
        summary,
        trouble,
        batchCode,
        followUp: describeFollowUp(summary, isOfOtherKey, next, typedInput),
      };
    });
  });
  await finishBatch(command, ended);
}

/**
 * Refuses the command with the possible decisions, after showing the evidence, without asking the service.
 * @throws UsageError `one_decision`, `nothing_unconfirmed`
 */
function showChoices(command: ResolveContext, prefix: string): Promise<void> {
  const { job: seq } = command.options;
  return withStoredBatches(command, async ({ ledger }) => {
    const { id, num, keyFingerprint } = await findPlannedBatch(ledger, prefix);
    const jobs = await ledger.readJobs(num);
    const doubtfulJobs = jobs
      .filter(({ state }) => state === 'unconfirmed' || state === 'submitting')
      .filter((job) => (seq ?? job.seq) === job.seq);
    const doubtsAboutPlanned = (await ledger.findDoubtsAboutPlanned(num)).filter(
      ({ job }) => (seq ?? job) === job,
    );
    const items = doubtfulJobs.reduce(
      (sum, { waiting }) => sum + waiting,
      doubtsAboutPlanned.length,
    );
    if (items === 0) throw new UsageError('nothing_unconfirmed', { batch: id, job: seq });
    const deps = { ledger, keyFingerprint, terms: command.account.terms };
    const seqs = doubtfulJobs.map((job) => job.seq);
    await showEvidence(command, deps, num, seqs);
    const prices = resolvePrices(deps.terms);
    const cost = items * Math.max(...jobs.map(({ kind }) => prices[kind]));
    throw new UsageError('one_decision', { open: { batch: id, items, cost } });
  });
}

/** Writes the recorded decisions about these jobs to stderr, with their evidence. */
async function showEvidence(
  { context, quiet }: CommandContext,
  deps: PriceDeps,
  batch: number,
  seqs: readonly number[],
): Promise<void> {
  const { ledger } = deps;
  const evidenceParts = {
    jobs: await ledger.readJobs(batch),
    prices: resolvePrices(deps.terms),
  };
  const decisions = (await ledger.readDecisions(batch)).filter(
    ({ job }) => !quiet && seqs.includes(job),
  );
  context.stderr.write(formatEvidence(decisions, evidenceParts));
}
