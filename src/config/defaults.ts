import type { Place } from '../base/facts.js';
import { UsageError } from '../base/errors.js';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const MS_PER_UNIT: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND,
  m: 60 * SECOND,
  h: 3_600 * SECOND,
  d: DAY,
};
/** A hundred years (ms). */
const LONGEST_DURATION = 36_525 * DAY;

/** Returns `500ms`, `10s`, `30m`, `12h` or `30d` in ms; `0` needs no unit. @throws UsageError `bad_duration` */
export function parseDuration(text: string, place: Place): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim()) ?? [];
  if (text.trim() === '0') return 0;
  const ms = Number(amount) * (MS_PER_UNIT[unit] ?? Infinity);
  if (ms <= LONGEST_DURATION) return ms;
  throw new UsageError('bad_duration', { place, text });
}

/** The defaults of command and library (contract, "Profiles and defaults"). */
export const defaults = {
  /** Maximum age of a reused record. */
  reuse: durationDefault('30d'),
  /** Maximum time for a call or command that works on a batch. */
  deadline: durationDefault('30m'),
  /** How long the balance must stay unchanged after a lost answer; longer for a job, by the number of its identifiers. */
  settle: durationDefault('11m'),
  /** First interval between polls. */
  interval: durationDefault('5s'),
  /** Simple lookups and CPF submissions per clock minute. */
  rate: 30,
  /** Real-time lookups per clock minute. */
  realtimeRate: 5,
  /** How long a single request may wait for the rate limit and between attempts. */
  longestWait: durationDefault('30m'),
  /** The longest wait of a tool call, because many programs give up after a minute. */
  longestToolWait: durationDefault('45s'),
  /** The longest wait for checking a key, because a person waits for it. */
  longestLoginWait: durationDefault('60s'),
} as const;

/** Returns a duration as people write it, and in ms. */
function durationDefault(text: string) {
  return { text, ms: parseDuration(text, text) };
}
