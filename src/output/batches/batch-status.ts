import { worstCaseOf, type JobSummary, type Summary } from '../../batch/summary.js';
import type { Prices, RecordedDecision } from '../../ledger/index.js';
import { formatNumber, formatSecond, t } from '../../messages/index.js';
import { troubleText } from '../errors/service.js';
import type { NextSteps } from '../../messages/reader.js';
import { printable } from '../terminal/printable.js';
import { rowsText, type Column } from '../terminal/rows.js';
import type { Look } from '../terminal/terminal.js';
import { evidenceText, type EvidenceParts } from './evidence-text.js';
import { assumedText } from './batch-event-lines.js';
import { nextLine, summaryText } from './batch-summary.js';

/** What `bulk status` shows besides the numbers. */
export interface StatusParts {
  readonly decisions: readonly RecordedDecision[];
  /** Whether the result that the batch wrote is still there. */
  readonly hasResult: boolean;
  /** The prices of the batch that nothing proves yet. */
  readonly assumed: Partial<Prices>;
  readonly next: NextSteps;
  readonly evidence: EvidenceParts;
  /** Jobs that run: when the service was last asked about one (epoch ms). */
  readonly askedAt?: number;
}

/** One batch, its jobs, the decisions about jobs with an unknown outcome, its result and what comes next. */
export function statusText(
  summary: Summary,
  { decisions, hasResult, assumed, next, evidence, askedAt }: StatusParts,
  look: Look,
): string {
  const { batch, state, file, output } = summary;
  const isDelivered = state === 'complete' && hasResult;
  return [
    `${batch ?? ''}  ${t.table.states[state]}  ${printable(file)}\n`,
    summaryText(summary),
    ...assumedText(assumed).map((line) => `${line}\n`),
    ...(hasResult ? [`${t.table.resultFile(printable(output ?? ''))}\n`] : []),
    jobsText(summary.jobs, look),
    erasedText(summary),
    ...(askedAt === undefined ? [] : [`${t.doubt.asOf(formatSecond(askedAt))}\n`]),
    ...(decisions.length > 0 ? [`${t.table.decisions}\n`, evidenceText(decisions, evidence)] : []),
    isDelivered ? `${t.batch.nextNothing}\n` : nextStep(summary, decisions, next),
  ].join('');
}

/** Where the balance has proved nothing, only the user's decision leads on. */
function nextStep(summary: Summary, decisions: readonly RecordedDecision[], next: NextSteps) {
  const last = new Map(decisions.map(({ job, decision }) => [job, decision]));
  const isUndecided = summary.state === 'unconfirmed' && [...last.values()].includes('ask');
  if (!isUndecided) return nextLine(summary, next);
  const { batch, unconfirmed } = summary;
  const cost = worstCaseOf(summary, unconfirmed);
  return `${t.doubt.nextYourDecision} ${t.commandErrors.one_decision({ open: { batch: batch ?? '', items: unconfirmed, cost } }, next)}\n`;
}

function jobsText(jobs: readonly JobSummary[], look: Look): string {
  if (jobs.length === 0) return '';
  const troubles = jobs.map(({ error, jobId }) =>
    error === null ? '' : `  ${jobId ?? t.batch.notAccepted}: ${troubleText(error)}\n`,
  );
  return rowsText(jobColumns(jobs), jobs.map(jobRow), look, 2) + troubles.join('');
}

/** A job says what it was charged for, also where some of it was erased since. */
function erasedText({ found, reused, jobs }: Summary): string {
  const inJobs = jobs.reduce((sum, job) => sum + job.found, 0);
  const erased = inJobs - (found - reused);
  return erased > 0 ? `${t.batch.foundErased(erased)}\n` : '';
}

function jobColumns(jobs: readonly JobSummary[]): Column[] {
  const isAnySkipped = jobs.some(({ skipped }) => skipped > 0);
  return [
    { title: t.table.job },
    { title: t.table.state },
    { title: t.table.identifiers, isNumber: true },
    { title: t.table.found, isNumber: true },
    { title: t.table.notFound, isNumber: true },
    ...(isAnySkipped ? [{ title: t.table.skipped, isNumber: true }] : []),
  ];
}

function jobRow({ jobId, status, items, found, notFound, skipped }: JobSummary): string[] {
  const counts = [items, found, notFound, skipped].map((count) => formatNumber(count));
  return [jobId ?? t.batch.notAccepted, t.table.jobStates[status] ?? status, ...counts];
}
