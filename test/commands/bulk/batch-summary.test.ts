import { expect, it } from 'vitest';
import type { BatchSummary } from '../../../src/batch/summary.js';
import { formatClosing, formatSummary } from '../../../src/commands/bulk/shared/summary.js';
import { chooseMarks } from '../../../src/terminal/live.js';
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

const plain = { paint: PLAIN, marks: chooseMarks({ env: {}, platform: 'linux' }), elapsed: 41_000 };

it('of credits that read the same only one is shown', () => {
  const credits = { estimated: 27, charged: 27, saved: 0, now: 26.999999 };
  expect(formatClosing({ ...summary, reused: 0, credits }, plain)).toContain('; 27 credits; 41 s');
});

it('what was abandoned and has its answer is not charged once more', () => {
  const job = { jobId: null, items: 40, found: 0, notFound: 1, skipped: 0, error: null };
  const credits = { estimated: 40, charged: 0, saved: 0, now: 0 };
  const given = { ...summary, unique: 40, reused: 0, credits };
  expect(formatSummary({ ...given, jobs: [{ ...job, status: 'abandoned' }] })).toContain(
    'up to 39 more for what was abandoned',
  );
});

it('a share is rounded as a calculator does; 100% is all of it, and 0% nothing', () => {
  const shares = [24_686, 28_292, 28_293, 1].map((found) => {
    const all = { ...summary, unique: 28_293, found, notFound: 28_293 - found };
    return /\(([\d.]+)%/.exec(formatSummary(all))?.[1];
  });
  expect(shares).toEqual(['87.3', '99.9', '100', '0.1']);
});
