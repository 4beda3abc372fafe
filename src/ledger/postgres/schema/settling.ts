/**
 * What single lookups left in doubt is theirs again, also where a job had taken it over or waited for it. And how long the machine had been running, and the name of that run, when a settle time began: clocks may be set, also
 * that of the database.
 */
export const SETTLING = `
UPDATE lookups SET state = 'doubtful', ended_tick = NULL, verdict = nullif(j.verdict, 'other_account'), id = i.id
  FROM jobs j JOIN items i ON i.batch = j.batch AND i.job = j.seq
  WHERE lookups.state = 'given_up' AND j.begun_tick = lookups.begun_tick AND j.state = 'unconfirmed'
    AND j.job_id IS NULL AND j.used_before IS NULL AND j.lookup IS NULL;
UPDATE lookups SET state = 'free' WHERE state = 'given_up' AND begun_tick IN
  (SELECT begun_tick FROM jobs WHERE begun_tick IS NOT NULL UNION SELECT begun_tick FROM past_jobs);
UPDATE jobs SET state = 'planned', submitted_at = NULL, doubted_at = NULL, begun_tick = NULL, verdict = NULL,
  error = NULL WHERE state = 'unconfirmed' AND job_id IS NULL AND used_before IS NULL;
UPDATE jobs SET items = 0 WHERE lookup IS NOT NULL AND state = 'abandoned';
DROP INDEX jobs_by_lookup;
ALTER TABLE jobs DROP COLUMN lookup;
DROP TABLE uptimes;
ALTER TABLE jobs ADD COLUMN uptime double precision, ADD COLUMN boot text;
ALTER TABLE lookups ADD COLUMN uptime double precision, ADD COLUMN boot text;`;
