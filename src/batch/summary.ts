import { ConfereError } from '../base/errors.js';
import type { JobTrouble } from '../base/facts.js';
import type { ColumnKind, IdentifierKind } from '../identifiers/index.js';
import type {
  AccountTerms,
  Batch,
  BatchFigures,
  ItemCounts,
  Job,
  Ledger,
  Prices,
} from '../ledger/index.js';
import { readTrouble } from '../ledger/jobs.js';
import { roundCreditSum, resolvePrices } from '../money/book.js';
import { readCreditsLeft } from '../money/balance.js';

export const batchStates = ['complete', 'running', 'incomplete', 'unconfirmed'] as const;

export type BatchState = (typeof batchStates)[number];

/**
 * The summary of a batch, as `--json` prints it (contract, "JSON"). Counts are identifiers or rows; `credits`,
 * `creditsLeft` and `balanceLeft` are credits.
 */
export interface BatchSummary<Trouble = JobTrouble> extends Omit<
  ItemCounts,
  'rejected' | 'abandoned'
> {
  readonly batch: string | null;
  readonly kind: ColumnKind | null;
  readonly file: string;
  readonly state: BatchState;
  readonly rows: number;
  readonly invalid: number;
  readonly duplicates: number;
  readonly repaired: number;
  readonly unique: number;
  readonly reasons: Readonly<Record<string, number>>;
  readonly credits: {
    readonly estimated: number;
    readonly charged: number;
    readonly saved: number;
    /** Charged by the command that ends with this summary. */
    readonly now: number;
    /** Credits by the hit rates of the past; present only before anything is sent. */
    readonly expected?: number;
    /** The number of past answers behind `expected`. */
    readonly expectedFrom?: number;
  };
  readonly jobs: readonly JobSummary<Trouble>[];
  readonly output: string | null;
  /** Credits left of the user's limit; not printed. */
  readonly creditsLeft?: number;
  /** Credits left of the balance, where the balance book knows it; not printed. */
  readonly balanceLeft?: number;
}

export interface JobSummary<Trouble = JobTrouble> {
  readonly jobId: string | null;
  /** Only in a batch with both kinds. */
  readonly kind?: IdentifierKind;
  readonly status: string;
  readonly items: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly error: Trouble | null;
}

/** Returns the summary as it is printed, with the errors of its jobs as sentences. */
export function withErrorsInWords(
  { creditsLeft, balanceLeft: _, ...summary }: BatchSummary,
  writeSentence: (trouble: JobTrouble) => string,
): BatchSummary<string> {
  const jobs = summary.jobs.map((job) => ({
    ...job,
    error: job.error && writeSentence(job.error),
  }));
  return { ...summary, jobs };
}

/**
 * Summarizes a batch. `isObserver`: the caller does not hold the batch, and a job that its holder is submitting at this
 * moment counts as pending and not as a doubt.
 *
 * @throws ConfereError `batch_forgotten`
 */
export async function summarize(
  ledger: Ledger,
  num: number,
  terms?: AccountTerms,
  isObserver = false,
): Promise<BatchSummary> {
  const figures = await readFigures(ledger, num);
  const [shownFigures = figures] = isObserver
    ? await countSubmittingAsPending(ledger, [figures])
    : [];
  return addCreditsLeft(ledger, shownFigures, terms);
}

/** Summarizes a batch with the credits charged since `before`, and the credits left of the balance. */
export async function summarizeSince(
  ledger: Ledger,
  before: BatchFigures,
  terms?: AccountTerms,
): Promise<BatchSummary> {
  const figures = await readFigures(ledger, before.batch.num);
  const summary = await addCreditsLeft(ledger, figures, terms);
  const { credits } = summary;
  const now = roundCreditSum(
    credits.charged - toSummary(before, resolvePrices(terms)).credits.charged,
  );
  const { keyFingerprint } = before.batch;
  const left = await readCreditsLeft({ ledger, keyFingerprint, terms }, await ledger.now());
  return { ...summary, credits: { ...credits, now }, balanceLeft: left };
}

/** Summarizes all batches of the ledger, for a caller that holds none of them. `endedAt` is epoch ms. */
export async function summarizeAll(
  ledger: Ledger,
  terms?: AccountTerms,
): Promise<{ batch: Batch; summary: BatchSummary; endedAt: number | null }[]> {
  const all = await countSubmittingAsPending(ledger, await ledger.readFigures());
  return Promise.all(
    all.map(async (figures) => {
      const { batch } = figures;
      const endedAt = computeEndTime(figures);
      // A batch that has ended sends nothing more, so its limit need not be read.
      if (endedAt !== null)
        return { batch, summary: toSummary(figures, resolvePrices(terms)), endedAt };
      return { batch, summary: await addCreditsLeft(ledger, figures, terms), endedAt };
    }),
  );
}

/** @throws ConfereError `batch_forgotten` */
export async function readFigures(ledger: Ledger, num: number): Promise<BatchFigures> {
  const [figures] = await ledger.readFigures(num);
  if (figures === undefined) throw new ConfereError('batch_forgotten', {});
  return figures;
}

/**
 * Adds to a summary the credits left of the user's limit. A doubtful job does not reduce them: nothing else is sent
 * before the job is settled, and sending it again would cost the same credits that it may have cost already.
 */
async function addCreditsLeft(ledger: Ledger, figures: BatchFigures, terms: AccountTerms = {}) {
  const summary = toSummary(figures, resolvePrices(terms));
  const { num, storedLimit } = figures.batch;
  if (storedLimit === null) return summary;
  const [runLimit] = await ledger.computeLimitsLeft(
    [{ of: 'run', batch: num, ...storedLimit }],
    terms,
  );
  let left = runLimit?.left ?? 0;
  for (const { waiting, state, price, begunTick } of figures.jobs) {
    const isDoubtful = state === 'submitting' || state === 'unconfirmed';
    if (isDoubtful && (begunTick ?? 0) > storedLimit.after) left += waiting * (price ?? 0);
  }
  return { ...summary, creditsLeft: Math.max(0, roundCreditSum(left)) };
}

/** Counts what other processes are submitting as pending instead of unconfirmed, because their holders still live. */
async function countSubmittingAsPending(ledger: Ledger, all: readonly BatchFigures[]) {
  if (!all.some(({ jobs }) => jobs.some(isSubmitting))) return all;
  const held = new Set(await ledger.findHeldBatches());
  return all.map((one) => {
    if (!held.has(one.batch.id)) return one;
    const items = one.jobs.filter(isSubmitting).reduce((sum, job) => sum + job.items, 0);
    const { pending, unconfirmed } = one.counts;
    const counts = { pending: pending + items, unconfirmed: unconfirmed - items };
    return { ...one, counts: { ...one.counts, ...counts } };
  });
}

function isSubmitting({ state }: Job): boolean {
  return state === 'submitting';
}

/** Returns when a batch ended (epoch ms); null while something is left to do. */
export function computeEndTime({ batch, jobs, counts }: BatchFigures): number | null {
  if (batch.plannedAt === null || computeState(counts, jobs) !== 'complete') return null;
  return jobs.reduce((last, { endedAt }) => Math.max(last, endedAt ?? 0), batch.plannedAt);
}

export function toSummary(
  { batch, jobs, counts, countsByKind }: BatchFigures,
  prices: Prices = resolvePrices(),
): BatchSummary {
  const { id, kind, file, rows, duplicates, repaired, reasons, output } = batch;
  const { rejected, reused, found, notFound, skipped, failed, pending, unconfirmed } = counts;
  const invalid = batch.invalid + rejected;
  return {
    batch: id,
    kind,
    file,
    state: batch.plannedAt === null ? 'incomplete' : computeState(counts, jobs),
    rows,
    invalid,
    duplicates,
    repaired,
    unique: rows - invalid - duplicates,
    reused,
    found,
    notFound,
    skipped,
    failed,
    pending,
    unconfirmed,
    reasons: rejected === 0 ? reasons : { ...reasons, rejected_by_service: rejected },
    credits: computeCredits(countsByKind, prices, batch.erased.paid),
    jobs: jobs.map((job) => ({
      jobId: job.jobId,
      kind: kind === 'both' ? job.kind : undefined,
      status: job.state,
      items: job.items,
      found: job.found,
      notFound: job.notFound,
      skipped: job.skipped,
      error: readTrouble(job.error),
    })),
    output,
  };
}

function computeCredits(
  countsByKind: BatchFigures['countsByKind'],
  prices: Prices,
  erased: Batch['erased']['paid'],
) {
  const credits = { estimated: 0, charged: 0, saved: 0, now: 0 };
  for (const kind of ['cpf', 'cnpj'] as const) {
    const price = prices[kind];
    const { reused, found, notFound, skipped, failed, pending, unconfirmed } = countsByKind[kind];
    // The sum has all identifiers but those that the service rejected.
    const unique = found + notFound + skipped + failed + pending + unconfirmed;
    credits.estimated += (erased[kind] + unique - reused) * price;
    credits.charged += (erased[kind] + found - reused) * price;
    credits.saved += reused * price;
  }
  return credits;
}

/** Returns the most credits that `count` of the batch's identifiers may cost. */
export function computeWorstCase(
  { kind, unique, reused, credits }: BatchSummary,
  count: number,
): number {
  const notReused = unique - reused;
  const worstCase = credits.estimated - credits.charged;
  // With two kinds there may be two prices, so the worst case of everything that is left is returned.
  return kind === 'both' || notReused === 0 ? worstCase : (credits.estimated / notReused) * count;
}

function computeState(counts: ItemCounts, jobs: readonly Job[]): BatchState {
  if (counts.unconfirmed > 0) return 'unconfirmed';
  if (jobs.some((job) => job.state === 'accepted' || isSubmitting(job))) return 'running';
  const { pending, skipped, failed, abandoned } = counts;
  // Abandoned identifiers are `failed`, but nobody waits for them.
  return pending + skipped + failed - abandoned > 0 ? 'incomplete' : 'complete';
}
