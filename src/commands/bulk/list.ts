import { makePrintable } from '../../base/foreign-text.js';
import { findBatch } from '../../batch/find-batch.js';
import {
  batchStates,
  summarizeAll,
  summarize,
  boundCredits,
  type JobSummary,
  type BatchSummary,
} from '../../batch/summary.js';
import { ConfereError } from '../../base/errors.js';
import type { WhyUndecided } from '../../base/facts.js';
import { readOwnStamp, writtenResult } from '../../export/targets.js';
import type { Prices, RecordedDecision, Job } from '../../ledger/index.js';
import { t, formatNumber, formatSecond } from '../../messages/index.js';
import type { NextSteps } from '../../messages/reader.js';
import { resolvePrices, TOLERANCE } from '../../money/book.js';
import { buildBudgets } from '../../money/budget.js';
import {
  listNotes,
  listPrinter,
  summaryPrinter,
  nextLine,
  resultLine,
  summaryText,
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
import { readBatchSteps } from './shared/places.js';

const listOptions = () => ({
  limit: value('--limit <n>', t.options.listLimit, parsePositive),
  state: value('--state <state,...>', t.options.listState, (given) =>
    parseListed(given, batchStates),
  ),
  since: value('--since <date>', t.options.since, parseCalendarDays),
});

const A_SCREEN = 20;

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
      const from = since === undefined ? -Infinity : resolveDays(since, clock.now()).from;
      const stored = await summarizeAll(ledger, command.account.terms);
      const wanted = stored
        .map(({ batch, ...one }) => ({ ...one, createdAt: batch.createdAt }))
        .filter(({ createdAt }) => createdAt >= from)
        .filter(({ summary }) => state === undefined || state.includes(summary.state));
      const isForPeople = style.isTerminal && format === 'table';
      const shown = wanted.slice(0, limit ?? (isForPeople ? A_SCREEN : Infinity));
      stdout.write((await listPrinter(format, style, clock.now()))(shown));
      say(command, listNotes(stored.length, wanted.length, shown.length));
    }),
);

/** `confere bulk status`: prints the state of one batch and of each of its jobs. */
export const status = defineCommand(
  { options: noOptions, examples: ['confere bulk status --json'] },
  (command, given?: string) =>
    withStoredBatches(command, async ({ ledger }) => {
      const { stdout } = command.context;
      const { terms } = command.account;
      const found = await findBatch(ledger, given);
      const { num, outputs } = found;
      const summary = await summarize(ledger, num, terms, true);
      const { output, creditsLeft } = summary;
      const prices = resolvePrices(terms);
      // `bulk resume` keeps to the budgets of the profile, so the next step depends on what is left of them.
      const budgets = await ledger.computeLimitsLeft(
        buildBudgets(await ledger.now(), command.options),
        terms,
      );
      const jobs = await ledger.readJobs(num);
      // The service was last asked about a running job by its last poll, or else by its submission.
      const asked = jobs
        .filter((job) => job.state === 'accepted')
        .map(({ polledAt, acceptedAt }) => polledAt ?? acceptedAt ?? 0);
      const written = writtenResult({ output, outputs }, summary.found + summary.notFound);
      const isChanged =
        written === 'older' && (await readOwnStamp(output ?? '', { outputs })) === '';
      const parts: Parameters<typeof statusText>[1] = {
        decisions: await ledger.readDecisions(num),
        result: isChanged ? 'changed' : written,
        next: command.next
          .forBatch(await readBatchSteps(ledger, found))
          .withCreditsLeft(creditsLeft),
        budgetLeft: Math.min(...budgets.map(({ left }) => left)),
        evidence: { jobs, prices },
        askedAt: asked.length === 0 ? undefined : Math.max(...asked),
      };
      const print = await summaryPrinter(command.format, command.style, () =>
        fitToTerminal(statusText(summary, parts, command), command.style),
      );
      stdout.write(print(summary));
    }),
);

interface StatusParts {
  readonly decisions: readonly RecordedDecision[];
  /** `older`: answers came after the result was written. `changed`: somebody has changed the file since, too. */
  readonly result: ReturnType<typeof writtenResult> | 'changed';
  readonly next: NextSteps;
  /** Credits left in the budgets of day and month. */
  readonly budgetLeft?: number;
  readonly evidence: EvidenceParts;
  /** When the service was last asked about a running job (epoch ms); undefined if no job is running. */
  readonly askedAt?: number;
}

/** Describes a batch: its jobs, the decisions about jobs in doubt, its result and the next command. */
export function statusText(
  summary: BatchSummary,
  parts: StatusParts,
  { style, verbose, options }: Pick<CommandContext, 'style' | 'verbose' | 'options'>,
): string {
  const { decisions, result, next, evidence, askedAt } = parts;
  const { batch, state, file, output } = summary;
  const inJobs = summary.jobs.reduce((sum, job) => sum + job.found, 0);
  const erased = inJobs - (summary.found - summary.reused);
  const isDelivered = state === 'complete' && result === 'whole';
  const shown = makePrintable(output ?? '');
  const place = result === 'whole' ? resultLine(summary, shown) : t.batch.olderResult(shown);
  return [
    `${batch ?? ''}  ${t.table.states[state]}  ${makePrintable(file)}\n`,
    summaryText(summary, options.creditPrice),
    ...(result !== 'none' ? [`${place}\n`] : []),
    jobsText(summary.jobs, style, verbose),
    // A job keeps its charge after records of it were erased.
    erased > 0 ? `${t.batch.foundErased({ erased })}\n` : '',
    ...(askedAt === undefined ? [] : [`${t.doubt.asOf(formatSecond(askedAt))}\n`]),
    ...(decisions.length > 0 ? [`${t.table.decisions}\n`, evidenceText(decisions, evidence)] : []),
    isDelivered
      ? `${t.batch.nextNothing}\n`
      : (result === 'older' && rewriteStep(summary, next)) || nextStep(summary, parts),
  ].join('');
}

/**
 * Returns the command that writes the result anew; undefined if the batch is not complete or the name cannot be
 * typed.
 */
function rewriteStep({ batch, state, output }: BatchSummary, next: NextSteps): string | undefined {
  if (state !== 'complete' || output === null || makePrintable(output) !== output) return undefined;
  const command = next.command('bulk export', batch ?? '', '-o', output, '--overwrite');
  return `${t.batch.next(command)}\n`;
}

/**
 * Returns the next step. If the balance proves nothing, or a limit covers no further record, the user must decide.
 */
function nextStep(
  summary: BatchSummary,
  { decisions, next, budgetLeft = Infinity, evidence: { prices } }: StatusParts,
): string {
  const { batch, kind, state, unconfirmed, pending, skipped, failed, creditsLeft } = summary;
  const id = batch ?? '';
  const decide = (sentence: string) => `${t.doubt.nextYourDecision} ${sentence}\n`;
  const last = new Map(decisions.map(({ job, decision }) => [job, decision]));
  if (state === 'unconfirmed' && [...last.values()].includes('ask')) {
    const open = { batch: id, items: unconfirmed, cost: boundCredits(summary, unconfirmed) };
    return decide(t.phrases.choices(open, next));
  }
  const count = pending + skipped + failed;
  // With both kinds, the remaining identifiers may be of the cheaper one.
  const least = kind === 'both' ? Math.min(prices.cpf, prices.cnpj) : prices[kind ?? 'cpf'];
  const isWithin = creditsLeft === undefined || (creditsLeft > 0 && creditsLeft >= least);
  const worstCase = boundCredits(summary, count);
  const isCovered = isWithin && worstCase <= budgetLeft + TOLERANCE;
  if (state !== 'incomplete' || isCovered) return nextLine(summary, next);
  const limit = isWithin ? undefined : creditsLeft;
  const facts = { batch: id, why: 'credits', count, worstCase, creditsLeft: limit } as const;
  return decide(errorSentence(new ConfereError('batch_left', facts), next));
}

/** Lists the jobs by number. `withIds`: also by the ids that the service gave them. */
function jobsText(jobs: readonly JobSummary[], style: Style, withIds: boolean): string {
  if (jobs.length === 0) return '';
  const { job, state, identifiers, found, notFound, skipped } = t.table;
  const isAnySkipped = jobs.some((one) => one.skipped > 0);
  const counts = [identifiers, found, notFound, ...(isAnySkipped ? [skipped] : [])];
  const numbers = counts.map((title, at) => ({
    title,
    isNumber: true,
    isSpare: at === 0 || at === 2,
  }));
  const ids = withIds ? [{ title: 'jobId' }] : [];
  const columns = [{ title: job, isNumber: true }, { title: state }, ...numbers, ...ids];
  const rows = jobs.map((job, at) => [
    formatNumber(at + 1),
    t.table.jobStates[job.status] ?? job.status,
    ...[job.items, job.found, job.notFound].map((count) => formatNumber(count)),
    ...(isAnySkipped ? [formatNumber(job.skipped)] : []),
    ...(withIds ? [jobIdText(job)] : []),
  ]);
  const troubles = jobs.map((job, at) => {
    if (job.error === null) return '';
    return `  ${t.progress.job(at + 1)}: ${describeTroubleForPerson(job.error)}\n`;
  });
  return formatTable(columns, rows, style, 2) + troubles.join('');
}

/** Returns the service's id of a job, or the words for a job that has none: it was not sent, or got no answer. */
function jobIdText({ jobId, status }: JobSummary): string {
  return jobId ?? (status === 'planned' ? t.batch.notSent : t.batch.noAnswer);
}

interface EvidenceParts {
  readonly jobs: readonly Pick<Job, 'seq' | 'kind' | 'items'>[];
  readonly prices: Prices;
}

/** Lists the decisions about jobs in doubt, each with its evidence, so that people can judge it. */
export function evidenceText(decisions: readonly RecordedDecision[], parts: EvidenceParts): string {
  return decisions
    .map((one) => t.doubt.jobLine(formatSecond(one.at), one.job, decisionText(one, parts)) + '\n')
    .join('');
}

function decisionText(one: RecordedDecision, parts: EvidenceParts): string {
  const { jobId, into } = one.evidence;
  switch (one.decision) {
    case 'ask':
      return `${chargeText(one)} ${undecidedText(one, parts)}`.trim();
    case 'resend':
      return `${chargeText(one)} ${t.doubt.notChargedResent}`;
    case 'adopt':
      return t.doubt.youAdopted(makePrintable(typeof jobId === 'string' ? jobId : ''));
    case 'resubmit':
      return t.doubt.youResubmitted(numberOrZero(into));
    case 'abandon':
      return t.doubt.youGaveUp;
    default:
      return one.decision;
  }
}

function chargeText({ evidence, at }: RecordedDecision): string {
  const { usedBefore, usedNow, since, found } = evidence;
  if (typeof usedBefore !== 'number' || typeof usedNow !== 'number') return '';
  // The difference is rounded, because sums of fractions carry an error.
  const charged = Math.round((usedNow - usedBefore) * 1e6) / 1e6;
  const until = formatSecond(at);
  const charge =
    typeof since === 'number'
      ? t.doubt.chargedBetween({ since: formatSecond(since), until, charged })
      : t.doubt.chargedUntil({ until, charged });
  const others = numberOrZero(found);
  return others > 0 ? t.doubt.othersFound({ charge, others }) : `${charge}.`;
}

function undecidedText({ evidence, job }: RecordedDecision, { jobs, prices }: EvidenceParts) {
  const { why } = evidence;
  const because = typeof why === 'string' ? t.phrases.undecided[why as WhyUndecided] : '';
  const decided = jobs.find(({ seq }) => seq === job);
  const cost = decided === undefined ? '' : t.doubt.jobCosts(decided.items * prices[decided.kind]);
  return `${cost} ${t.doubt.cannotTell(because)}`.trim();
}

function numberOrZero(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
