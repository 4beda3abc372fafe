import { toCell } from '../records/cells.js';
import { isIdentifierField, type RecordPath } from '../records/fields.js';
import { resultValue } from './cells.js';
import type { ExportRow } from './rows.js';
import type { Cell } from './sheet-xml.js';

/** The dates of records (spec, "Resources and their fields"); only their forms are read, other texts stay. */
const DATES: ReadonlySet<string> = new Set([
  'birthDate',
  'data_situacao_cadastral',
  'data_inicio_atividade',
  'data_opcao_simples',
  'data_opcao_mei',
  'data_entrada_sociedade',
]);

/** The service's form of an amount; another one could not be restored from the number (`toServiceText`). */
const CAPITAL = /^\d+,\d\d$/;

/** Returns the cells that a result adds to a row of a workbook, in the order of `addedColumns`. */
export function typedCells(fields: readonly RecordPath[], entry: ExportRow): Cell[] {
  const { status, reason, source, fetchedAt } = entry.result;
  const values = fields.map((field) => typedValue(field, resultValue(entry, field)));
  return [status, reason, source, timeCell(fetchedAt), ...values];
}

/**
 * Returns a value of a record as a cell of a workbook: a date as a date, an amount as a number; identifiers, codes and
 * phones stay texts.
 */
export function typedValue({ name, path }: RecordPath, value: unknown): Cell {
  if (typeof value === 'number') return value;
  const text = toCell(name, value);
  const last = path.at(-1) ?? '';
  if (text === '' || isIdentifierField(path)) return text;
  if (DATES.has(last)) return dateCell(text);
  return last === 'capital_social' && CAPITAL.test(text) ? readDecimal(text) : text;
}

/** Returns `YYYY-MM-DD` or `DD/MM/YYYY` as a date; any other text stays. */
function dateCell(text: string): Cell {
  const date = readDate(text);
  return date === undefined ? text : { date, text };
}

/** Returns `YYYY-MM-DD` for a text in that form or as `DD/MM/YYYY`; undefined for any other. */
export function readDate(text: string): string | undefined {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  if (day !== undefined) return `${String(year)}-${String(month)}-${day}`;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
}

/** Returns a time in ISO 8601 as a clock on the wall of this machine shows it: people compare it with their own. */
function timeCell(iso: string): Cell {
  const date = localTime(iso);
  return date === undefined ? iso : { date, text: iso };
}

/** Returns `YYYY-MM-DDTHH:MM:SS` in the zone of this machine; undefined for a text that is no time. */
export function localTime(iso: string): string | undefined {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return undefined;
  const local = at - new Date(at).getTimezoneOffset() * 60_000;
  return new Date(local).toISOString().slice(0, 19);
}

const DECIMAL = /^-?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+),\d+$/;
/** A double holds every decimal number of so many digits. */
const MOST_DIGITS = 15;

/** Returns whether a text is a number with a decimal comma (`1.234,56`, `-3,5`) that a workbook keeps exactly. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text) && text.replaceAll(/\D/g, '').length <= MOST_DIGITS;
}

/** Returns such a text as a number, and one with two decimals as an amount; any other text stays. */
export function readDecimal(text: string): Cell {
  if (!isDecimal(text)) return text;
  const number = Number(text.replaceAll('.', '').replace(',', '.'));
  return /,\d\d$/.test(text) ? { amount: number } : number;
}

/**
 * Returns a value of a record, as a workbook shows it, in the form of the service, so that results of any format can be
 * compared. A text in another form stays.
 */
export function toServiceText(field: string, shown: string): string {
  if (field === 'capital_social' && /^\d+(?:\.\d{1,2})?$/.test(shown))
    return Number(shown).toFixed(2).replace('.', ',');
  const date = DATES.has(field) ? readDate(shown) : undefined;
  if (date === undefined) return shown;
  return field === 'birthDate' ? date.split('-').reverse().join('/') : date;
}

/** Returns a time `DD/MM/YYYY HH:MM:SS` of this machine in ISO 8601 and UTC; any other text stays. */
export function toServiceTime(shown: string): string {
  const [, day, time] = /^(\d\d\/\d\d\/\d{4}) (\d\d:\d\d:\d\d)$/.exec(shown) ?? [];
  const at = day === undefined ? NaN : Date.parse(`${readDate(day) ?? ''}T${String(time)}`);
  return Number.isNaN(at) ? shown : new Date(at).toISOString();
}
