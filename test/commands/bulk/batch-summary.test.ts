import { expect, it } from 'vitest';
import type { BatchSummary } from '../../../src/batch/summary.js';
import { closingText, summaryText } from '../../../src/commands/bulk/shared/summary.js';
import { marksFor } from '../../../src/terminal/live.js';
import { PLAIN } from '../../../src/terminal/style.js';

const summary: BatchSummary = {
  batch: '7k2m',
  kind: 'cnpj',
  file: 'clientes.csv',
  state: 'complete',
  rows: 12_000,
  invalid: 30,
  duplicates: 70,
  repaired: 5,
  unique: 11_900,
  reused: 1_200,
  found: 11_899,
  notFound: 1,
  skipped: 0,
  failed: 0,
  pending: 0,
  unconfirmed: 0,
  reasons: { check_digit: 20, empty: 10 },
  credits: { estimated: 10_700, charged: 10_699, saved: 1_200, now: 10_699 },
  jobs: [],
  output: null,
};

const plain = { paint: PLAIN, marks: marksFor({ env: {}, platform: 'linux' }), took: 41_000 };

it('the end of a completed batch is two lines that can be passed on', () => {
  const result = { path: 'out/clientes.confere.csv', rows: 12_000 };
  expect(closingText({ ...summary, balanceLeft: 88_101 }, plain, result)).toBe(
    '✓ clientes.csv: 11,899 found, 1 not found, 30 rows invalid; ' +
      '10,699 credits, 88,101 left, 1,200 credits saved; 41 s\n' +
      '  result: out/clientes.confere.csv\n',
  );
});

it('a result on stdout has no place to name', () => {
  const result = { path: '-', rows: 12_000 };
  expect(closingText(summary, plain, result)).toBe(closingText(summary, plain));
});

it('what is open and its maximum cost are named, and what this run cost beside all of it', () => {
  const half = { ...summary, state: 'incomplete', found: 300, notFound: 100, reused: 0 } as const;
  const credits = { estimated: 11_900, charged: 300, saved: 0, now: 100 };
  expect(closingText({ ...half, pending: 11_500, duplicates: 0, credits }, plain)).toBe(
    '! clientes.csv: 400 of 11,900 identifiers answered, 300 found, 100 not found, ' +
      '11,500 not answered yet, 30 rows invalid; 100 credits, 300 in all, at most 11,500 more credits; 41 s\n',
  );
});

it('of credits that read the same only one is shown', () => {
  const credits = { estimated: 27, charged: 27, saved: 0, now: 26.999999 };
  expect(closingText({ ...summary, reused: 0, credits }, plain)).toContain('; 27 credits; 41 s');
});

it('what was abandoned and has its answer is not charged once more', () => {
  const job = { jobId: null, items: 40, found: 0, notFound: 1, skipped: 0, error: null };
  const credits = { estimated: 40, charged: 0, saved: 0, now: 0 };
  const given = { ...summary, unique: 40, reused: 0, credits };
  expect(summaryText({ ...given, jobs: [{ ...job, status: 'abandoned' }] })).toContain(
    'up to 39 more for what was abandoned',
  );
});

it('a share is rounded as a calculator does; 100% is all of it, and 0% nothing', () => {
  const shares = [24_686, 28_292, 28_293, 1].map((found) => {
    const all = { ...summary, unique: 28_293, found, notFound: 28_293 - found };
    return /\(([\d.]+)%/.exec(summaryText(all))?.[1];
  });
  expect(shares).toEqual(['87.3', '99.9', '100', '0.1']);
});
