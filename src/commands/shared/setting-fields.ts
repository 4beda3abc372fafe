import { readFields } from '../../records/fields.js';

/** Refuses fields of a setting that no record has. @throws UsageError `unknown_field` */
export function refuseUnknownFields(list: string): void {
  readFields(list, { of: 'result', kind: 'both' });
}
