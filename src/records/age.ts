/** Whole years since a birth date `DD/MM/YYYY`; undefined for an invalid or future date. `now` is epoch ms. */
export function yearsSince(birthDate: string, now: number): number | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(birthDate) ?? [];
  if (!isDate(Number(year), Number(month), Number(day))) return undefined;
  const today = new Date(now);
  const years = today.getUTCFullYear() - Number(year);
  const isAhead = today.getUTCMonth() + 1 - Number(month) || today.getUTCDate() - Number(day);
  const age = isAhead < 0 ? years - 1 : years;
  return age >= 0 ? age : undefined;
}

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
