import { makePrintable } from '../../base/foreign-text.js';
import { findBatch } from '../../batch/find-batch.js';
import {
  batchStates,
  summarizeAll,
  summarize,
  computeWorstCase,
  type JobSummary,
  type BatchSummary,
} from '../../batch/summary.js';
import { ConfereError } from '../../base/errors.js';
import type { WhyUndecided } from '../../base/facts.js';
import { isOwnOutput, readResultState } from '../../export/targets.js';
import type { Prices, RecordedDecision, Job } from '../../ledger/index.js';
import { t, formatNumber, formatSecond } from '../../messages/index.js';
import type { NextSteps } from '../../messages/reader.js';
import { resolvePrices, TOLERANCE } from '../../money/book.js';
import { buildBudgets } from '../../money/budget.js';
import {
  describeListed,
  createListFormatter,
  createSummaryFormatter,
  describeNextCommand,
  describeResult,
  formatSummary,
} from './shared/summary.js';
import { errorSentence, describeTroubleForPerson } from '../../messages/people.js';
import { formatTable } from '../../terminal/table.js';
import { fitToTerminal } from '../../terminal/streams.js';
import type { Style } from '../../terminal/style.js';
import { type CommandContext, defineCommand, noOptions } from '../shared/command.js';
import { parseCalendarDays, resolveDays, parsePositive, value } from '../shared/option.js';
import { say } from '../shared/print.js';
import { withStoredBatches } from './shared/batch-work.js';
import { parseListed } from './shared/options.js';
import { readNextCommandFacts } from './shared/places.js';

const listOptions = () => ({
  limit: value('--limit <n>', t.options.listLimit, parsePositive),
  state: value('--state <state,...>', t.options.listState, (given) =>
    parseListed(given, batchStates),
  ),
  since: value('--since <date>', t.options.since, parseCalendarDays),
});

/** The most batches that a terminal lists without `--limit`. */
const MOST_LISTED = 20;

/** `confere bulk list`: prints a table with one line per batch, newest first; an array with `--json`. */
export const list = defineCommand(
  {
    options: listOptions,
    examples: ['confere bulk list --since 30d --state incomplete,unconfirmed'],
  },
  (command) =>
    withStoredBatches(command, async ({ ledger }) => {
      const { stdout, clock } = command.context;
      const { state, since, limit } = command.options;
      const { format, style } = command;
      const sinceTime = since === undefined ? -Infinity : resolveDays(since, clock.now()).from;
      const allBatches = await summarizeAll(ledger, command.account.terms);
      const matchingBatches = allBatches
        .map(({ batch, ...one }) => ({ ...one, createdAt: batch.createdAt }))
        .filter(({ createdAt }) => createdAt >= sinceTime)
        .filter(({ summary }) => state === undefined || state.includes(summary.state));
      const isForPeople = style.isTerminal && format === 'table';
      const printedBatches = matchingBatches.slice(
        0,
        limit ?? (isForPeople ? MOST_LISTED : Infinity),
      );
      stdout.write((await createListFormatter(format, style, clock.now()))(printedBatches));
      say(
        command,
        describeListed(allBatches.length, matchingBatches.length, printedBatches.length),
      );
    }),
);

/** `confere bulk status`: prints the state of one batch and of each of its jobs. */
export const status = defineCommand(
  { options: noOptions, examples: ['confere bulk status --json'] },
  (command, given?: string) =>
    withStoredBatches(command, async ({ ledger }) => {
      const { stdout } = command.context;
      const { terms } = command.account;
      const batch = await findBatch(ledger, given);
      const { num, outputs } = batch;
      const summary = await summarize(ledger, num, terms, true);
      const { output, creditsLeft } = summary;
      const prices = resolvePrices(terms);
      // `bulk resume` keeps to the budgets of the profile, so the next step depends on the credits left in them.
      const budgets = await ledger.computeLimitsLeft(
        buildBudgets(await ledger.now(), command.options),
        terms,
      );
      const jobs = await ledger.readJobs(num);
      // The service was last asked about a running job by its last poll, or else by its submission.
      const askedTimes = jobs
        .filter((job) => job.state === 'accepted')
        .map(({ polledAt, acceptedAt }) => polledAt ?? acceptedAt ?? 0);
      const resultState = readResultState({ output, outputs }, summary.found + summary.notFound);
      const isChanged = resultState === 'older' && !(await isOwnOutput(output ?? '', { outputs }));
      const parts: Parameters<typeof formatStatus>[1] = {
        decisions: await ledger.readDecisions(num),
        result: isChanged ? 'changed' : resultState,
        next: command.next
          .forBatch(await readNextCommandFacts(ledger, batch))
          .withCreditsLeft(creditsLeft),
        budgetLeft: Math.min(...budgets.map(({ left }) => left)),
        costFacts: { jobs, prices },
        askedAt: askedTimes.length === 0 ? undefined : Math.max(...askedTimes),
      };
      const formatSummary = await createSummaryFormatter(command.format, command.style, () =>
        fitToTerminal(formatStatus(summary, parts, command), command.style),
      );
      stdout.write(formatSummary(summary));
    }),
);

/** The facts that a status shows besides the summary of the batch. */
interface StatusParts {
  readonly decisions: readonly RecordedDecision[];
  /** `older`: answers came after the result was written. `changed`: also, somebody else has changed the file since. */
  readonly result: ReturnType<typeof readResultState> | 'changed';
  readonly next: NextSteps;
  /** Credits left in the budgets of day and month. */
  readonly budgetLeft?: number;
  readonly costFacts: CostFacts;
  /** When the service was last asked about a running job (epoch ms); undefined if no job is running. */
  readonly askedAt?: number;
}

/** Describes a batch: its jobs, the decisions about jobs in doubt, its result and the next command. */
export function formatStatus(
  summary: BatchSummary,
  parts: StatusParts,
  { style, verbose, options }: Pick<CommandContext, 'style' | 'verbose' | 'options'>,
): string {
  const { decisions, result, next, costFacts, askedAt } = parts;
  const { batch, state, file, output } = summary;
  const foundInJobs = summary.jobs.reduce((sum, job) => sum + job.found, 0);
  const erased = foundInJobs - (summary.found - summary.reused);
  const isDelivered = state === 'complete' && result === 'whole';
  const shownOutput = makePrintable(output ?? '');
  const resultSentence =
    result === 'whole' ? describeResult(summary, shownOutput) : t.batch.olderResult(shownOutput);
  return [
    `${batch ?? ''}  ${t.table.states[state]}  ${makePrintable(file)}\n`,
    formatSummary(summary, options.creditPrice),
    ...(result !== 'none' ? [`${resultSentence}\n`] : []),
    formatJobs(summary.jobs, style, verbose),
    // A job still counts the records that were erased, because they were charged.
    erased > 0 ? `${t.batch.foundErased({ erased })}\n` : '',
    ...(askedAt === undefined ? [] : [`${t.doubt.asOf(formatSecond(askedAt))}\n`]),
    ...(decisions.length > 0
      ? [`${t.table.decisions}\n`, formatEvidence(decisions, costFacts)]
      : []),
    isDelivered
      ? `${t.batch.nextNothing}\n`
      : (result === 'older' && describeRewriteStep(summary, next)) ||
        describeNextStep(summary, parts),
  ].join('');
}

/**
 * Returns the line with the command that writes the result again; undefined if the batch is not complete, or if the user
 * could not type the name of the result.
 */
function describeRewriteStep(
  { batch, state, output }: BatchSummary,
  next: NextSteps,
): string | undefined {
  if (state !== 'complete' || output === null || makePrintable(output) !== output) return undefined;
  const command = next.command('bulk export', batch ?? '', '-o', output, '--overwrite');
  return `${t.batch.next(command)}\n`;
}

/**
 * Returns the line with the next step. If the balance proves nothing about a doubt, or if a limit does not cover the
 * rest in the worst case, the user must decide.
 */
function describeNextStep(
  summary: BatchSummary,
  { decisions, next, budgetLeft = Infinity, costFacts: { prices } }: StatusParts,
): string {
  const { batch, kind, state, unconfirmed, pending, skipped, failed, creditsLeft } = summary;
  const id = batch ?? '';
  const writeDecisionStep = (sentence: string) => `${t.doubt.nextYourDecision} ${sentence}\n`;
  const lastDecisions = new Map(decisions.map(({ job, decision }) => [job, decision]));
  if (state === 'unconfirmed' && [...lastDecisions.values()].includes('ask')) {
    const stake = { batch: id, items: unconfirmed, cost: computeWorstCase(summary, unconfirmed) };
    return writeDecisionStep(t.phrases.choices(stake, next));
  }
  const count = pending + skipped + failed;
  // In a batch of both kinds, all remaining identifiers may be of the cheaper kind.
  const lowestPrice = kind === 'both' ? Math.min(prices.cpf, prices.cnpj) : prices[kind ?? 'cpf'];
  const coversAnother =
    creditsLeft === undefined || (creditsLeft > 0 && creditsLeft >= lowestPrice);
  const worstCase = computeWorstCase(summary, count);
  const isCovered = coversAnother && worstCase <= budgetLeft + TOLERANCE;
  if (state !== 'incomplete' || isCovered) return describeNextCommand(summary, next);
  const tooFewCredits = coversAnother ? undefined : creditsLeft;
  const facts = {
    batch: id,
    why: 'credits',
    count,
    worstCase,
    creditsLeft: tooFewCredits,
  } as const;
  return writeDecisionStep(errorSentence(new ConfereError('batch_left', facts), next));
}

/** Returns the table of jobs. `withIds`: it has a column of the job ids of the service. */
function formatJobs(jobs: readonly JobSummary[], style: Style, withIds: boolean): string {
  if (jobs.length === 0) return '';
  const { job, state, identifiers, found, notFound, skipped } = t.table;
  const isAnySkipped = jobs.some((one) => one.skipped > 0);
  const counts = [identifiers, found, notFound, ...(isAnySkipped ? [skipped] : [])];
  const numberColumns = counts.map((title, at) => ({
    title,
    isNumber: true,
    isSpare: at === 0 || at === 2,
  }));
  const idColumns = withIds ? [{ title: 'jobId' }] : [];
  const columns = [
    { title: job, isNumber: true },
    { title: state },
    ...numberColumns,
    ...idColumns,
  ];
  const rows = jobs.map((job, at) => [
    formatNumber(at + 1),
    t.table.jobStates[job.status] ?? job.status,
    ...[job.items, job.found, job.notFound].map((count) => formatNumber(count)),
    ...(isAnySkipped ? [formatNumber(job.skipped)] : []),
    ...(withIds ? [describeJobId(job)] : []),
  ]);
  const troubles = jobs.map((job, at) => {
    if (job.error === null) return '';
    return `  ${t.progress.job(at + 1)}: ${describeTroubleForPerson(job.error)}\n`;
  });
  return formatTable(columns, rows, style, 2) + troubles.join('');
}

/** Returns the job id of the service, or why a job has none: it was not sent, or its submission got no answer. */
function describeJobId({ jobId, status }: JobSummary): string {
  return jobId ?? (status === 'planned' ? t.batch.notSent : t.batch.noAnswer);
}

/** The jobs and prices from which the cost of a job in doubt is computed. */
interface CostFacts {
  readonly jobs: readonly Pick<Job, 'seq' | 'kind' | 'items'>[];
  readonly prices: Prices;
}

/** Returns a line for each decision about a job in doubt, with its evidence, so that users can judge the decision. */
export function formatEvidence(decisions: readonly RecordedDecision[], parts: CostFacts): string {
  return decisions
    .map(
      (one) => t.doubt.jobLine(formatSecond(one.at), one.job, describeDecision(one, parts)) + '\n',
    )
    .join('');
}

function describeDecision(one: RecordedDecision, parts: CostFacts): string {
  // `into` is the job that a resubmission made.
  const { jobId, into } = one.evidence;
  // The balance decides `ask` if only the user can decide, and `resend` if it proves that nothing was charged.
  switch (one.decision) {
    case 'ask':
      return `${describeCharge(one)} ${describeUndecided(one, parts)}`.trim();
    case 'resend':
      return `${describeCharge(one)} ${t.doubt.notChargedResent}`;
    case 'adopt':
      return t.doubt.youAdopted(makePrintable(typeof jobId === 'string' ? jobId : ''));
    case 'resubmit':
      return t.doubt.youResubmitted(numberOrZero(into));
    case 'abandon':
      return t.doubt.youAbandoned;
    default:
      return one.decision;
  }
}

function describeCharge({ evidence, at }: RecordedDecision): string {
  const { usedBefore, usedNow, since, found: foundByOthers } = evidence;
  if (typeof usedBefore !== 'number' || typeof usedNow !== 'number') return '';
  // The difference is rounded, because sums of fractions carry an error.
  const charged = Math.round((usedNow - usedBefore) * 1e6) / 1e6;
  const until = formatSecond(at);
  const charge =
    typeof since === 'number'
      ? t.doubt.chargedBetween({ since: formatSecond(since), until, charged })
      : t.doubt.chargedUntil({ until, charged });
  const others = numberOrZero(foundByOthers);
  return others > 0 ? t.doubt.othersFound({ charge, others }) : `${charge}.`;
}

function describeUndecided({ evidence, job }: RecordedDecision, { jobs, prices }: CostFacts) {
  const { why } = evidence;
  const because = typeof why === 'string' ? t.phrases.undecided[why as WhyUndecided] : '';
  const doubtfulJob = jobs.find(({ seq }) => seq === job);
  const cost =
    doubtfulJob === undefined ? '' : t.doubt.jobCosts(doubtfulJob.items * prices[doubtfulJob.kind]);
  return `${cost} ${t.doubt.cannotTell(because)}`.trim();
}

function numberOrZero(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
