import type {
  BatchLeft,
  Holder,
  ListedColumn,
  MeantColumn,
  NoAnswer,
  Obstacle,
  Of,
  OpenDecision,
  OtherKey,
  Place,
  RequestFacts,
  Stop,
  StoredSetting,
  WhyUnconfirmed,
} from '../errors/facts.js';
import type { ColumnKind } from '../identifiers/types.js';
import type { InputLimit } from '../limits.js';
import type { cases as english } from './en/errors.js';
import type { phrasesIn } from './phrases-in.js';
import { type Change, maxCredits, type NextSteps, type Reader } from './reader.js';
import { argument, isRedirect, isSentence, percent } from './words.js';

type Cases = typeof english;
type Phrases = ReturnType<typeof phrasesIn>;

/** Errors of a request: the service's own words replace ours where it sent any. */
export function serviceErrorsIn({ service: t }: Cases) {
  return {
    key_refused: (facts: RequestFacts & { hides?: string }) =>
      facts.serviceMessage ?? t.key_refused,
    insufficient_credits: (facts: RequestFacts & { balance?: 'unread' }) => {
      const { serviceMessage: said } = facts;
      if (facts.balance !== 'unread') return said ?? t.insufficient_credits;
      return said === undefined ? t.unread : `${said}${isSentence(said) ? '' : '.'} ${t.unread}`;
    },
    not_found: (facts: RequestFacts) => facts.serviceMessage ?? t.not_found,
    route_not_found: (facts: RequestFacts & Of<'host'>) => t.route_not_found(facts),
    refused_input: (facts: RequestFacts) => facts.serviceMessage ?? t.refused_input,
    rate_limited: (facts: RequestFacts & { retryAfter?: number }, to: Reader) =>
      facts.serviceMessage ?? `${t.rate_limited} ${to.afterLimit(facts.retryAfter)}`,
    service_failed: (facts: RequestFacts, to: Reader) => {
      if (facts.serviceMessage !== undefined) return facts.serviceMessage;
      const isElsewhere = isRedirect(facts.httpStatus);
      const told = isElsewhere ? t.redirected(facts) : t.failed(facts);
      if (facts.mayHaveCharged) return `${told}; ${to.inDoubt()}.`;
      return isElsewhere ? `${told}.` : `${told}. ${t.tryLater}`;
    },
    unreadable_answer: ({ serviceMessage, mayHaveCharged }: RequestFacts, to: Reader) =>
      serviceMessage ??
      t.unreadable + (mayHaveCharged ? `; ${to.inDoubt()}.` : `. ${t.checkBaseUrl}`),
    network: (
      facts: RequestFacts & Of<'host'> & { reason: NoAnswer; obstacle: Obstacle },
      to: Reader,
    ) => {
      const { host, reason, mayHaveCharged } = facts;
      if (reason === 'untrusted') return t.untrusted({ host });
      if (reason === 'unreachable') return t.unreachable({ host, ...facts.obstacle });
      if (mayHaveCharged) return `${t[reason]}; ${to.inDoubt()}.`;
      if (reason === 'timeout') return `${t.timeout}; ${to.tooSlow()}.`;
      return `${t[reason]}. ${reason === 'bad_proxy' ? t.correctProxy : t.tryAgain}`;
    },
    interrupted: (facts: RequestFacts | Stop, to: Reader) =>
      'during' in facts ? to.stopped(facts) : (facts.serviceMessage ?? t.interrupted),
  };
}

const TOO_LARGE: Partial<Record<InputLimit, keyof Cases['tooLarge']>> = {
  ...{ text: 'text', columns: 'columns', line: 'line', record: 'line', blank_lines: 'line' },
};

/** Errors whose sentence depends on more than the value of a fact. */
export function errorsIn(t: Cases, phrases: Phrases) {
  return {
    ...{ ...serviceErrorsIn(t), ...spendingErrorsIn(t) },
    input_too_large: (facts: Of<'file' | 'most'> & { limit: InputLimit }) =>
      t.tooLarge[TOO_LARGE[facts.limit] ?? 'unpacked'](facts),
    no_valid_cell: (
      facts: ListedColumn &
        Of<'file'> & {
          kind: ColumnKind;
          reasons: Readonly<Record<string, number>>;
          meant?: MeantColumn;
        },
    ) => {
      const { file, kind, meant } = facts;
      const why = phrases.reasons(facts.reasons);
      const column = `${phrases.column(facts)}${why === '' ? '' : ` (${why})`}`;
      const told = t.noValidCell.told({ file, column, kind: phrases.kindName(kind) });
      if (meant === undefined) return `${told} ${t.noValidCell.nameIt}`;
      const type = meant.kind === kind || kind === 'both' ? '' : ` --type ${meant.kind}`;
      const other = {
        option: `--column ${argument(meant.option)}${type}`,
        share: percent(meant.validShare),
        column: phrases.column(meant),
        valid: phrases.validKinds(meant.kind),
      };
      return `${told} ${t.noValidCell.useOther(other)}`;
    },
    output_exists: (
      { path, erased }: Of<'path'> & { erased?: { batch: string; rows: number; file: string } },
      next: Reader,
    ) =>
      erased === undefined
        ? t.outputExists({ path }, next)
        : t.outputErased({ path, ...erased }, next),
    no_api_key: (facts: { place: Place } | Of<'profile'>, next: Reader) =>
      'place' in facts ? t.emptyKey(facts) : t.noKey(facts, next),
    declined: (facts: { nothing: 'changed' | 'sent'; terminated?: true }) => t.declined(facts),
    job_taken: (facts: Of<'job' | 'to'>, next: Reader) => t.jobTaken(facts, next),
    batch_lost: ({ batch, by }: Of<'batch'> & { by: Holder | null }) =>
      by === null ? t.batchLost({ batch }) : t.batchTaken({ batch, by }),
    submission_unconfirmed: (facts: Of<'batch' | 'job' | 'items'> & WhyUnconfirmed, next: Reader) =>
      t.submissionUnconfirmed(facts, next),
    terminated: (facts: Stop, to: Reader) => to.stopped(facts),
    other_key: (facts: OtherKey, next: Reader) => {
      const told = t.otherKey.told(facts);
      if (facts.isUnderWay) return told + t.otherKey.underWay(facts, next);
      const { exported, command, isOwn } = newBatch(facts, next);
      const way = isOwn ? (facts.isOwed ? 'owed' : 'anew') : 'ofOthers';
      return told + t.otherKey.none + t.otherKey[way]({ exported, command }, next);
    },
  };
}

function spendingErrorsIn({ overLimit, overPeriod, overBalance }: Cases) {
  return {
    /** `limit`: the user's own, of which the rest is left; without it that is all. `rest`: what a run has not sent yet. `isPartSent`: with --fit-balance, which was not given. */
    over_max_credits: (
      facts: Of<'worstCase' | 'maxCredits'> & {
        of: 'batch' | 'rest' | 'lookup';
        limit?: number;
        isPartSent?: boolean;
      },
      next: Reader,
    ) => {
      const { of, worstCase, limit, isPartSent } = facts;
      const set = [maxCredits(worstCase)];
      if (of === 'rest') return overLimit.rest({ ...facts, run: next.onward(undefined, set) });
      if (limit !== undefined) return overLimit.left({ ...facts, limit });
      const raised = next.inputs === 1 ? next.shown({ set }) : '';
      return next.fits && next.inputs === 1 && isPartSent
        ? overLimit.orFit({ ...facts, raised, fit: next.shown(FIT) })
        : overLimit.raise({ ...facts, raised });
    },
    over_period_budget: (
      facts: Of<'cost' | 'left' | 'limit'> & {
        of: 'day' | 'month';
        fits?: boolean;
        isPartSent?: boolean;
      },
      next: Reader,
    ) => {
      const told = overPeriod.raise(facts);
      if (facts.cost <= facts.limit || facts.fits) return told + overPeriod.orLater(facts, next);
      return next.fits && facts.isPartSent
        ? told + overPeriod.orFit({ fit: next.shown(FIT) })
        : `${told}.`;
    },
    /** `withoutOverage`: the plan, where it has no billing beyond the balance. */
    over_balance: (
      facts: Of<'worstCase' | 'balance'> & {
        of: 'batch' | 'next_job' | 'resubmission';
        withoutOverage?: string;
        isPartSent?: boolean;
      },
      next: Reader,
    ) => {
      const { of, withoutOverage, isPartSent } = facts;
      const told = overBalance.told(facts);
      const shown = of === 'batch' ? next.shown(OVERAGE) : '';
      const overage = withoutOverage === undefined ? overBalance.overage({ shown }) : undefined;
      if (of === 'batch' && isPartSent)
        return told + overBalance.orFit({ fit: next.shown(FIT), overage });
      const others = [of === 'next_job' ? '--fit-balance' : undefined, overage];
      const run = of === 'next_job' ? next.onward() : next.again();
      return told + overBalance.later({ run, others: others.filter(Boolean).join(overBalance.or) });
    },
  };
}

/** Errors of a command line. */
export function commandErrorsIn(t: Cases, phrases: Phrases) {
  return {
    batch_left: (facts: BatchLeft, next: Reader) =>
      t.batchLeft[leftOf(facts, next)]({ ...facts, creditsLeft: facts.creditsLeft ?? 0 }, next),
    one_decision: ({ open }: { open?: OpenDecision }, next: NextSteps) =>
      open === undefined ? t.oneDecision({}, next) : t.choices(open, next),
    unknown_key: (
      {
        stored,
        ...facts
      }: Of<'key' | 'keys' | 'near'> & {
        looksSecret: boolean;
        stored?: Omit<StoredSetting, 'what' | 'key'>;
      },
      next: Reader,
    ) => t.unknownKey({ ...facts, profile: stored && phrases.profile(stored) }, next),
  };
}

const FIT = { set: [{ flag: '--fit-balance' }] };
const OVERAGE = { set: [{ flag: '--allow-overage' }] };

/**
 * A new batch of the same input that pays for nothing that the ledger has. `isOwn`: a run knows its own command line,
 * every other command only the file.
 */
function newBatch({ batch, file, isPlanned, isOwed, typed }: OtherKey, next: Reader) {
  const isOwn = next.of === 'bulk run' || next.of === 'bulk submit';
  const reuse = isOwed ? [{ flag: '--reuse', value: '30d' }] : [];
  const change: Change = { drop: ['--fresh'], set: [{ flag: '--again' }, ...reuse] };
  const own = isOwn ? next.whole(change) : undefined;
  return {
    isOwn,
    exported: next.command('bulk export', batch, ...(isPlanned ? ['--partial'] : [])),
    command: own === undefined ? next.anew(file, typed) : `'${own}'`,
  };
}

/** A command keeps to the limit where that covers anything; more is for the user to decide. */
function leftOf(
  { why, count, worstCase, creditsLeft }: BatchLeft,
  next: NextSteps,
): BatchLeft['why'] | 'asked_again' | 'over_limit' | 'partly_over_limit' {
  // What may still bring the results comes first, but a command never advises itself first.
  if (why === 'unconfirmed') return next.of === 'bulk resume' ? 'asked_again' : why;
  if (why !== 'credits' || creditsLeft === undefined) return why;
  return creditsLeft * count < worstCase ? 'over_limit' : 'partly_over_limit';
}
