import type { Sentences, ErrorFacts } from '../errors.js';
import { t } from '../messages/index.js';
import type { WhyUndecided } from '../errors/batch.js';

/** About batches, without a word of the command line. */
export const batchSentences = {
  ledger_newer: () => t.ledger.newer,
  ledger_older: ({ place }) => t.ledger.older(place),
  batch_forgotten: () => t.batch.takenOverOrRemoved,
  job_id_unreadable: ({ batch, job, path }) => t.doubt.jobIdUnreadable(path, job, batch),
  ledger_unwritable: (facts) => {
    if (facts.of === 'record' && facts.waits === true) return t.budget.recordKeptHere;
    if (facts.of === 'record') return t.budget.recordNotStored;
    if (facts.waits === true) return t.doubt.jobIdKeptHere(facts.job, facts.batch, facts.jobId);
    return t.doubt.noteJobId(facts.job, facts.batch, facts.jobId);
  },
  limit_passed: ({ of, spent, limit }) => {
    if (of === 'run') return t.budget.runLimitPassed(spent, limit);
    return of === 'day'
      ? t.budget.dayLimitPassed(spent, limit)
      : t.budget.monthLimitPassed(spent, limit);
  },
  price_unproved: ({ kind }) => t.budget.priceUnproved(kind.toUpperCase()),
  declined: ({ nothing }) =>
    nothing === 'changed' ? t.budget.nothingChanged : t.budget.nothingSent,
  empty_batch_name: () => t.doubt.emptyBatchId,
  ambiguous_batch: ({ prefix, ids }) => t.doubt.ambiguousBatch(prefix, ids.join(', ')),
  batch_not_planned: ({ batch, file }) => t.doubt.interruptedReading(batch, file),
  adopt_known: ({ jobId, owner, batch }) => t.doubt.adoptKnown(jobId, owner, batch),
  adopt_not_found: ({ jobId, said = t.service.notFound }) => t.doubt.adoptNotFound(jobId, said),
  adopt_too_early: ({ jobId }) => t.doubt.adoptTooEarlyRerun(jobId),
  adopt_nameless: ({ jobId }) => t.doubt.adoptNamelessPlain(jobId),
  adopt_misfit: ({ jobId, items, batch }) => t.doubt.adoptMisfit(jobId, items, batch),
} satisfies Partial<Sentences>;

/** Why the balance proves nothing about a request with an unknown outcome. */
export function undecidedReason(because: WhyUndecided): string {
  switch (because) {
    case 'moved':
      return t.doubt.balanceMoved;
    case 'fell':
      return t.doubt.usedFell;
    case 'plan_changed':
      return t.doubt.planChanged;
    case 'period':
      return t.doubt.periodBegan;
    case 'price_unknown':
      return t.doubt.priceUnknown;
    case 'no_reading':
      return t.doubt.noReading;
  }
}

/** What the budget of a day or a month does not cover, without options. */
export function periodSentence({
  of,
  cost,
  left,
  limit,
}: ErrorFacts['over_period_budget']): string {
  return of === 'day' ? t.budget.overDay(cost, limit, left) : t.budget.overMonth(cost, limit, left);
}
