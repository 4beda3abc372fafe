import type { Place } from '../../base/facts.js';
import { readFields } from '../../records/fields.js';

/** Refuses fields of a setting that no record has. @throws UsageError `unknown_field` */
export function refuseUnknownFields(list: string, place?: Place): void {
  readFields(list, { of: 'result', kind: 'both', place });
}
