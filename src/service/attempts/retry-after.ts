const MINUTE = 60_000;
const SECOND = 1_000;

/** An HTTP date begins with a weekday; `Date.parse` alone would also accept "-5" as a date. */
const HTTP_DATE = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

/** Milliseconds until the start of the next clock minute (spec, "Rate limit rules" 3). */
export function untilNextMinute(now: number): number {
  return MINUTE - (now % MINUTE);
}

/**
 * Milliseconds to wait after a 429 (spec, "Retry rules"), at least one second. Without a readable header
 * the wait ends at the next clock minute, when the count resets. A very long wait is returned unchanged;
 * the deadline decides whether to wait.
 */
export function retryAfter(header: string | undefined, now: number): number {
  return Math.max(waitNamedBy(header, now) ?? untilNextMinute(now), SECOND);
}

/** Milliseconds to wait, at least one second, that an answer names: its header, else its message (spec, "Messages by status"). */
export function waitNamed(
  header: string | undefined,
  message: string | undefined,
  now: number,
): number | undefined {
  const said = message?.match(/(?<!\d)(\d+) segundos?\b/)?.[1];
  const named = waitNamedBy(header, now) ?? waitNamedBy(said, now);
  return named === undefined ? undefined : Math.max(named, SECOND);
}

function waitNamedBy(said: string | undefined, now: number): number | undefined {
  if (said === undefined) return undefined;
  const text = said.trim();
  // The spec says integer seconds. A fraction is accepted too, and rounded up.
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * SECOND);
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date - now;
}
