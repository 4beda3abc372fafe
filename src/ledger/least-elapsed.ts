import type { Uptime } from '../clock.js';

/**
 * Milliseconds that have passed at least since a machine noted its uptime `then`, by the uptime `now`, whatever its
 * clock was set to; undefined if another machine noted it, because uptimes of two machines cannot be compared. After
 * a restart at least the new uptime has passed. A restart that went unnoticed only makes the number smaller.
 */
export function leastElapsed(then: Uptime, now: Uptime): number | undefined {
  const isSameBoot = then.boot !== '' && then.boot === now.boot;
  if (!isSameBoot && then.host !== now.host) return undefined;
  const isOtherBoot = !isSameBoot && then.boot !== '' && now.boot !== '';
  if (isOtherBoot || (!isSameBoot && now.ms < then.ms)) return now.ms;
  return Math.max(0, now.ms - then.ms);
}
