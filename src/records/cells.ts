/** Returns a value of a record as one cell (contract, "Export"). */
export function toCell(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (field === 'telefones' && Array.isArray(value)) return value.map(formatPhone).join(' | ');
  if (Array.isArray(value) && value.every((entry) => entry === null || typeof entry !== 'object')) {
    return value.map((entry) => (entry === null ? '' : String(entry))).join(' | ');
  }
  return JSON.stringify(value);
}

function formatPhone(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { ddd, numero } = value as Record<string, unknown>;
  return `(${toText(ddd)}) ${toText(numero)}`;
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the age in whole years at `now` (epoch ms); undefined for an invalid or future date `DD/MM/YYYY`. */
export function computeAge(birthDate: string, now: number): number | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(birthDate) ?? [];
  if (!isDate(Number(year), Number(month), Number(day))) return undefined;
  const today = new Date(now);
  const years = today.getUTCFullYear() - Number(year);
  const sinceBirthday = today.getUTCMonth() + 1 - Number(month) || today.getUTCDate() - Number(day);
  const age = sinceBirthday < 0 ? years - 1 : years;
  return age >= 0 ? age : undefined;
}

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
