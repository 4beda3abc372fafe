import { loadActivities } from '../../src/records/activities.js';
import type { PartNumbers, ReportNumbers } from '../../src/report/index.js';

const AT = Date.UTC(2026, 0, 5, 12);

export const FACTS = { version: '1.2.3', timeZone: 'UTC', activities: await loadActivities() };

/** Invented numbers that add up, with something in every part of the page. */
export function numbers(change: Partial<ReportNumbers> = {}): ReportNumbers {
  return {
    madeAt: AT + 3_600_000,
    source: 'api',
    batch: '7k2mabc',
    state: 'complete',
    totals: {
      rows: 13_700,
      invalid: 120,
      duplicates: 80,
      repaired: 7,
      unique: 13_500,
      reused: 500,
      found: 12_345,
      notFound: 1_100,
      skipped: 40,
      failed: 10,
      pending: 3,
      unconfirmed: 2,
      reasons: { check_digit: 110, format: 10 },
      credits: { estimated: 13_000, charged: 11_845, saved: 500, now: 0 },
    },
    parts: [COMPANIES, PEOPLE],
    ...change,
  };
}

export const COMPANIES: PartNumbers = {
  kind: 'cnpj',
  found: 12_000,
  breakdowns: [
    {
      name: 'status',
      others: 0,
      notInformed: 1_000,
      groups: [
        { label: 'Ativa', count: 10_000 },
        { label: 'Baixada', count: 1_000 },
      ],
    },
    {
      name: 'size',
      others: 0,
      notInformed: 2_000,
      groups: [{ label: 'Empresa de Pequeno Porte (EPP)', count: 10_000 }],
    },
    {
      name: 'uf',
      others: 0,
      notInformed: 0,
      groups: ['SP', 'RJ', 'MG', 'EX'].map((label) => ({ label, count: 3_000 })),
    },
    {
      name: 'activity',
      others: 1_500,
      notInformed: 500,
      groups: [
        { label: '4712100', count: 9_000 },
        { label: 'x'.repeat(60), count: 1_000 },
      ],
    },
    {
      name: 'openingYear',
      others: 0,
      notInformed: 50,
      groups: Array.from({ length: 50 }, (_, n) => ({ label: String(1976 + n), count: 239 })),
    },
  ],
};

export const PEOPLE: PartNumbers = {
  kind: 'cpf',
  found: 345,
  breakdowns: [
    {
      name: 'sex',
      others: 0,
      notInformed: 45,
      groups: [
        { label: 'F', count: 200 },
        { label: 'M', count: 100 },
      ],
    },
    {
      name: 'ageBand',
      others: 0,
      notInformed: 5,
      groups: [
        { label: '0-17', count: 0 },
        { label: '18-24', count: 300 },
        { label: '75+', count: 40 },
      ],
    },
  ],
};
