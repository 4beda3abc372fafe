import type { JobTrouble } from '../errors/jobs.js';
import type { ColumnKind, IdentifierKind } from '../identifiers/index.js';
import type { Batch, BatchFigures, ItemCounts, Job, Ledger } from '../ledger/index.js';
import { forgotten } from './find-batch.js';
import { readTrouble } from './job-trouble.js';

export type BatchState = 'complete' | 'running' | 'incomplete' | 'unconfirmed';

/**
 * The object that `--json` prints for a batch; the contract defines the names ("JSON"). `Trouble`: what is
 * told of a job's trouble; its facts, or for readers a sentence.
 */
export interface Summary<Trouble = JobTrouble> {
  readonly batch: string | null;
  readonly kind: ColumnKind | null;
  readonly file: string;
  readonly state: BatchState;
  readonly rows: number;
  readonly invalid: number;
  readonly duplicates: number;
  readonly repaired: number;
  readonly unique: number;
  readonly reused: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly failed: number;
  readonly pending: number;
  readonly unconfirmed: number;
  readonly reasons: Readonly<Record<string, number>>;
  readonly credits: {
    readonly estimated: number;
    readonly charged: number;
    readonly saved: number;
  };
  /** Only for a column with both kinds: the numbers of each kind. */
  readonly parts?: readonly PartSummary[];
  readonly jobs: readonly JobSummary<Trouble>[];
  readonly output: string | null;
}

/**
 * The numbers of one kind in a batch with CPF and CNPJ: `unique` is the sum of the others except
 * `reused`.
 */
export interface PartSummary extends Pick<
  Summary,
  'unique' | 'reused' | 'found' | 'notFound' | 'skipped' | 'failed' | 'pending' | 'unconfirmed'
> {
  readonly kind: IdentifierKind;
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

/** The summary as its readers get it, with sentences. */
export function inWords(
  summary: Summary,
  wording: (trouble: JobTrouble) => string,
): Summary<string> {
  const jobs = summary.jobs.map((job) => ({ ...job, error: job.error && wording(job.error) }));
  return { ...summary, jobs };
}

/**
 * The numbers of a batch. Always `rows = invalid + duplicates + unique` and `unique = found + notFound +
 * skipped + failed + pending + unconfirmed`.
 */
export async function summarize(ledger: Ledger, num: number): Promise<Summary> {
  const [figures] = await ledger.figures(num);
  if (figures === undefined) throw forgotten();
  return toSummary(figures);
}

/** Every batch with its numbers, newest first. */
export async function summarizeAll(ledger: Ledger): Promise<{ batch: Batch; summary: Summary }[]> {
  const all = await ledger.figures();
  return all.map((figures) => ({ batch: figures.batch, summary: toSummary(figures) }));
}

/** Computes the summary from figures that the ledger read at one moment. */
export function toSummary({ batch, jobs, counts, parts }: BatchFigures): Summary {
  const invalid = batch.invalid + counts.rejected;
  const unique = batch.rows - invalid - batch.duplicates;
  return {
    batch: batch.id,
    kind: batch.kind,
    file: batch.file,
    state: batch.plannedAt === null ? 'incomplete' : stateOf(counts, jobs),
    rows: batch.rows,
    invalid,
    duplicates: batch.duplicates,
    repaired: batch.repaired,
    unique,
    ...publicCounts(counts),
    reasons: reasonsOf(batch, counts),
    credits: {
      estimated: unique - counts.reused,
      charged: counts.found - counts.reused,
      saved: counts.reused,
    },
    ...(parts === undefined ? {} : { parts: partsOf(parts) }),
    jobs: jobs.map((job) => toJobSummary(job, batch.kind === 'both')),
    output: batch.output,
  };
}

function publicCounts(counts: ItemCounts) {
  const { reused, found, notFound, skipped, failed, pending, unconfirmed } = counts;
  return { reused, found, notFound, skipped, failed, pending, unconfirmed };
}

function partsOf(parts: NonNullable<BatchFigures['parts']>): PartSummary[] {
  return (['cpf', 'cnpj'] as const).map((kind) => {
    const counts = publicCounts(parts[kind]);
    const { found, notFound, skipped, failed, pending, unconfirmed } = counts;
    const unique = found + notFound + skipped + failed + pending + unconfirmed;
    return { kind, unique, ...counts };
  });
}

function reasonsOf(batch: Batch, counts: ItemCounts): Readonly<Record<string, number>> {
  if (counts.rejected === 0) return batch.reasons;
  return { ...batch.reasons, rejected_by_service: counts.rejected };
}

function stateOf(counts: ItemCounts, jobs: readonly Job[]): BatchState {
  if (counts.unconfirmed > 0) return 'unconfirmed';
  if (jobs.some((job) => job.state === 'accepted')) return 'running';
  const { pending, skipped, failed, abandoned } = counts;
  // Abandoned identifiers are not waited for.
  return pending + skipped + failed - abandoned > 0 ? 'incomplete' : 'complete';
}

function toJobSummary(job: Job, isMixed: boolean): JobSummary {
  const { jobId, kind, items, found, notFound, skipped } = job;
  const own = isMixed ? { kind } : {};
  const error = readTrouble(job.error);
  return { jobId, ...own, status: job.state, items, found, notFound, skipped, error };
}
