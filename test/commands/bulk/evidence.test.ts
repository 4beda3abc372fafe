import { expect, it } from 'vitest';
import { resolvePrices } from '../../../src/money/book.js';
import { formatEvidence } from '../../../src/commands/bulk/list.js';
import type { RecordedDecision } from '../../../src/ledger/index.js';

const AT = Date.UTC(2026, 10, 23, 2, 58, 20);

// Transcripts show what else may be said: other charges, and an adopted job.
it.each<[object, Partial<RecordedDecision>, string]>([
  [
    { why: 'moved', usedBefore: 370_260, usedNow: 370_344, since: AT - 720_000, found: 83 },
    {},
    'Between 2026-11-23 02:46:20 and 2026-11-23 02:58:20 the account was charged 84 credits; at the same time 83 records were found by other requests from here. This job would cost at most 100 credits. Cannot tell whether it was charged:',
  ],
  [
    { why: 'no_reading', usedBefore: null, usedNow: 5 },
    {},
    'This job would cost at most 100 credits. Cannot tell whether it was charged: no earlier balance is known.\n',
  ],
  [
    { usedBefore: 4, usedNow: 4 },
    { decision: 'resend' },
    'Until 2026-11-23 02:58:20 the account was charged 0 credits. So it was not charged,',
  ],
  [{ into: 4 }, { decision: 'resubmit' }, 'you resent it as job 4.'],
])(
  'evidence says what was charged, what the job would cost and what follows: %j',
  (evidence, more, said) => {
    const jobs = [{ seq: 1, kind: 'cpf', items: 100 } as const];
    const decision = { job: 1, at: AT, decision: 'ask', evidence, ...more } as RecordedDecision;
    const told = formatEvidence([decision], { jobs, prices: resolvePrices() });
    expect(told).toContain(`  2026-11-23 02:58:20  job 1: ${said}`);
  },
);
