const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago `at` was, both epoch ms: `3 days ago`, `just now`. */
export function ago(at: number, now: number): string {
  const passed = now - at;
  for (const [unit, ms] of UNITS) {
    const count = Math.floor(passed / ms);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
