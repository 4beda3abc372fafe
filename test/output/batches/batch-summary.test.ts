import { expect, it } from 'vitest';
import type { Summary } from '../../../src/batch/summary.js';
import { closingText, headline } from '../../../src/output/batches/batch-summary.js';
import { marksFor } from '../../../src/output/terminal/live/marks.js';
import { PLAIN } from '../../../src/output/terminal/terminal.js';

const summary: Summary = {
  ...{ batch: '7k2m', kind: 'cnpj', file: 'clientes.csv', state: 'complete' },
  ...{ rows: 12_000, invalid: 30, duplicates: 70, repaired: 5, unique: 11_900, reused: 1_200 },
  ...{ found: 11_899, notFound: 1, skipped: 0, failed: 0, pending: 0, unconfirmed: 0 },
  reasons: { check_digit: 20, empty: 10 },
  credits: { estimated: 10_700, charged: 10_699, saved: 1_200 },
  jobs: [],
  output: null,
};

it('the summary of a completed batch can be passed on', () => {
  expect(closingText(summary)).toBe(
    [
      'clientes.csv with CNPJs, batch 7k2m: complete',
      '  rows        12,000',
      '  invalid         30 (check_digit 20, empty 10)',
      '  duplicates      70',
      '  repaired         5',
      '  unique      11,900',
      '  found       11,899 (99% of unique, 1,200 from the ledger)',
      '  not found        1',
      '  credits     10,699 charged, 1,200 saved',
      '',
    ].join('\n'),
  );
});

const plain = { paint: PLAIN, marks: marksFor({ env: {}, platform: 'linux' }), took: 41_000 };

it('the end is one line that can be passed on, and its rate is of what is answered', () => {
  expect(headline(summary, plain)).toBe(
    '✓ clientes.csv: 11,900 identifiers, 11,899 found (99.9 %), 10,699 credits, 41 s\n',
  );
  const half = { ...summary, state: 'incomplete', found: 300, notFound: 100 } as const;
  expect(headline(half, plain)).toBe(
    '! clientes.csv: 400 of 11,900 identifiers answered, 300 found (75 %), 10,699 credits, 41 s\n',
  );
});

it('the summary of an unfinished batch shows its maximum cost, and leaves out what it does not have', () => {
  const text = closingText({
    ...{ ...summary, state: 'incomplete', found: 0, notFound: 0, reused: 0, pending: 11_900 },
    credits: { estimated: 11_900, charged: 0, saved: 0 },
  });
  expect(text).toContain('7k2m: incomplete\n');
  expect(text).toContain('  pending     11,900\n  credits     at most 11,900\n');
  expect(text).not.toContain('found');
});
