import type { BatchEvent, PlanNumbers } from '../../../../src/batch/events.js';
import type { JobSummary, BatchSummary } from '../../../../src/batch/summary.js';

export const BEGIN = Date.UTC(2026, 0, 5, 12, 0, 0);
/** The moment so many seconds after the begin. */
export const at = (seconds: number) => BEGIN + seconds * 1000;

export function jobOf(status: string, items: number, found = 0, notFound = 0): JobSummary {
  return { jobId: 'j', status, items, found, notFound, skipped: 0, error: null };
}

export function summaryOf(jobs: readonly JobSummary[]): BatchSummary {
  const sum = (of: (job: JobSummary) => number) => jobs.reduce((all, job) => all + of(job), 0);
  const [found, notFound] = [sum((job) => job.found), sum((job) => job.notFound)];
  const unique = sum((job) => job.items);
  return {
    batch: 'b',
    kind: 'cpf',
    file: '/data/clientes.csv',
    state: 'running',
    rows: unique,
    invalid: 0,
    duplicates: 0,
    repaired: 0,
    unique,
    reused: 0,
    found,
    notFound,
    skipped: 0,
    failed: 0,
    pending: unique - found - notFound,
    unconfirmed: 0,
    reasons: {},
    credits: { estimated: unique, charged: found, saved: 0, now: 0 },
    jobs,
    output: null,
  };
}

/** 28,293 CPFs, all to send. */
export const plan: PlanNumbers = {
  batch: 'b',
  rows: 28_293,
  invalid: 0,
  duplicates: 0,
  repaired: 0,
  unique: 28_293,
  reused: 0,
  answered: 0,
  toSend: 28_293,
  abandoned: 0,
  paidBefore: 0,
  erased: { file: 'f', rows: 0 },
  kinds: { cpf: 28_293, cnpj: 0 },
  worstCase: 28_293,
  expected: null,
  expectedFrom: 0,
  balance: null,
  setAside: 0,
};

interface Look {
  readonly seq: number;
  readonly jobs: readonly JobSummary[];
}

const begun = [jobOf('accepted', 10_000), jobOf('accepted', 10_000), jobOf('planned', 8293)];
const later = [
  jobOf('done', 10_000, 8812, 1188),
  jobOf('accepted', 10_000, 5000, 1000),
  jobOf('submitting', 8293),
];
/** What happens to three jobs, and the seconds after the begin: one ends, one runs, one waits. */
export const threeJobs: readonly (readonly [seconds: number, what: BatchEvent | Look])[] = [
  [0, { type: 'plan', numbers: plan, willAsk: false, sends: plan.toSend, costs: plan.worstCase }],
  [0, { type: 'submitting', seq: 1, items: 10_000 }],
  [0, { type: 'accepted', seq: 1, jobId: 'a', items: 10_000 }],
  [1, { type: 'submitting', seq: 2, items: 10_000 }],
  [1, { type: 'accepted', seq: 2, jobId: 'b', items: 10_000 }],
  [2, { seq: 1, jobs: begun }],
  [14, { seq: 1, jobs: [jobOf('done', 10_000, 8812, 1188), ...begun.slice(1)] }],
  [
    14,
    {
      type: 'job_ended',
      seq: 1,
      status: 'done',
      error: null,
      found: 8812,
      notFound: 1188,
      skipped: 0,
    },
  ],
  [15, { type: 'submitting', seq: 3, items: 8293 }],
  [16, { seq: 2, jobs: later }],
];
