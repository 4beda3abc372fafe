import type { Stop } from './commands.js';
import type { ServiceErrorFacts } from './service.js';

/** An error of a request about the job. */
type RequestTrouble = {
  [C in keyof ServiceErrorFacts]: {
    readonly code: C;
    readonly facts: Exclude<ServiceErrorFacts[C], Stop>;
  };
}[keyof ServiceErrorFacts];

/** Why a job failed, or why its outcome is unknown. */
export type JobTrouble =
  | { readonly code: 'run_ended' }
  /** It was not sent: the balance or a budget did not cover it. */
  | { readonly code: 'not_covered' }
  /** The service's job, which the user adopted, has `total` of the `items` identifiers. */
  | { readonly code: 'adopted_part'; readonly items: number; readonly total: number }
  /** A single lookup asked for its identifier before, and got no answer. */
  | { readonly code: 'lookup_in_doubt' }
  /** Of `found` identifiers, which the service counts and charges, its results omit `unnamed`. */
  | { readonly code: 'unnamed'; readonly found: number; readonly unnamed: number }
  /** Its numbers do not add up to `total`, its own or what was accepted, or its results are of identifiers not sent. */
  | { readonly code: 'miscounted'; readonly total: number }
  | RequestTrouble
  /** The service's own words, or a sentence that an older confere stored. */
  | { readonly said: string };
