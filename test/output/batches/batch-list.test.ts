import { describe, expect, it } from 'vitest';
import type { Summary } from '../../../src/batch/summary.js';
import { listPrinter } from '../../../src/output/batches/summary.js';
import { DEFAULT_PRICES } from '../../../src/money/price.js';
import { statusText } from '../../../src/commands/bulk/list.js';
import { nextSteps, noRun } from '../../../src/output/next-step.js';
import { look, widths } from '../lookups/looks.js';

const summary: Summary = {
  ...{ batch: '7k2m4n6p8q', kind: 'cpf', file: 'clientes-2026.csv', state: 'complete' },
  ...{ rows: 12_000, invalid: 0, duplicates: 0, repaired: 0, unique: 12_000, reused: 0 },
  ...{ found: 11_000, notFound: 1000, skipped: 0, failed: 0, pending: 0, unconfirmed: 0 },
  ...{ reasons: {}, output: '/home/ana/trabalho/clientes-2026.resultado.csv' },
  credits: { estimated: 12_000, charged: 11_000, saved: 0, now: 0 },
  jobs: [
    {
      jobId: 'job-1',
      status: 'done',
      items: 10_000,
      found: 9999,
      notFound: 1,
      skipped: 0,
      error: null,
    },
    { jobId: null, status: 'planned', items: 2000, found: 0, notFound: 0, skipped: 0, error: null },
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
  });

  it.each([100, 80, 60, 40])('fits a terminal of %i columns', async (columns) => {
    const text = (await listPrinter('table', look(columns, true)))(listed);
    expect(Math.max(...widths(text))).toBeLessThanOrEqual(columns);
    for (const part of ['7k2m4n6p8q', '12,000', 'clien']) expect(text).toContain(part);
  });
});

describe('bulk status', () => {
  const next = nextSteps(() => noRun);
  const rates = { cpf: { answered: 0, found: 0 }, cnpj: { answered: 0, found: 0 } };
  const evidence = { jobs: [], prices: DEFAULT_PRICES, rates };
  const status = (hasResult: boolean) =>
    statusText(summary, { decisions: [], hasResult, assumed: {}, next, evidence }, look(80));

  it('says where the result is, and does not advise to export it again', () => {
    expect(status(true)).toContain(`result: ${summary.output ?? ''}\n`);
    expect(status(true)).toMatch(/^next: nothing; the result is written$/m);
    expect(status(false)).toContain('next: confere bulk export 7k2m4n6p8q\n');
    expect(status(false)).not.toContain('result:');
  });

  it.each([
    [['ask'], "next: your decision. Choose: 'confere bulk resolve 7k2m4n6p8q --abandon' abandons "],
    [['ask', 'resubmit'], 'next: confere bulk resume 7k2m4n6p8q\n'],
    [[], 'next: confere bulk resume 7k2m4n6p8q\n'],
  ])('of what is unconfirmed after %j leads on', (said, line) => {
    const decisions = said.map((decision) => ({ job: 2, at: 0, decision, evidence: {} }));
    const parts = { decisions, hasResult: false, assumed: {}, next, evidence };
    const text = statusText({ ...summary, state: 'unconfirmed' }, parts, look(80));
    expect(text).toContain(line);
  });

  it('shows the jobs as a table', () => {
    expect(status(true)).toContain(
      [
        '  job         state    identifiers  found  not found',
        '  job-1       done          10,000  9,999          1',
        '  (not sent)  planned        2,000      0          0',
        '',
      ].join('\n'),
    );
  });
});
