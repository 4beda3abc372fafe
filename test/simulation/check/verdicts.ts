import type { BalanceBook } from '../../../src/ledger/index.js';
import type { RecordedDecision } from '../../../src/ledger/operations/doubts.js';
import type { World } from '../world.js';

/** What depends on our other requests: while one is under way, it may still come to another end. */
const OPEN: ReadonlySet<unknown> = new Set(['moved', 'price_unknown', 'no_reading']);

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
  const path = world.ledgerPath;
  if (decision !== 'ask' || !OPEN.has(evidence['why']) || !book || path === undefined) return;
  const begun = world.databases
    .open(path)
    .prepare('SELECT begun_tick FROM jobs WHERE batch = ? AND seq = ?')
    .get(batch, job)?.['begun_tick'];
  const hasReading = book.readings.some(({ after }) => after <= Number(begun));
  const isBusy = book.requests.some(({ isDoubtful, ended }) => !isDoubtful && ended === null);
  if (hasReading && isBusy) throw new Error(`A verdict while others are under way: ${job}`);
}
