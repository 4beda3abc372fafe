import type { Database } from '../../../sqlite/index.js';
import type { LookupOutcome, NewLookup } from '../../operations/lookups.js';
import type { Tables } from '../tables/index.js';

export function lookupOperations(db: Database, { lookups, records, ticks }: Tables) {
  return {
    beginLookup: (lookup: NewLookup): number =>
      db.transaction(() => lookups.begin(lookup, ticks.next())),
    endLookup: (num: number, outcome: LookupOutcome) => {
      db.transaction(() => {
        if (outcome.is === 'unknown') {
          lookups.doubt(num, outcome.at);
          return;
        }
        lookups.end(num, outcome.is, ticks.next());
        if (outcome.is === 'found' && outcome.record !== null) records.add(outcome.record);
      });
    },
  };
}
