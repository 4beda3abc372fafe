import { loadSubclasses } from '../../../src/report/cnae/subclasses.js';
import type { PartNumbers, ReportNumbers } from '../../../src/report/index.js';

const AT = Date.UTC(2026, 0, 5, 12);
const NO_SPAN = { found: 0, reused: 0, notFound: 0, rejected: 0 };

export const FACTS = { version: '1.2.3', subclasses: await loadSubclasses() };

/** Invented numbers that add up, with something in every part of the page. */
export function numbers(change: Partial<ReportNumbers> = {}): ReportNumbers {
  return {
    madeAt: AT + 3_600_000,
    source: 'api',
    batch: '7k2mabc',
    state: 'complete',
    totals: {
      ...{ rows: 13_700, invalid: 120, duplicates: 80, repaired: 7, unique: 13_500 },
      ...{ reused: 500, found: 12_345, notFound: 1_100, skipped: 40, failed: 10, pending: 3 },
      ...{ unconfirmed: 2, reasons: { check_digit: 110, format: 10 } },
      credits: { estimated: 13_000, charged: 11_845, saved: 500, now: 0 },
    },
    parts: [COMPANIES, PEOPLE],
    course: {
      from: AT,
      to: AT + 600_000,
      spans: [
        { ...NO_SPAN, reused: 500 },
        { ...NO_SPAN, found: 8_000, notFound: 1_000 },
        { ...NO_SPAN, found: 3_845, notFound: 100, rejected: 5 },
      ],
      jobs: Array.from({ length: 30 }, (_, index) => job(index)),
    },
    ...change,
  };
}

function job(index: number) {
  return {
    ...{ job: index + 1, kind: index < 28 ? ('cnpj' as const) : ('cpf' as const) },
    ...{ state: index === 3 ? 'failed' : 'done', items: 450 },
    ...{ found: 400, notFound: 30, skipped: 20 },
    error: index === 3 ? { said: 'Worker interrompido (job órfão)' } : null,
    submittedAt: AT + index * 10_000,
    acceptedAt: AT + index * 10_000 + 500,
    endedAt: index === 29 ? null : AT + index * 10_000 + 200_000,
  };
}

export const COMPANIES: PartNumbers = {
  ...{ kind: 'cnpj', found: 12_000 },
  breakdowns: [
    {
      ...{ name: 'status', others: 0, notInformed: 1_000 },
      groups: [
        { label: 'Ativa', count: 10_000 },
        { label: 'Baixada', count: 1_000 },
      ],
    },
    {
      ...{ name: 'uf', others: 0, notInformed: 0 },
      groups: ['SP', 'RJ', 'MG', 'EX'].map((label) => ({ label, count: 3_000 })),
    },
    {
      ...{ name: 'size', others: 0, notInformed: 2_000 },
      groups: [{ label: 'Empresa de Pequeno Porte (EPP)', count: 10_000 }],
    },
    {
      ...{ name: 'section', others: 0, notInformed: 500 },
      groups: [
        { label: 'G', count: 10_500 },
        { label: '?', count: 1_000 },
      ],
    },
    {
      ...{ name: 'activity', others: 1_500, notInformed: 500 },
      groups: [
        { label: '4712100', count: 9_000 },
        { label: 'x'.repeat(60), count: 1_000 },
      ],
    },
    {
      ...{ name: 'openingYear', others: 0, notInformed: 50 },
      groups: Array.from({ length: 50 }, (_, n) => ({ label: String(1976 + n), count: 239 })),
    },
  ],
};

export const PEOPLE: PartNumbers = {
  ...{ kind: 'cpf', found: 345 },
  breakdowns: [
    {
      ...{ name: 'sex', others: 0, notInformed: 45 },
      groups: [
        { label: 'F', count: 200 },
        { label: 'M', count: 100 },
      ],
    },
    {
      ...{ name: 'ageBand', others: 0, notInformed: 5 },
      groups: [
        { label: '0-17', count: 0 },
        { label: '18-24', count: 300 },
        { label: '75+', count: 40 },
      ],
    },
  ],
};
