import { expect, it } from 'vitest';
import type { Summary } from '../../../src/batch/summary.js';
import { closingText } from '../../../src/output/batches/batch-summary.js';
import { marksFor } from '../../../src/output/terminal/live/marks.js';
import { PLAIN } from '../../../src/output/terminal/terminal.js';

const summary: Summary = {
  ...{ batch: '7k2m', kind: 'cnpj', file: 'clientes.csv', state: 'complete' },
  ...{ rows: 12_000, invalid: 30, duplicates: 70, repaired: 5, unique: 11_900, reused: 1_200 },
  ...{ found: 11_899, notFound: 1, skipped: 0, failed: 0, pending: 0, unconfirmed: 0 },
  reasons: { check_digit: 20, empty: 10 },
  credits: { estimated: 10_700, charged: 10_699, saved: 1_200, now: 0 },
  jobs: [],
  output: null,
};

const plain = { paint: PLAIN, marks: marksFor({ env: {}, platform: 'linux' }), took: 41_000 };

it('the end of a completed batch is one block that can be passed on, and says nothing twice', () => {
  const result = { path: 'out/clientes.confere.csv', rows: 12_000 };
  expect(closingText(summary, plain, result)).toBe(
    [
      '✓ clientes.csv: 11,900 identifiers, 11,899 found (99.9%), 10,699 credits, 41 s',
      '  batch 7k2m, CNPJs: complete',
      '  12,000 rows, 30 invalid (check digits: 20, empty: 10), 70 duplicates, 5 with zeros restored',
      '  1 not found, 1,200 from the ledger, 1,200 credits saved',
      '  result: out/clientes.confere.csv',
      '',
    ].join('\n'),
  );
});

it('a result on stdout has no place to name', () => {
  const result = { path: '-', rows: 12_000 };
  expect(closingText(summary, plain, result)).toBe(closingText(summary, plain));
});

it('the rate is of what is answered; what is open and its maximum cost are named', () => {
  const half = { ...summary, state: 'incomplete', found: 300, notFound: 100, reused: 0 } as const;
  const credits = { estimated: 11_900, charged: 300, saved: 0, now: 0 };
  const shares = [24_686, 28_292, 28_293, 1].map((found) => {
    const all = { ...half, unique: 28_293, found, notFound: 28_293 - found };
    return /\(([\d.]+)%\)/.exec(closingText(all, plain))?.[1];
  });
  // Rounded as a calculator does; 100% is all of it, and 0% nothing.
  expect(shares).toEqual(['87.3', '99.9', '100', '0.1']);
  const text = closingText({ ...half, pending: 11_500, duplicates: 0, credits }, plain);
  expect(text).toBe(
    [
      '! clientes.csv: 400 of 11,900 identifiers answered, 300 found (75%), 300 credits, 41 s',
      '  batch 7k2m, CNPJs: incomplete',
      '  12,000 rows, 30 invalid (check digits: 20, empty: 10), 5 with zeros restored',
      '  100 not found, 11,500 pending, at most 11,500 more credits',
      '',
    ].join('\n'),
  );
});
