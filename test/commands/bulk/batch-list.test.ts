import { describe, expect, it } from 'vitest';
import { jobOf } from './live/views.js';
import { look, widths } from '../lookup/looks.js';
import type { BatchSummary } from '../../../src/batch/summary.js';
import { listPrinter } from '../../../src/commands/bulk/shared/summary.js';
import { resolvePrices } from '../../../src/money/book.js';
import { evidenceText, statusText } from '../../../src/commands/bulk/list.js';
import { createNextSteps, noRun } from '../../../src/messages/command-line.js';
import type { RecordedDecision } from '../../../src/ledger/index.js';

const summary: BatchSummary = {
  batch: '7k2m4n6p8q',
  kind: 'cpf',
  file: 'clientes-2026.csv',
  state: 'complete',
  rows: 12_000,
  invalid: 0,
  duplicates: 0,
  repaired: 0,
  unique: 12_000,
  reused: 0,
  found: 11_000,
  notFound: 1000,
  skipped: 0,
  failed: 0,
  pending: 0,
  unconfirmed: 0,
  reasons: {},
  output: '/home/ana/trabalho/clientes-2026.resultado.csv',
  credits: { estimated: 12_000, charged: 11_000, saved: 0, now: 0 },
  jobs: [
    { ...jobOf('done', 10_000, 9999, 1), jobId: 'job-1' },
    { ...jobOf('planned', 2000), jobId: null },
  ],
};
const listed = [{ summary, createdAt: Date.UTC(2026, 10, 22, 5), endedAt: null }];

describe('bulk list', () => {
  it('is a table with a header, and whole in a pipe', async () => {
    const print = await listPrinter('table', look(80));
    expect(print(listed)).toBe(
      [
        'batch       created           state     kind    rows   found  credits  file',
        '7k2m4n6p8q  2026-11-22 05:00  complete  cpf   12,000  11,000   11,000  clientes-2026.csv',
        '',
      ].join('\n'),
    );
    expect(print([])).toBe('');
    const mixed = listed.map((one) => ({ ...one, summary: { ...summary, kind: 'both' as const } }));
    expect(print(mixed)).toContain('  complete  cpf, cnpj  12,000');
  });

  it.each([100, 80, 60, 40])('fits a terminal of %i columns', async (columns) => {
    const text = (await listPrinter('table', look(columns, true)))(listed);
    expect(Math.max(...widths(text))).toBeLessThanOrEqual(columns);
    for (const part of ['7k2m4n6p8q', '12,000', 'clien']) expect(text).toContain(part);
  });
});

describe('bulk status', () => {
  const next = createNextSteps(() => noRun);
  const rates = { cpf: { answered: 0, found: 0 }, cnpj: { answered: 0, found: 0 } };
  const evidence = { jobs: [], prices: resolvePrices(), rates };
  const status = (result: 'whole' | 'none') =>
    statusText(summary, { decisions: [], result, next, evidence }, look(80));

  it('says where the result is, and does not advise to export it again', () => {
    expect(status('whole')).toContain(`result: ${summary.output ?? ''}\n`);
    expect(status('whole')).toMatch(/^next: nothing; the result is written$/m);
    expect(status('none')).toContain(
      'next: confere bulk export 7k2m4n6p8q -o 7k2m4n6p8q.confere.csv\n',
    );
    expect(status('none')).not.toContain('result:');
  });

  it.each([
    [['ask'], "next: your decision. Choose:\n  'confere bulk resolve 7k2m4n6p8q --abandon': give "],
    [['ask', 'resubmit'], 'next: confere bulk resume 7k2m4n6p8q\n'],
    [[], 'next: confere bulk resume 7k2m4n6p8q\n'],
  ])('of what is unconfirmed after %j leads on', (said, line) => {
    const decisions = said.map((decision) => ({ job: 2, at: 0, decision, evidence: {} }));
    const parts = { decisions, result: 'none', next, evidence } as const;
    const text = statusText({ ...summary, state: 'unconfirmed' }, parts, look(80));
    expect(text).toContain(line);
  });

  it('shows the jobs as a table', () => {
    expect(status('whole')).toContain(
      [
        '  job         state    identifiers  found  not found',
        '  job-1       done          10,000  9,999          1',
        '  (not sent)  planned        2,000      0          0',
        '',
      ].join('\n'),
    );
  });
});

const AT = Date.UTC(2026, 10, 23, 2, 58, 20);
const moved = { why: 'moved', usedBefore: 370_260, since: AT - 720_000, found: 0 };

function told(evidence: object, more: Partial<RecordedDecision> = {}): string {
  const jobs = [{ seq: 1, kind: 'cpf', items: 100 } as const];
  const decision = { job: 1, at: AT, decision: 'ask', evidence: { ...evidence }, ...more };
  return evidenceText([decision], { jobs, prices: resolvePrices() });
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
