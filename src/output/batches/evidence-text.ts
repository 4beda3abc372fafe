import type { WhyUndecided } from '../../errors/batch.js';
import type { HitRates, Job, Prices, RecordedDecision } from '../../ledger/index.js';
import { formatNumber, formatSecond, t } from '../../messages/index.js';
import { printable } from '../terminal/printable.js';

/** What it takes to judge a decision. */
export interface EvidenceParts {
  readonly jobs: readonly Pick<Job, 'seq' | 'kind' | 'items'>[];
  readonly prices: Prices;
  readonly rates: HitRates;
}

/** The decisions about jobs with an unknown outcome, each with its evidence, so that people can judge it themselves. */
export function evidenceText(decisions: readonly RecordedDecision[], parts: EvidenceParts): string {
  return decisions
    .map((one) => t.doubt.jobLine(formatSecond(one.at), one.job, told(one, parts)) + '\n')
    .join('');
}

function told(one: RecordedDecision, parts: EvidenceParts): string {
  const { jobId, into } = one.evidence;
  switch (one.decision) {
    case 'ask':
      return [moved(one), expected(one, parts), follows(one, parts)].join(' ').trim();
    case 'resend':
      return `${moved(one)} ${t.doubt.notChargedResent}`;
    case 'adopt':
      return t.doubt.youAdopted(printable(textOf(jobId)));
    case 'resubmit':
      return t.doubt.youResubmitted(numberOf(into));
    case 'abandon':
      return t.doubt.youGaveUp;
    default:
      return one.decision;
  }
}

/** What the account was charged, and since when. */
function moved({ evidence, at }: RecordedDecision): string {
  const { usedBefore, usedNow, since, explained } = evidence;
  if (typeof usedBefore !== 'number' || typeof usedNow !== 'number') return '';
  const charged = exact(usedNow - usedBefore);
  const until = formatSecond(at);
  const told =
    typeof since === 'number'
      ? t.doubt.chargedBetween(formatSecond(since), until, charged)
      : t.doubt.chargedUntil(until, charged);
  const own = numberOf(explained);
  return own > 0 ? t.doubt.chargedForOthers(told, own) : `${told}.`;
}

/** What the job would have cost. */
function expected({ job }: RecordedDecision, { jobs, prices, rates }: EvidenceParts): string {
  const own = jobs.find(({ seq }) => seq === job);
  if (own === undefined) return '';
  const most = own.items * prices[own.kind];
  const { found, answered } = rates[own.kind];
  const probable = formatNumber(Math.round((most * found) / Math.max(1, answered)));
  return answered === 0 ? t.doubt.jobCostsAtMost(most) : t.doubt.jobCostsProbably(most, probable);
}

/** Between this share of what is probable, and the most, the movement fits the job. */
const PROBABLE = 0.5;

function follows({ evidence, job }: RecordedDecision, parts: EvidenceParts): string {
  const { why, usedBefore, usedNow, explained } = evidence;
  const because = typeof why === 'string' ? t.phrases.undecided[why as WhyUndecided] : '';
  const own = parts.jobs.find(({ seq }) => seq === job);
  if (why !== 'moved' || own === undefined) return t.doubt.cannotTell(because);
  const extra = numberOf(usedNow) - numberOf(usedBefore) - numberOf(explained);
  const most = own.items * parts.prices[own.kind];
  const { found, answered } = parts.rates[own.kind];
  const share = answered === 0 ? 1 : found / answered;
  if (extra > most) return t.doubt.moreThanPossible;
  return extra >= most * share * PROBABLE ? t.doubt.fits : t.doubt.lessThanUsual;
}

/** Without what adding fractions leaves behind. */
function exact(credits: number): number {
  return Math.round(credits * 1e6) / 1e6;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
