import type { BalanceBook } from '../../../src/ledger/index.js';
import type { RecordedDecision } from '../../../src/ledger/doubts.js';
import type { SubmissionRequest } from '../../../src/ledger/submitting.js';
import type { SimProcess } from '../machine/process.js';
import type { World } from '../world.js';

/** What depends on our other requests: while one is under way, it may still come to another end. */
const OPEN: ReadonlySet<unknown> = new Set(['moved', 'price_unknown', 'no_reading']);

/** The settle time of a job (money rule 2). */
const SETTLE = 660_000;

/**
 * That only the user can decide is final, unless a price was missing and has been told: nothing is judged again, and
 * nothing is sent again by itself (money rule 2).
 */
export function checkFinal(world: World, batch: number, { job, decision }: RecordedDecision): void {
  if (decision !== 'resend' && decision !== 'ask') return;
  const verdict = cellOf(world, 'verdict', batch, job) ?? null;
  if (verdict === null || (verdict === 'price_unknown' && world.hasToldPrice)) return;
  throw new Error(`Job ${job} is judged again after the verdict ${String(verdict)}: ${decision}`);
}

/** The same of a single lookup. */
export function checkFinalLookup(world: World, num: number): void {
  const path = world.ledgerPath;
  if (path === undefined) return;
  const lookup = world.databases.open(path).prepare('SELECT verdict FROM lookups WHERE num = ?');
  const verdict = lookup.get(num)?.['verdict'] ?? null;
  if (verdict === null || (verdict === 'price_unknown' && world.hasToldPrice)) return;
  throw new Error(`Lookup ${num} is judged again after the verdict ${String(verdict)}`);
}

/**
 * A job is sent again only when the settle time has passed since its outcome became unknown, and since another was
 * seen to end, by the true time.
 */
export function checkQuiet(world: World, batch: number, { job, decision }: RecordedDecision): void {
  if (decision !== 'resend') return;
  const since = Math.max(world.lastEnd, world.doubts.get(`${batch} ${job}`) ?? -Infinity);
  const quiet = world.now - since;
  if (quiet < SETTLE) throw new Error(`Job ${job} is sent again after ${quiet} ms`);
}

/** What is sent again by itself was proved right before, by whoever sends it. */
export function checkProof({ proved }: SimProcess, request: SubmissionRequest): void {
  const { batch, job } = request;
  if (request.proved && !proved.has(`${batch} ${job}`))
    throw new Error(`Job ${job} is sent again without a proof`);
}

function cellOf(world: World, column: 'begun_tick' | 'verdict', batch: number, job: number) {
  const path = world.ledgerPath;
  if (path === undefined) return undefined;
  return world.databases
    .open(path)
    .prepare('SELECT begun_tick, verdict FROM jobs WHERE batch = ? AND seq = ?')
    .get(batch, job)?.[column];
}

/**
 * That only the user can decide is final, so it waits until our other requests have ended. `book`: what the process
 * read last.
 */
export function checkVerdict(
  world: World,
  book: BalanceBook | undefined,
  batch: number,
  { job, decision, evidence }: RecordedDecision,
): void {
  if (decision !== 'ask' || !OPEN.has(evidence['why']) || !book) return;
  const begun = cellOf(world, 'begun_tick', batch, job);
  const hasReading = book.readings.some(({ after }) => after <= Number(begun));
  const isBusy = book.requests.some(({ isDoubtful, ended }) => !isDoubtful && ended === null);
  if (hasReading && isBusy) throw new Error(`A verdict while others are under way: ${job}`);
}
