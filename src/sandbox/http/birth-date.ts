import { Refusal } from './answers.js';
import { MESSAGES } from '../messages.js';

/** Reads `DD/MM/YYYY` or `DDMMYYYY` into the former; a day that no calendar has is refused. */
export function readBirthDate(value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  const [, day, month, year] =
    /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(text) ?? [];
  if (day === undefined || month === undefined || year === undefined || !exists(day, month, year)) {
    throw new Refusal(400, MESSAGES.birthDate);
  }
  return `${day}/${month}/${year}`;
}

function exists(day: string, month: string, year: string): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}
