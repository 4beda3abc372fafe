import type { LabelSet } from '../records/labels.js';

/** The fields of records that are dates (spec, "Resources and their fields"). */
const DATE_FIELDS: ReadonlySet<string> = new Set([
  'birthDate',
  'data_situacao_cadastral',
  'data_inicio_atividade',
  'data_opcao_simples',
  'data_opcao_mei',
  'data_entrada_sociedade',
]);

export function isDateField(name: string): boolean {
  return DATE_FIELDS.has(name);
}

/** Returns `YYYY-MM-DD` for a text in that form or as `DD/MM/YYYY`; undefined for any other. */
export function readDate(text: string): string | undefined {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  if (day !== undefined) return `${String(year)}-${String(month)}-${day}`;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
}

/** Returns `YYYY-MM-DDTHH:MM:SS` in the zone of this machine; undefined for a text that is no time. */
export function toLocalTime(iso: string): string | undefined {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return undefined;
  const local = time - new Date(time).getTimezoneOffset() * 60_000;
  return new Date(local).toISOString().slice(0, 19);
}

/** Returns a date of a record as a language writes it. With the service's labels it stays, as does any other text. */
export function formatDate(text: string, labels: LabelSet): string {
  const date = labels === 'service' ? undefined : readDate(text);
  return date === undefined ? text : formatInLanguage(date, labels);
}

/**
 * Returns a time in ISO 8601 in the zone of this machine, as a language writes it; with the service's labels it stays.
 */
export function formatTime(iso: string, labels: LabelSet): string {
  const [date, time] = (labels === 'service' ? undefined : toLocalTime(iso))?.split('T') ?? [];
  return date === undefined ? iso : `${formatInLanguage(date, labels)} ${String(time)}`;
}

function formatInLanguage(date: string, labels: LabelSet): string {
  return labels === 'pt-BR' ? reverseDate(date) : date;
}

/** Returns `YYYY-MM-DD` as `DD/MM/YYYY`. */
function reverseDate(date: string): string {
  return date.split('-').reverse().join('/');
}

/**
 * Returns a value of a record, as a workbook or a labelled result shows it, in the form of the service, so that results
 * of any format can be compared. A text in another form stays.
 */
export function toServiceText(field: string, text: string): string {
  if (field === 'capital_social' && /^\d+(?:\.\d{1,2})?$/.test(text))
    return Number(text).toFixed(2).replace('.', ',');
  const date = isDateField(field) ? readDate(text) : undefined;
  if (date === undefined) return text;
  return field === 'birthDate' ? reverseDate(date) : date;
}

/**
 * Returns a time `DD/MM/YYYY HH:MM:SS` or `YYYY-MM-DD HH:MM:SS` of this machine in ISO 8601 and UTC; other texts stay.
 */
export function toServiceTime(text: string): string {
  const [, day, time] = /^([\d/-]{10}) (\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  const date = day === undefined ? undefined : readDate(day);
  const moment = date === undefined ? NaN : Date.parse(`${date}T${String(time)}`);
  return Number.isNaN(moment) ? text : new Date(moment).toISOString();
}
