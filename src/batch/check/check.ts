import { setImmediate } from 'node:timers/promises';
import { computeFileFacts } from '../../base/checksum.js';
import type { JobTrouble } from '../../base/facts.js';
import { maskCpfs, type IdentifierKind } from '../../identifiers/index.js';
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
  /** A sentence about the layout. */
  readonly description: string;
  readonly findings: RowFindings;
  /** Sentences about lines that were skipped. */
  readonly skippedNotes: readonly string[];
  /**
   * If a run would continue a batch, this counts the identifiers that the run would send, and those in running jobs.
   */
  readonly continuation?: { readonly toSend: number; readonly running: number };
}

/**
 * Reads an input to its end without making a batch. `knowledge` adds what the ledger has of its identifiers; `report`
 * is called with the number of rows read so far.
 *
 * @throws UsageError where the input cannot be read or has no valid identifier
 */
export async function checkFile(
  { path, name, input, origin }: InputText,
  knowledge?: LedgerKnowledge,
  report?: (rows: number) => void,
): Promise<InputReport<never>> {
  const layout = await detectLayout(path, input, name, origin);
  const findings = new RowFindings(layout);
  const counter = createIdCounter(knowledge?.countKnown);
  const skipped = new SkippedLines();
  for await (const rows of readRowChunks(path, layout, name, skipped)) {
    for (const row of rows) {
      const { number, reading } = row;
      const firstRow = findings.countRow(row);
      if (firstRow === number && reading.valid) counter.add(reading.kind, reading.id);
    }
    await counter.count();
    report?.(findings.rows);
  }
  findings.requireValidCell(name);
  const knownByKind = await counter.count(1);
  const summary = summarizeUnsent(
    { kind: layout.kind, file: name },
    findings.buildCounts(),
    knownByKind,
    knowledge,
  );
  return {
    layout,
    summary,
    findings,
    description: describeLayout(layout, maskCpfs(name)),
    paidBefore: countToAsk(addKnown(knownByKind.cpf, knownByKind.cnpj)).paid,
    skippedNotes: skipped.toSentences(),
  };
}

/** Returns the summary of an input of which nothing was sent. */
function summarizeUnsent(
  input: Pick<BatchSummary, 'kind' | 'file'>,
  counts: ReturnType<RowFindings['buildCounts']>,
  knownByKind: KnownByKind,
  { prices = resolvePrices(), rates }: LedgerKnowledge = {},
): BatchSummary<never> {
  const { ids: unique, answered: reused } = addKnown(knownByKind.cpf, knownByKind.cnpj);
  const pending = unique - reused;
  const saved = knownByKind.cpf.answered * prices.cpf + knownByKind.cnpj.answered * prices.cnpj;
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
    credits: { ...NO_CREDITS, ...estimateCredits(knownByKind, prices, rates), saved },
    jobs: [],
    output: null,
  };
}

/** `estimated` is the worst case; `now` is what this command was charged. */
const NO_CREDITS = { estimated: 0, charged: 0, saved: 0, now: 0 };

type CheckedInput = Pick<OpenRequest, 'input' | 'label' | 'fresh' | 'wantsNewBatch' | 'reuseSince'>;

/**
 * Returns the batch that a run of this input would continue, with what the run would send; undefined where it would
 * make a new one, or plan one again whose plan was interrupted.
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
  const { wantsNewBatch, reuseSince } = wanted;
  const matchKey = computeMatchKey(wanted, (await computeFileFacts(path)).hash);
  const batch = await ledger.findBatchToContinue(
    { matchKey, keyFingerprint, reuseSince },
    wantsNewBatch,
  );
  if (batch === undefined || batch.plannedAt === null) return undefined;
  await refuseOtherKey(deps, batch, wantsNewBatch);
  const jobs = await ledger.readJobs(batch.num);
  const sendable = (await findJobsToRun(deps, batch)).filter(
    ({ state }) => state !== 'unconfirmed',
  );
  const since = batch.fresh ? Number.MAX_SAFE_INTEGER : reuseSince;
  const throwIfStopped = () => {
    stop.throwIfAborted();
  };
  const knownByKind = await countKnownInJobs(ledger, batch.num, sendable, throwIfStopped, since);
  const { ids: toSend, paid: paidBefore } = countToAsk(addKnown(knownByKind.cpf, knownByKind.cnpj));
  const summary = await summarize(ledger, batch.num, terms);
  const credits = { ...summary.credits, ...estimateCredits(knownByKind, prices, rates) };
  const underWay = jobs.filter(({ state }) => state === 'accepted' || state === 'submitting');
  const running = underWay.reduce((sum, { waiting }) => sum + waiting, 0);
  const ended = await readEndedBatch(deps, batch, reuseSince);
  return {
    batch,
    ended,
    summary: { ...summary, credits },
    paidBefore,
    continuation: { toSend, running },
  };
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

const NOTHING_KNOWN: KnownIds = { ids: 0, answered: 0, paid: 0 };

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
 * Returns the cost in credits of what is left to ask for: `estimated` is the worst case, and `expected` the cost by
 * past hit rates, if they are known.
 */
function estimateCredits(knownByKind: KnownByKind, prices: Prices, rates?: HitRates) {
  const toAsk = { cpf: countToAsk(knownByKind.cpf), cnpj: countToAsk(knownByKind.cnpj) };
  const worstCase = toAsk.cpf.ids * prices.cpf + toAsk.cnpj.ids * prices.cnpj;
  const expected = rates && estimateCost(rates, toAsk, prices);
  if (!expected) return { estimated: worstCase };
  return {
    estimated: worstCase,
    expected: expected.credits,
    expectedFrom: expected.answered,
  };
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
  const knownByKind: KnownByKind = { cpf: NOTHING_KNOWN, cnpj: NOTHING_KNOWN };
  for (const kind of KINDS) {
    const seqs = jobs.filter((job) => job.kind === kind).map(({ seq }) => seq);
    for (let from = 0; from < seqs.length; from += JOBS_PER_QUERY) {
      await setImmediate();
      throwIfStopped();
      const portion = seqs.slice(from, from + JOBS_PER_QUERY);
      knownByKind[kind] = addKnown(
        knownByKind[kind],
        await ledger.countKnownInJobs(batch, kind, portion, since),
      );
    }
  }
  return knownByKind;
}

/**
 * Creates a counter: `add` collects identifiers; `count` asks the ledger about them once at least `fewest` of a kind
 * are collected, and returns the counts so far.
 */
function createIdCounter(countKnown?: CountKnown) {
  const counted = { cpf: { ...NOTHING_KNOWN }, cnpj: { ...NOTHING_KNOWN } };
  const uncounted: Record<IdentifierKind, string[]> = { cpf: [], cnpj: [] };
  const add = (kind: IdentifierKind, id: string): void => {
    // Without a ledger to ask, the identifiers are only counted: holding a million of them takes long.
    if (countKnown === undefined) counted[kind].ids += 1;
    else uncounted[kind].push(id);
  };
  const count = async (fewest = IDS_PER_QUERY): Promise<KnownByKind> => {
    for (const kind of KINDS)
      while (countKnown !== undefined && uncounted[kind].length >= fewest) {
        const counts = await countKnown(kind, uncounted[kind].splice(0, IDS_PER_QUERY));
        counted[kind] = addKnown(counted[kind], counts);
      }
    return counted;
  };
  return { add, count };
}
