import { expect, it } from 'vitest';
import { resolvePrices } from '../../../src/money/book.js';
import { formatEvidence } from '../../../src/commands/bulk/list.js';
import type { RecordedDecision } from '../../../src/ledger/index.js';

const AT = Date.UTC(2026, 10, 23, 2, 58, 20);
const moved = { why: 'moved', usedBefore: 370_260, since: AT - 720_000, found: 0 };

function told(evidence: object, more: Partial<RecordedDecision> = {}): string {
  const jobs = [{ seq: 1, kind: 'cpf', items: 100 } as const];
  const decision = { job: 1, at: AT, decision: 'ask', evidence: { ...evidence }, ...more };
  return formatEvidence([decision], { jobs, prices: resolvePrices() });
}

const WHEN = 'Between 2026-11-23 02:46:20 and 2026-11-23 02:58:20 the account was charged';
const COSTS = 'This job would cost at most 100 credits. Cannot tell whether it was charged:';

it.each([
  [{ usedNow: 370_344 }, `84 credits. ${COSTS} other charges appeared`],
  [
    { usedNow: 370_344, found: 83 },
    `84 credits; at the same time 83 records were found by other requests from here. ${COSTS}`,
  ],
])('says what was charged, what the job would cost and what follows: %j', (evidence, text) => {
  const line = told({ ...moved, ...evidence });
  expect(line).toContain(`  2026-11-23 02:58:20  job 1: ${WHEN} ${text}`);
});

it('says why nothing follows, and what was decided', () => {
  expect(told({ why: 'no_reading', usedBefore: null, usedNow: 5 })).toContain(
    `job 1: ${COSTS} no earlier balance is known.\n`,
  );
  expect(told({ usedBefore: 4, usedNow: 4 }, { decision: 'resend' })).toContain(
    'Until 2026-11-23 02:58:20 the account was charged 0 credits. So it was not charged,',
  );
  const adopted = told({ jobId: 'j' }, { decision: 'adopt' });
  expect(adopted).toContain("you adopted the service's job j.\n");
  expect(told({ into: 4 }, { decision: 'resubmit' })).toContain('you resent it as job 4.');
});
