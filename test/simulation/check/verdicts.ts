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
  checkNone(world, rowOf(world, JOB, batch, job), `Job ${job}`);
}

/** The same of a single lookup. */
export function checkFinalLookup(world: World, num: number): void {
  const lookup = rowOf(world, 'SELECT verdict FROM lookups WHERE num = ?', num);
  checkNone(world, lookup, `Lookup ${num}`);
}

function checkNone(world: World, row: ReturnType<typeof rowOf>, of: string): void {
  const verdict = row?.['verdict'] ?? null;
  if (verdict === null || (verdict === 'price_unknown' && world.hasToldPrice)) return;
  throw new Error(`${of} is judged again after the verdict ${String(verdict)}`);
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

/** A row of the ledger of this world. */
function rowOf({ ledgerPath, databases }: World, sql: string, ...values: number[]) {
  return ledgerPath === undefined
    ? undefined
    : databases
        .open(ledgerPath)
        .prepare(sql)
        .get(...values);
}

const JOB = 'SELECT begun_tick, verdict FROM jobs WHERE batch = ? AND seq = ?';

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
  const begun = rowOf(world, JOB, batch, job)?.['begun_tick'];
  const hasReading = book.readings.some(({ after }) => after <= Number(begun));
  const isBusy = book.requests.some(({ isDoubtful, ended }) => !isDoubtful && ended === null);
  if (hasReading && isBusy) throw new Error(`A verdict while others are under way: ${job}`);
}
