import { UsageError } from './errors.js';

/** Who asks, on which machine, and for what purpose: what the log of requests has to say (LGPD, article 37). */
export interface Requester {
  readonly user: string;
  readonly machine: string;
  readonly purpose: string | null;
  /** Nothing is sent without a purpose. */
  readonly mustHavePurpose?: boolean;
}

/** Refuses a request without a purpose. `ofBatch`: that of the batch that it is for. @throws UsageError */
export function requirePurpose(
  { purpose, mustHavePurpose }: Requester,
  ofBatch: string | null = null,
): void {
  if (mustHavePurpose === true && purpose === null && ofBatch === null)
    throw new UsageError('purpose_required', {});
}
