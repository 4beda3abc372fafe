import type { Kind } from './kinds.js';

/**
 * What the simulation knows how to do and does not do yet, because confere does not hold out against it: each
 * with the reason. An entry goes as soon as it does.
 */
export const heldBack: Readonly<Partial<Record<Kind, string>>> = {
  single_lookups: 'single lookups leave no mark while they run',
  again: '--again after a lost answer makes a new batch',
  fresh: '--fresh sends what another batch is looking up',
  status_of_another_job: 'a status answer with the id of another job is believed',
  unlisted_status_after: 'statuses that the spec does not list count as free',
  other_price: 'own charges at another price hide those of a lost answer',
  renewal: 'a new period or a refund can make the balance what it was',
  refund: 'as above',
  other_spender: 'as above',
  key_replaced: 'a batch of a replaced key has no way out',
  job_late: 'a job may begin after the settle time of one minute',
  job_failed_goes_on: 'what a failed job left is sent again at once',
  job_hidden_for_ever: 'an accepted job that never answers has no way out',
  job_names_fewer_for_ever: 'as above',
};

/** Promises that are broken and known to be: they are not looked at. */
export const knownBroken: Readonly<Record<string, string>> = {
  'a sentence for every exit':
    'lookups with --json, bulk submit and bulk watch end without a sentence',
  'a job that fits is adopted': 'not one in which the service discarded some identifiers',
};

export function holds(promise: string): boolean {
  return !(promise in knownBroken);
}
