import { plural, say } from '../../text/index.js';

/** How long ago `at` was, both epoch ms: `3 days ago`, `just now`. */
export function ago(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1_440)];
  if (days >= 1) return say`${plural(days, 'day', 'days')} ago`;
  if (hours >= 1) return say`${plural(hours, 'hour', 'hours')} ago`;
  if (minutes >= 1) return say`${plural(minutes, 'minute', 'minutes')} ago`;
  return say`just now`;
}
