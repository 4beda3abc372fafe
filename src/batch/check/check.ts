import { setImmediate } from 'node:timers/promises';
import { computeFileFacts } from '../../base/checksum.js';
import type { JobTrouble } from '../../base/facts.js';
import { maskIdentifiers, type IdentifierKind } from '../../identifiers/index.js';
import {
  describeLayout,
  detectLayout,
  readRowChunks,
  RowFindings,
  Skipped,
  type InputLayout,
} from '../../input/index.js';
import type { InputText } from '../../input/private-copy.js';
import type { KnownIds, HitRates, Job, Ledger, Prices } from '../../ledger/index.js';
import { expectedCost, type PriceDeps } from '../../money/balance.js';
import { pricesOf } from '../../money/book.js';
import type { LocalDeps } from '../dependencies.js';
import { endedBatch, matchKeyOf, refuseOtherKey, type OpenRequest } from '../plan/open-batch.js';
import { jobsToRun } from '../plan/plan.js';
import { type BatchSummary, summarize } from '../summary.js';

/** What is told of an input. */
export interface InputReport<Trouble = JobTrouble> {
  readonly layout: InputLayout;
  readonly summary: BatchSummary<Trouble>;
  readonly paidBefore: number;
  readonly description: string;
  readonly findings: RowFindings;
  readonly skipped: readonly string[];
  /** What a run would send of the batch that it would continue. */
  readonly work?: { readonly toSend: number; readonly running: number };
}

export async function checkFile(
  { path, name, input, origin }: InputText,
  known?: LedgerKnowledge,
  told?: (rows: number) => void,
): Promise<InputReport<never>> {
  const layout = await detectLayout(path, input, name, origin);
  const findings = new RowFindings(layout);
  const ids = idCounter(known?.countKnown);
  const skipped = new Skipped();
  for await (const some of readRowChunks(path, layout, name, skipped)) {
    for (const row of some) {
      const { number, reading } = row;
      if (findings.take(row) === number && reading.valid) ids.add(reading.kind, reading.id);
    }
    await ids.ask();
    told?.(findings.rows);
  }
  findings.refuseNoneValid(name);
  const all = await ids.ask(1);
  const summary = unsent({ kind: layout.kind, file: name }, findings.counts(), all, known);
  return {
    layout,
    summary,
    findings,
    description: describeLayout(layout, maskIdentifiers(name)),
    paidBefore: toAsk(added(all.cpf, all.cnpj)).paid,
    skipped: skipped.inWords(),
  };
}

/** The summary of a batch of which nothing was sent. */
function unsent(
  of: Pick<BatchSummary, 'kind' | 'file'>,
  counts: ReturnType<RowFindings['counts']>,
  all: KnownByKind,
  { prices = pricesOf(), rates }: LedgerKnowledge = {},
): BatchSummary<never> {
  const { ids: unique, answered: reused } = added(all.cpf, all.cnpj);
  const pending = unique - reused;
  const saved = all.cpf.answered * prices.cpf + all.cnpj.answered * prices.cnpj;
  return {
    batch: null,
    ...of,
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
    credits: { ...NO_CREDITS, ...costOf(all, prices, rates), saved },
    jobs: [],
    output: null,
  };
}

const NO_CREDITS = { estimated: 0, charged: 0, saved: 0, now: 0 };

type CheckedInput = Pick<OpenRequest, 'input' | 'label' | 'fresh' | 'again' | 'reuseSince'>;

/** Undefined for a new one. @throws ConfereError `other_key` */
export async function continuedBatch(
  deps: Pick<LocalDeps, 'ledger' | 'keyFingerprint' | 'terms' | 'stop'>,
  path: string,
  wanted: CheckedInput,
  { prices, rates }: Required<LedgerKnowledge>,
) {
  const { ledger, keyFingerprint, terms, stop } = deps;
  const { again, reuseSince } = wanted;
  const matchKey = matchKeyOf(wanted, (await computeFileFacts(path)).hash);
  const batch = await ledger.findBatchToContinue({ matchKey, keyFingerprint, reuseSince }, again);
  if (batch === undefined || batch.plannedAt === null) return undefined;
  await refuseOtherKey(deps, batch, again);
  const all = await ledger.readJobs(batch.num);
  const sendable = (await jobsToRun(deps, batch)).filter(({ state }) => state !== 'unconfirmed');
  const since = batch.fresh ? Number.MAX_SAFE_INTEGER : reuseSince;
  const mayGoOn = () => {
    stop.throwIfAborted();
  };
  const known = await knownOfJobs(ledger, batch.num, sendable, mayGoOn, since);
  const { ids: toSend, paid: paidBefore } = toAsk(added(known.cpf, known.cnpj));
  const summary = await summarize(ledger, batch.num, terms);
  const credits = { ...summary.credits, ...costOf(known, prices, rates) };
  const underWay = all.filter(({ state }) => state === 'accepted' || state === 'submitting');
  const running = underWay.reduce((sum, { waiting }) => sum + waiting, 0);
  const ended = await endedBatch(deps, batch, reuseSince);
  return { batch, ended, summary: { ...summary, credits }, paidBefore, work: { toSend, running } };
}

export type CountKnown = (kind: IdentifierKind, ids: readonly string[]) => Promise<KnownIds>;

export interface LedgerKnowledge {
  readonly countKnown?: CountKnown;
  readonly prices?: Prices;
  readonly rates?: HitRates;
}

/** Identifiers per query, and jobs that have as many. */
const AT_ONCE = 100_000;
const JOBS = 10;
const KINDS = ['cpf', 'cnpj'] as const;

type KnownByKind = Record<IdentifierKind, KnownIds>;

const NONE: KnownIds = { ids: 0, answered: 0, paid: 0 };

function added(one: KnownIds, other: KnownIds): KnownIds {
  return {
    ids: one.ids + other.ids,
    answered: one.answered + other.answered,
    paid: one.paid + other.paid,
  };
}

/** What is left to ask for; `paid`: of these, records too old to answer. */
function toAsk({ ids, answered, paid }: KnownIds): Omit<KnownIds, 'answered'> {
  return { ids: ids - answered, paid: paid - answered };
}

/** `expected` by past hit rates, where there are any. */
function costOf(all: KnownByKind, prices: Prices, rates?: HitRates) {
  const asked = { cpf: toAsk(all.cpf), cnpj: toAsk(all.cnpj) };
  const estimated = asked.cpf.ids * prices.cpf + asked.cnpj.ids * prices.cnpj;
  const expected = rates && expectedCost(rates, asked, prices);
  if (!expected) return { estimated };
  return { estimated, expected: expected.credits, expectedFrom: expected.answered };
}

/** Records fetched at or after `since` (epoch ms) answer. */
export async function ledgerKnowledge(deps: PriceDeps, since: number) {
  const { ledger } = deps;
  return {
    countKnown: (kind, ids) => ledger.countKnown(kind, ids, since),
    prices: pricesOf(deps.terms),
    rates: await ledger.readHitRates(),
  } satisfies LedgerKnowledge;
}

/** `mayGoOn` throws after a signal. */
export async function knownOfJobs(
  ledger: Pick<Ledger, 'countKnownInJobs'>,
  batch: number,
  jobs: readonly Pick<Job, 'seq' | 'kind'>[],
  mayGoOn: () => void,
  since = Number.MAX_SAFE_INTEGER,
) {
  const known: KnownByKind = { cpf: NONE, cnpj: NONE };
  for (const kind of KINDS) {
    const own = jobs.filter((job) => job.kind === kind).map(({ seq }) => seq);
    for (let from = 0; from < own.length; from += JOBS) {
      await setImmediate();
      mayGoOn();
      const some = own.slice(from, from + JOBS);
      known[kind] = added(known[kind], await ledger.countKnownInJobs(batch, kind, some, since));
    }
  }
  return known;
}

function idCounter(count?: CountKnown) {
  const counted = { cpf: { ...NONE }, cnpj: { ...NONE } };
  const held: Record<IdentifierKind, string[]> = { cpf: [], cnpj: [] };
  const add = (kind: IdentifierKind, id: string): void => {
    // Identifiers that nobody asks about are not held: to move a million of them through the memory takes long.
    if (count === undefined) counted[kind].ids += 1;
    else held[kind].push(id);
  };
  const ask = async (least = AT_ONCE): Promise<KnownByKind> => {
    for (const kind of KINDS)
      while (count !== undefined && held[kind].length >= least) {
        const known = await count(kind, held[kind].splice(0, AT_ONCE));
        counted[kind] = added(counted[kind], known);
      }
    return counted;
  };
  return { add, ask };
}
