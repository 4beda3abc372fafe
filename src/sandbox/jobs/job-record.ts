import { company } from '../people/companies.js';
import { jobItems, jobOutcomes, type Job } from './jobs.js';
import { person } from '../people/people.js';
import type { Database } from '../state.js';

/** CPF counters update every 50 items and may lag behind the results (spec, "Batch job status"). */
const COUNTER_STEP = 50;

/** `data` of a status call (spec, "CPF batch job" and "CNPJ batch job"). */
export function jobRecord(db: Database, job: Job) {
  const outcomes = jobOutcomes(db, job);
  return {
    id: job.id,
    status: job.status,
    file_name: job.file_name,
    format: job.format,
    total_records: job.total,
    ...counters(job, outcomes),
    error: job.error,
    created_at: new Date(job.created_at).toISOString(),
    updated_at: new Date(job.updated_at).toISOString(),
    [`${job.kind}s`]: results(db, job, outcomes),
  };
}

function counters({ kind, status }: Job, outcomes: string) {
  const lags = kind === 'cpf' && status === 'processing';
  const counted = lags ? outcomes.length - (outcomes.length % COUNTER_STEP) : outcomes.length;
  const shown = outcomes.slice(0, counted);
  const tally = (letter: string) => shown.split(letter).length - 1;
  return { processed: counted, found: tally('f'), not_found: tally('n'), skipped: tally('s') };
}

function results(db: Database, job: Job, outcomes: string): object[] {
  const jobItem = job.kind === 'cpf' ? cpfItem : cnpjItem;
  return jobItems(db, job, 0, outcomes.length).flatMap((value, at) =>
    outcomes[at] === 's' ? [] : [jobItem(value, outcomes[at] === 'f', job.seed)],
  );
}

function cpfItem(cpf: string, found: boolean, seed: number): object {
  return found ? { ...person(cpf, seed), cpf, found } : { cpf, found, ...EMPTY_FIELDS };
}

const EMPTY_FIELDS = {
  name: null,
  nameUpper: null,
  gender: null,
  birthDate: null,
  day: null,
  month: null,
  year: null,
};

function cnpjItem(cnpj: string, found: boolean, seed: number): object {
  return { cnpj, found, data: found ? company(cnpj, seed) : null };
}
