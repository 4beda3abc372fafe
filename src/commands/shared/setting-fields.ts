import type { Place } from '../../base/facts.js';
import { readFields } from '../../records/fields.js';

/** Refuses fields of a setting that no record has. @throws UsageError `unknown_field` */
export function refuseUnknownFields(fieldList: string, place?: Place): void {
  readFields(fieldList, { of: 'result', kind: 'both', place });
}
