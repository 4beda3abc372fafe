import type { Place } from '../errors/facts.js';
import { UsageError } from '../errors.js';

const MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** A hundred years; dates further away are no longer exact. */
const LONGEST = 36_525 * 86_400_000;

/** `500ms`, `10s`, `30m`, `12h` or `30d` in milliseconds; `0` needs no unit. @throws UsageError `bad_duration` */
export function parseDuration(text: string, place: Place): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim()) ?? [];
  const factor = unit === undefined ? undefined : MS[unit];
  if (text.trim() === '0') return 0;
  const ms = Number(amount) * (factor ?? Infinity);
  if (ms <= LONGEST) return ms;
  throw new UsageError('bad_duration', { place, text });
}
