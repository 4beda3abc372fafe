import type { JobTrouble } from '../errors/jobs.js';
import type { ColumnKind, IdentifierKind } from '../identifiers/index.js';
import { accountPrices } from '../money/read-balance.js';
import { exactCredits } from '../money/spending/sums.js';
import { DEFAULT_PRICES, pricesOf } from '../money/price.js';
import { balanceLeft } from '../money/cost.js';
import type { Batch, BatchFigures, ItemCounts, Job, Ledger, Prices } from '../ledger/index.js';
import { forgotten } from './find-batch.js';
import { readTrouble } from './job-trouble.js';

export const batchStates = ['complete', 'running', 'incomplete', 'unconfirmed'] as const;

export type BatchState = (typeof batchStates)[number];

type Counts = Omit<ItemCounts, 'rejected' | 'abandoned'>;

/** What `--json` prints of a batch (contract, "JSON"). */
export interface Summary<Trouble = JobTrouble> extends Counts {
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
    readonly expected?: number;
    readonly expectedFrom?: number;
  };
  /** Only of a column with both kinds. */
  readonly parts?: readonly PartSummary[];
  readonly jobs: readonly JobSummary<Trouble>[];
  readonly output: string | null;
  /** Of the user's limit; not printed. */
  readonly creditsLeft?: number;
  /** Only where the balance book knows it. */
  readonly balanceLeft?: number;
}

export interface PartSummary extends Counts {
  readonly kind: IdentifierKind;
  readonly unique: number;
}

export interface JobSummary<Trouble = JobTrouble> {
  readonly jobId: string | null;
  readonly kind?: IdentifierKind;
  readonly status: string;
  readonly items: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly error: Trouble | null;
}

export function inWords(
  { creditsLeft, balanceLeft: _, ...summary }: Summary,
  wording: (trouble: JobTrouble) => string,
): Summary<string> {
  const jobs = summary.jobs.map((job) => ({ ...job, error: job.error && wording(job.error) }));
  return { ...summary, jobs };
}

export async function summarize(
  ledger: Ledger,
  num: number,
  costs?: Partial<Prices>,
): Promise<Summary> {
  const figures = await figuresOf(ledger, num);
  return withCreditsLeft(ledger, figures, await pricesFor(ledger, figures.batch, costs));
}

/** For who does not hold the batch: what a run is submitting is in no doubt. */
export async function summarizeBeside(
  ledger: Ledger,
  num: number,
  costs?: Partial<Prices>,
): Promise<Summary> {
  const figures = await figuresOf(ledger, num);
  const [seen = figures] = await besideRuns(ledger, [figures]);
  return withCreditsLeft(ledger, seen, await pricesFor(ledger, seen.batch, costs));
}

export async function summarizeSince(
  ledger: Ledger,
  before: BatchFigures,
  costs?: Partial<Prices>,
): Promise<Summary> {
  const figures = await figuresOf(ledger, before.batch.num);
  const prices = await pricesFor(ledger, before.batch, costs);
  const summary = await withCreditsLeft(ledger, figures, prices);
  const { credits } = summary;
  const now = exactCredits(credits.charged - toSummary(before, prices).credits.charged);
  const { keyFingerprint } = before.batch;
  const left = await balanceLeft({ ledger, keyFingerprint, costs }, await ledger.now());
  return { ...summary, credits: { ...credits, now }, balanceLeft: left };
}

export async function summarizeAll(
  ledger: Ledger,
  costs?: Partial<Prices>,
): Promise<{ batch: Batch; summary: Summary; endedAt: number | null }[]> {
  const all = await besideRuns(ledger, await ledger.figures());
  const known = new Map<string, Promise<Prices>>();
  return Promise.all(
    all.map(async (figures) => {
      const { batch } = figures;
      const prices = known.get(batch.keyFingerprint) ?? pricesFor(ledger, batch, costs);
      known.set(batch.keyFingerprint, prices);
      const endedAt = endOf(figures);
      // What has ended needs no limit any more.
      const summary =
        endedAt === null
          ? await withCreditsLeft(ledger, figures, await prices)
          : toSummary(figures, await prices);
      return { batch, summary, endedAt };
    }),
  );
}

export async function figuresOf(ledger: Ledger, num: number): Promise<BatchFigures> {
  const [figures] = await ledger.figures(num);
  if (figures === undefined) throw forgotten();
  return figures;
}

async function pricesFor(ledger: Ledger, { keyFingerprint }: Batch, costs?: Partial<Prices>) {
  return pricesOf(await accountPrices({ ledger, keyFingerprint, costs }));
}

/** Until it is settled nothing else is sent, and then it was charged or is sent again. */
async function withCreditsLeft(
  ledger: Ledger,
  figures: BatchFigures,
  prices: Prices,
): Promise<Summary> {
  const summary = toSummary(figures, prices);
  const { num, agreed } = figures.batch;
  if (agreed === null) return summary;
  const [run] = await ledger.leftOf([{ of: 'run', batch: num, ...agreed }], prices);
  let left = run?.left ?? 0;
  for (const { seq, state, kind, price, begunTick } of figures.jobs) {
    const isDoubtful = state === 'submitting' || state === 'unconfirmed';
    if (isDoubtful && (begunTick ?? 0) > agreed.after)
      left += (await ledger.unansweredIn(num, [seq])) * (price ?? prices[kind]);
  }
  return { ...summary, creditsLeft: Math.max(0, exactCredits(left)) };
}

async function besideRuns(
  ledger: Ledger,
  all: readonly BatchFigures[],
): Promise<readonly BatchFigures[]> {
  if (!all.some(({ jobs }) => jobs.some(isSubmitting))) return all;
  const { workers } = await ledger.ledgerFacts();
  const held = new Set(workers.map((worker) => (worker.of === 'batch' ? worker.batch : '')));
  return all.map((one) => (held.has(one.batch.id) ? withoutDoubt(one) : one));
}

function withoutDoubt(figures: BatchFigures): BatchFigures {
  const open = figures.jobs.filter(isSubmitting);
  const certain = (counts: ItemCounts, jobs: readonly Job[]): ItemCounts => {
    const items = jobs.reduce((sum, job) => sum + job.items, 0);
    const { pending, unconfirmed } = counts;
    return { ...counts, pending: pending + items, unconfirmed: unconfirmed - items };
  };
  const { parts, counts } = figures;
  const ofKind = (kind: IdentifierKind) => open.filter((job) => job.kind === kind);
  return {
    ...figures,
    counts: certain(counts, open),
    parts: parts && {
      cpf: certain(parts.cpf, ofKind('cpf')),
      cnpj: certain(parts.cnpj, ofKind('cnpj')),
    },
  };
}

function isSubmitting({ state }: Job): boolean {
  return state === 'submitting';
}

/** Null while something is left to do. */
export function endOf(figures: BatchFigures): number | null {
  const { batch, jobs, counts } = figures;
  if (batch.plannedAt === null || stateOf(counts, jobs) !== 'complete') return null;
  return jobs.reduce((last, { endedAt }) => Math.max(last, endedAt ?? 0), batch.plannedAt);
}

export function toSummary(
  { batch, jobs, counts, parts }: BatchFigures,
  prices: Prices = DEFAULT_PRICES,
): Summary {
  const { rows, duplicates, repaired } = batch;
  const { rejected } = counts;
  const invalid = batch.invalid + rejected;
  const kinds = parts ?? { [batch.kind === 'cnpj' ? 'cnpj' : 'cpf']: counts };
  return {
    ...{ batch: batch.id, kind: batch.kind, file: batch.file },
    state: batch.plannedAt === null ? 'incomplete' : stateOf(counts, jobs),
    ...{ rows, invalid, duplicates, repaired, unique: rows - invalid - duplicates },
    ...publicCounts(counts),
    reasons: rejected === 0 ? batch.reasons : { ...batch.reasons, rejected_by_service: rejected },
    credits: creditsOf(kinds, prices, batch.erased.paid),
    parts:
      parts &&
      KINDS.map((kind) => ({ kind, unique: uniqueOf(parts[kind]), ...publicCounts(parts[kind]) })),
    jobs: jobs.map(({ jobId, kind, state, items, found, notFound, skipped, error }) => {
      const own = batch.kind === 'both' ? kind : undefined;
      const job = { jobId, kind: own, status: state, items, found, notFound, skipped };
      return { ...job, error: readTrouble(error) };
    }),
    output: batch.output,
  };
}

const KINDS = ['cpf', 'cnpj'] as const;

function creditsOf(
  parts: Partial<Record<IdentifierKind, ItemCounts>>,
  prices: Prices,
  erased: Batch['erased']['paid'],
) {
  const sum = (of: (counts: ItemCounts) => number) =>
    KINDS.reduce((total, kind) => {
      const counts = parts[kind];
      return counts === undefined ? total : total + of(counts) * prices[kind];
    }, 0);
  const gone = erased.cpf * prices.cpf + erased.cnpj * prices.cnpj;
  return {
    estimated: gone + sum((counts) => uniqueOf(counts) - counts.reused),
    charged: gone + sum(({ found, reused }) => found - reused),
    saved: sum(({ reused }) => reused),
    now: 0,
  };
}

export function worstCaseOf({ kind, unique, reused, credits }: Summary, count: number): number {
  const sent = unique - reused;
  const most = credits.estimated - credits.charged;
  // Two kinds may have two prices; then all that is left is the bound.
  return kind === 'both' || sent === 0 ? most : (credits.estimated / sent) * count;
}

function uniqueOf({ found, notFound, skipped, failed, pending, unconfirmed }: ItemCounts): number {
  return found + notFound + skipped + failed + pending + unconfirmed;
}

function publicCounts(counts: ItemCounts): Counts {
  const { reused, found, notFound, skipped, failed, pending, unconfirmed } = counts;
  return { reused, found, notFound, skipped, failed, pending, unconfirmed };
}

function stateOf(counts: ItemCounts, jobs: readonly Job[]): BatchState {
  if (counts.unconfirmed > 0) return 'unconfirmed';
  if (jobs.some((job) => job.state === 'accepted' || isSubmitting(job))) return 'running';
  const { pending, skipped, failed, abandoned } = counts;
  // Abandoned identifiers are not waited for.
  return pending + skipped + failed - abandoned > 0 ? 'incomplete' : 'complete';
}
