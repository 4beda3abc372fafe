import { UsageError } from './errors.js';

/** The user, the machine and the purpose of a request, which the log of requests has to name (LGPD, article 37). */
export interface Requester {
  readonly user: string;
  readonly machine: string;
  readonly purpose: string | null;
  /** Nothing is sent without a purpose. */
  readonly mustHavePurpose?: boolean;
}

/**
 * Refuses a request without a purpose, if the requester must have one; the purpose of its batch counts, too.
 * @throws UsageError `purpose_required`
 */
export function requirePurpose(
  { purpose, mustHavePurpose }: Requester,
  batchPurpose: string | null = null,
): void {
  if (mustHavePurpose === true && purpose === null && batchPurpose === null)
    throw new UsageError('purpose_required', {});
}
