/** Faults in what is done about a request whose outcome is unknown. */
export default [
  {
    name: 'M01 the settle time is ignored',
    file: 'src/money/settle.ts',
    find: "return ms > 0 ? { decision: 'wait', ms }",
    replace: "return ms > Infinity ? { decision: 'wait', ms }",
    caughtBy: 'charged once',
  },
  {
    name: 'M02 a submission is repeated after 500',
    file: 'src/service/attempts/retry-policy.ts',
    find: "endpoint.method === 'POST' && status(outcome, 502, 503)",
    replace: "endpoint.method === 'POST' && status(outcome, 500, 502, 503)",
    caughtBy: 'charged once',
  },
  {
    name: 'M03 500 of a submission counts as refused',
    file: 'src/service/errors/failed-attempt.ts',
    find: 'POST: [502, 503] } as const',
    replace: 'POST: [500, 502, 503] } as const',
    caughtBy: 'charged once',
  },
  {
    name: 'M04 a submission that was killed counts as not sent',
    file: 'src/ledger/transactions/doubts.ts',
    find: "if (state === 'submitting') yield* doubtJob(tables, batch, seq, why, at);",
    replace: "if (state === 'submitting') yield* tables.jobs.backToPlanned(batch, seq);",
    caughtBy: 'charged once',
  },
  {
    name: 'M13 "ask" is not final',
    file: 'src/batch/settle/settle.ts',
    find: 'if (job.verdict !== null && !isPriceTold',
    replace: 'if (job.seq < 0 && job.verdict !== null && !isPriceTold',
    caughtBy: 'no defect',
  },
  {
    name: 'M17 other running jobs are ignored',
    file: 'src/money/settle.ts',
    find: 'if (others.some(({ ended }) => ended === null))',
    replace: 'if (others.length < 0)',
    caughtBy: 'charged once',
  },
  {
    name: 'M22 any job may be adopted',
    file: 'src/ledger/transactions/doubts.ts',
    find: 'return adoption.named.every((id) => sent.has(id));',
    replace: 'return sent.size > 0;',
    caughtBy: 'only a job that fits is adopted',
  },
  {
    name: 'F9 a wrong adoption is final',
    file: 'src/ledger/transactions/doubts.ts',
    find: 'if (job.jobId !== null && !(yield* isAdopted(',
    replace: 'if (job.jobId !== null && job.seq > 0 && !(yield* neverAdopted(',
    also: [
      {
        find: 'function* fits(tables',
        replace: 'function* neverAdopted() { return false; }\nfunction* fits(tables',
      },
    ],
    caughtBy: 'a job that fits is adopted',
  },
];
