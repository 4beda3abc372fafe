import { say } from '../../text/index.js';

/** How long ago `at` was, both epoch ms: `3 days ago`, `just now`. */
export function ago(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1_440)];
  if (days >= 1) return days === 1 ? say`1 day ago` : say`${days} days ago`;
  if (hours >= 1) return hours === 1 ? say`1 hour ago` : say`${hours} hours ago`;
  if (minutes >= 1) return minutes === 1 ? say`1 minute ago` : say`${minutes} minutes ago`;
  return say`just now`;
}
