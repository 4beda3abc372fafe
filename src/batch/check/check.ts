import { setImmediate } from 'node:timers/promises';
import { computeFileFacts } from '../../base/checksum.js';
import type { JobTrouble } from '../../base/facts.js';
import { maskIdentifiers, type IdentifierKind } from '../../identifiers/index.js';
import {
  describeLayout,
  detectLayout,
  readRowChunks,
  RowFindings,
  SkippedLines,
  type InputLayout,
} from '../../input/index.js';
import type { InputText } from '../../input/private-copy.js';
import type { KnownIds, HitRates, Job, Ledger, Prices } from '../../ledger/index.js';
import { estimateCost, type PriceDeps } from '../../money/balance.js';
import { resolvePrices } from '../../money/book.js';
import type { LocalDeps } from '../dependencies.js';
import {
  readEndedBatch,
  computeMatchKey,
  refuseOtherKey,
  type OpenRequest,
} from '../plan/open-batch.js';
import { findJobsToRun } from '../plan/plan.js';
import { type BatchSummary, summarize } from '../summary.js';

/** The result of checking an input. */
export interface InputReport<Trouble = JobTrouble> {
  readonly layout: InputLayout;
  readonly summary: BatchSummary<Trouble>;
  /** Identifiers that were paid for before, with records that are too old to answer. */
  readonly paidBefore: number;
  /** The sentence about the layout. */
  readonly description: string;
  readonly findings: RowFindings;
  readonly skipped: readonly string[];
  /**
   * If a run would continue a batch, this counts the identifiers that the run would send, and those in running jobs.
   */
  readonly work?: { readonly toSend: number; readonly running: number };
}

/**
 * Reads an input to its end without making a batch. `known` adds what the ledger has of its identifiers; `report` is
 * called with the number of rows read so far.
 *
 * @throws UsageError where the input cannot be read or has no valid identifier
 */
export async function checkFile(
  { path, name, input, origin }: InputText,
  known?: LedgerKnowledge,
  report?: (rows: number) => void,
): Promise<InputReport<never>> {
  const layout = await detectLayout(path, input, name, origin);
  const findings = new RowFindings(layout);
  const counter = createIdCounter(known?.countKnown);
  const skipped = new SkippedLines();
  for await (const some of readRowChunks(path, layout, name, skipped)) {
    for (const row of some) {
      const { number, reading } = row;
      if (findings.countRow(row) === number && reading.valid) counter.add(reading.kind, reading.id);
    }
    await counter.count();
    report?.(findings.rows);
  }
  findings.requireValidCell(name);
  const all = await counter.count(1);
  const summary = summarizeUnsent(
    { kind: layout.kind, file: name },
    findings.buildCounts(),
    all,
    known,
  );
  return {
    layout,
    summary,
    findings,
    description: describeLayout(layout, maskIdentifiers(name)),
    paidBefore: countToAsk(addKnown(all.cpf, all.cnpj)).paid,
    skipped: skipped.toSentences(),
  };
}

/** Returns the summary of an input of which nothing was sent. */
function summarizeUnsent(
  input: Pick<BatchSummary, 'kind' | 'file'>,
  counts: ReturnType<RowFindings['buildCounts']>,
  all: KnownByKind,
  { prices = resolvePrices(), rates }: LedgerKnowledge = {},
): BatchSummary<never> {
  const { ids: unique, answered: reused } = addKnown(all.cpf, all.cnpj);
  const pending = unique - reused;
  const saved = all.cpf.answered * prices.cpf + all.cnpj.answered * prices.cnpj;
  return {
    batch: null,
    ...input,
    state: pending === 0 ? 'complete' : 'incomplete',
    ...counts,
    unique,
    reused,
    found: reused,
    notFound: 0,
    skipped: 0,
    failed: 0,
    unconfirmed: 0,
    pending,
    credits: { ...NO_CREDITS, ...estimateCredits(all, prices, rates), saved },
    jobs: [],
    output: null,
  };
}

const NO_CREDITS = { estimated: 0, charged: 0, saved: 0, now: 0 };

type CheckedInput = Pick<OpenRequest, 'input' | 'label' | 'fresh' | 'again' | 'reuseSince'>;

/**
 * Returns the batch that a run of this input would continue, with what the run would send; undefined where it would
 * make a new one.
 *
 * @throws ConfereError `other_key`
 */
export async function foreseeContinuation(
  deps: Pick<LocalDeps, 'ledger' | 'keyFingerprint' | 'terms' | 'stop'>,
  path: string,
  wanted: CheckedInput,
  { prices, rates }: Required<LedgerKnowledge>,
) {
  const { ledger, keyFingerprint, terms, stop } = deps;
  const { again, reuseSince } = wanted;
  const matchKey = computeMatchKey(wanted, (await computeFileFacts(path)).hash);
  const batch = await ledger.findBatchToContinue({ matchKey, keyFingerprint, reuseSince }, again);
  if (batch === undefined || batch.plannedAt === null) return undefined;
  await refuseOtherKey(deps, batch, again);
  const all = await ledger.readJobs(batch.num);
  const sendable = (await findJobsToRun(deps, batch)).filter(
    ({ state }) => state !== 'unconfirmed',
  );
  const since = batch.fresh ? Number.MAX_SAFE_INTEGER : reuseSince;
  const throwIfStopped = () => {
    stop.throwIfAborted();
  };
  const known = await countKnownInJobs(ledger, batch.num, sendable, throwIfStopped, since);
  const { ids: toSend, paid: paidBefore } = countToAsk(addKnown(known.cpf, known.cnpj));
  const summary = await summarize(ledger, batch.num, terms);
  const credits = { ...summary.credits, ...estimateCredits(known, prices, rates) };
  const underWay = all.filter(({ state }) => state === 'accepted' || state === 'submitting');
  const running = underWay.reduce((sum, { waiting }) => sum + waiting, 0);
  const ended = await readEndedBatch(deps, batch, reuseSince);
  return { batch, ended, summary: { ...summary, credits }, paidBefore, work: { toSend, running } };
}

export type CountKnown = (kind: IdentifierKind, ids: readonly string[]) => Promise<KnownIds>;

/** The knowledge of the ledger about the identifiers of an input, with prices and past hit rates. */
export interface LedgerKnowledge {
  readonly countKnown?: CountKnown;
  readonly prices?: Prices;
  readonly rates?: HitRates;
}

const IDS_PER_QUERY = 100_000;
/** This number of jobs has at most `IDS_PER_QUERY` identifiers, because the service limits the size of a job. */
const JOBS_PER_QUERY = 10;
const KINDS = ['cpf', 'cnpj'] as const;

type KnownByKind = Record<IdentifierKind, KnownIds>;

const NONE: KnownIds = { ids: 0, answered: 0, paid: 0 };

function addKnown(one: KnownIds, other: KnownIds): KnownIds {
  return {
    ids: one.ids + other.ids,
    answered: one.answered + other.answered,
    paid: one.paid + other.paid,
  };
}

/**
 * Returns how many identifiers are left to ask for, and how many of these have a paid record that is too old to
 * answer.
 */
function countToAsk({ ids, answered, paid }: KnownIds): Omit<KnownIds, 'answered'> {
  return { ids: ids - answered, paid: paid - answered };
}

/**
 * Returns the cost in credits of what is left to ask for: the worst case, and the expected cost if past hit rates are
 * known.
 */
function estimateCredits(all: KnownByKind, prices: Prices, rates?: HitRates) {
  const asked = { cpf: countToAsk(all.cpf), cnpj: countToAsk(all.cnpj) };
  const estimated = asked.cpf.ids * prices.cpf + asked.cnpj.ids * prices.cnpj;
  const expected = rates && estimateCost(rates, asked, prices);
  if (!expected) return { estimated };
  return { estimated, expected: expected.credits, expectedFrom: expected.answered };
}

/** Returns what the ledger knows if only records fetched at or after `since` (epoch ms) may answer. */
export async function readLedgerKnowledge(deps: PriceDeps, since: number) {
  const { ledger } = deps;
  return {
    countKnown: (kind, ids) => ledger.countKnown(kind, ids, since),
    prices: resolvePrices(deps.terms),
    rates: await ledger.readHitRates(),
  } satisfies LedgerKnowledge;
}

/** Counts what the ledger knows of the identifiers in these jobs. `throwIfStopped` is called before each query. */
export async function countKnownInJobs(
  ledger: Pick<Ledger, 'countKnownInJobs'>,
  batch: number,
  jobs: readonly Pick<Job, 'seq' | 'kind'>[],
  throwIfStopped: () => void,
  since = Number.MAX_SAFE_INTEGER,
) {
  const known: KnownByKind = { cpf: NONE, cnpj: NONE };
  for (const kind of KINDS) {
    const seqs = jobs.filter((job) => job.kind === kind).map(({ seq }) => seq);
    for (let from = 0; from < seqs.length; from += JOBS_PER_QUERY) {
      await setImmediate();
      throwIfStopped();
      const some = seqs.slice(from, from + JOBS_PER_QUERY);
      known[kind] = addKnown(known[kind], await ledger.countKnownInJobs(batch, kind, some, since));
    }
  }
  return known;
}

/**
 * Creates a counter: `add` collects identifiers; `count` asks the ledger about them once at least `least` of a kind are
 * held, and returns the counts so far.
 */
function createIdCounter(countKnown?: CountKnown) {
  const counted = { cpf: { ...NONE }, cnpj: { ...NONE } };
  const held: Record<IdentifierKind, string[]> = { cpf: [], cnpj: [] };
  const add = (kind: IdentifierKind, id: string): void => {
    // Without a ledger to ask, the identifiers are only counted: holding a million of them takes long.
    if (countKnown === undefined) counted[kind].ids += 1;
    else held[kind].push(id);
  };
  const count = async (least = IDS_PER_QUERY): Promise<KnownByKind> => {
    for (const kind of KINDS)
      while (countKnown !== undefined && held[kind].length >= least) {
        const known = await countKnown(kind, held[kind].splice(0, IDS_PER_QUERY));
        counted[kind] = addKnown(counted[kind], known);
      }
    return counted;
  };
  return { add, count };
}
