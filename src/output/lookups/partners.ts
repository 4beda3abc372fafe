import type { ServiceRecord } from '../../service/index.js';
import { isObject } from './record-values.js';

/** The partners of a company; undefined if `QSA` is not a list of partners. */
export function partnersOf(
  data: ServiceRecord,
): readonly Readonly<Record<string, unknown>>[] | undefined {
  const partners: unknown = data['QSA'];
  return Array.isArray(partners) && partners.every(isObject) ? partners : undefined;
}
