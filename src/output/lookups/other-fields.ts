import type { ServiceRecord } from '../../service/index.js';
import type { Entry } from '../terminal/card.js';
import { textOf } from './values.js';

/** The fields that a card has no line of its own for, under the service's names: nothing is dropped. */
export function others(data: ServiceRecord, shown: ReadonlySet<string>): Entry[] {
  return Object.entries(data)
    .filter(([field]) => !shown.has(field))
    .map(([field, value]) => ({ label: textOf(field), text: textOf(value, field) }));
}
