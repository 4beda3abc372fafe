import type { Job } from './job.js';

/** `data` of a batch status (spec, "CPF batch job", "CNPJ batch job"). */
export function jobAnswer(job: Job): Record<string, unknown> {
  const { people, scheduler } = job.world;
  const iso = (ms: number) => new Date(ms).toISOString();
  const namesFewer = scheduler.now < job.endedAt + job.fate.namesFewerFor && job.status === 'done';
  const named = namesFewer ? withoutOneFound(job.results) : job.results;
  return {
    id: job.id,
    status: job.status,
    file_name: job.label,
    format: 'CSV',
    total_records: job.ids.length,
    processed: job.results.length + job.skipped,
    found: job.found,
    not_found: job.results.length - job.found,
    skipped: job.skipped,
    error: job.error,
    created_at: iso(job.createdAt),
    updated_at: iso(job.updatedAt),
    [`${job.kind}s`]: named.map(({ id, found }) => {
      if (job.kind === 'cnpj') return { cnpj: id, found, data: found ? people.company(id) : null };
      if (found) return { ...people.person(id), found };
      return { cpf: id, found, ...NOBODY };
    }),
  };
}

const NOBODY = {
  name: null,
  nameUpper: null,
  gender: null,
  birthDate: null,
  day: null,
  month: null,
  year: null,
};

function withoutOneFound(results: Job['results']): Job['results'] {
  const place = results.findIndex(({ found }) => found);
  return results.filter((_, index) => index !== place);
}
