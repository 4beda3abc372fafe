const MINUTE = 60_000;
const SECOND = 1_000;

/** An HTTP date begins with a weekday; `Date.parse` alone would also take "-5" for a date. */
const HTTP_DATE = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

/** Milliseconds until the start of the next clock minute (spec, "Rate limit rules" 3). */
export function untilNextMinute(now: number): number {
  return MINUTE - (now % MINUTE);
}

/**
 * Milliseconds to wait after a 429 (spec, "Retry rules"). Without a readable header the count's
 * own reset is waited for. An absurd wait stays as it is: the deadline stops it, not a guess here.
 */
export function retryAfter(header: string | undefined, now: number): number {
  return Math.max(named(header?.trim() ?? '', now) ?? untilNextMinute(now), SECOND);
}

function named(text: string, now: number): number | undefined {
  // The spec says integer seconds; a fraction is understood, and never cut short.
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * SECOND);
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date - now;
}
