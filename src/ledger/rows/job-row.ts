import { ConfereError } from '../../errors.js';
import type { JobState } from '../job-states.js';
import type { ItemCounts } from '../types.js';
import type { Row } from './row.js';

/** Another run has moved the job on, or removed it. `to`: the state that was wanted. */
export function taken(seq: number, to: JobState): ConfereError {
  return new ConfereError('job_taken', { job: seq, to });
}

/** The trouble of a planned job whose identifiers single lookups left in doubt, as it is stored. */
export const LEFT_OUT = '{"code":"lookup_in_doubt"}';

/** SQL, the same for every engine: what became of the identifiers `i` of the job `j`, which may be none. */
export const OUTCOME = `CASE
  WHEN i.answer = 'found' AND i.job IS NULL THEN 'reused'
  WHEN i.answer IS NOT NULL THEN i.answer
  WHEN j.state IN ('unconfirmed', 'submitting') THEN 'unconfirmed'
  WHEN j.state = 'done' AND j.skipped > 0 THEN 'skipped'
  WHEN j.state IN ('done', 'failed') THEN 'failed'
  WHEN j.state = 'abandoned' THEN 'abandoned'
  ELSE 'pending' END`;

/** `rows`: how many identifiers (`n`) have which outcome (`what`). */
export function toCounts(rows: readonly Row[]): ItemCounts {
  const count = (what: string) => Number(rows.find((row) => row['what'] === what)?.['n'] ?? 0);
  return {
    reused: count('reused'),
    found: count('found') + count('reused'),
    notFound: count('not_found'),
    rejected: count('rejected'),
    skipped: count('skipped'),
    failed: count('failed') + count('abandoned'),
    abandoned: count('abandoned'),
    pending: count('pending'),
    unconfirmed: count('unconfirmed'),
  };
}
