const JOB_ID = /^[0-9A-Za-z_-]{1,100}$/;

/**
 * Whether a text may be the id of a job (spec, "CPF batch job": a UUID). Leniently read, but never anything
 * that means more than an id in a path or on a line.
 */
export function isJobId(text: string): boolean {
  return JOB_ID.test(text);
}
