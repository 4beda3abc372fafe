import { UsageError } from '../errors.js';

const FORMS = [/^(\d{2})\/(\d{2})\/(\d{4})$/, /^(\d{2})(\d{2})(\d{4})$/];
/** Spec, "CPF record", `year`. */
const FIRST_YEAR = 1900;

/**
 * Refuses an invalid birth date before anything is requested. `now` in epoch ms.
 *
 * @throws UsageError that says what is wrong but does not repeat the date, which is personal data
 */
export function requireBirthDate(text: string, now: number): void {
  const parts = FORMS.map((form) => form.exec(text)).find((match) => match !== null);
  if (parts === undefined) throw new UsageError('bad_birth_date', { why: 'form' });
  const [day = 0, month = 0, year = 0] = parts.slice(1).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isReal || year < FIRST_YEAR) throw new UsageError('bad_birth_date', { why: 'no_day' });
  if (date.getTime() > now) throw new UsageError('bad_birth_date', { why: 'future' });
}
