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

/** Whole years since a birth date `DD/MM/YYYY`; undefined where that is no date or lies ahead. */
export function yearsSince(birthDate: string, now: number): number | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(birthDate) ?? [];
  if (day === undefined) return undefined;
  const today = new Date(now);
  const years = today.getUTCFullYear() - Number(year);
  const isAhead = today.getUTCMonth() + 1 - Number(month) || today.getUTCDate() - Number(day);
  const age = isAhead < 0 ? years - 1 : years;
  return age >= 0 ? age : undefined;
}
