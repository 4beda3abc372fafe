import { printable } from '../terminal/printable.js';
import type { Lookup, LookupAnswer } from '../../lookups/answer.js';
import type { Activities } from '../../records/activities.js';
import { formatId, maskCpf } from '../../identifiers/index.js';
import type { ServiceRecord } from '../../service/index.js';
import { cardText } from '../terminal/card.js';
import { companyEntries } from './card-cnpj.js';
import { personEntries } from './card-cpf.js';
import type { FieldPath } from '../../records/fields.js';
import { fieldEntries } from './lookup-fields.js';
import { shownInput } from './identifier-advice.js';
import { PLAIN, type Look, type Paint } from '../terminal/terminal.js';
import { wrap } from '../terminal/width.js';
import { t } from '../../messages/index.js';

/** What a card shows besides the record's own lines. */
export interface CardParts {
  /** Only these fields. */
  readonly fields?: readonly FieldPath[];
  /** Loaded for companies only. */
  readonly partners?: (data: ServiceRecord, look: Look) => string;
  readonly activities?: Activities;
}

/** A record for people: heading, lines, partners and source; with `fields`, only these. */
export function recordText(
  lookup: Lookup,
  data: ServiceRecord,
  look: Look,
  now: number,
  { fields, partners = () => '', activities }: CardParts = {},
): string {
  const { kind, id } = lookup.answer;
  const of = kind === 'cpf' ? 'cpf' : 'cnpj';
  const heading = look.paint.bold(`${of.toUpperCase()} ${formatId(of, id ?? '')}`);
  if (fields !== undefined) return `${heading}\n${cardText(fieldEntries(lookup, fields), look)}`;
  const entries =
    of === 'cpf'
      ? personEntries(id ?? '', data, now)
      : companyEntries(id ?? '', data, look.paint, activities);
  return `${heading}\n${cardText(entries, look)}${of === 'cpf' ? '' : partners(data, look)}${origin(lookup, look, now)}`;
}

/** What a record from the ledger saved. A record that was just paid for needs no note. */
function origin(
  { answer, answeredAt }: Lookup,
  { paint, columns, isTerminal }: Look,
  now: number,
): string {
  if (answer.source !== 'ledger') return '';
  const told =
    answeredAt === undefined
      ? t.lookups.fromLedger
      : t.lookups.fromLedgerFetched(ago(answeredAt, now));
  const lines = isTerminal ? wrap(told, Math.max(1, columns - 3)) : [told];
  return lines.map((line) => `  ${paint.dim(line)}\n`).join('');
}

/** The time between `at` and `now` (epoch ms): `3 days ago`, `just now`. */
export function ago(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1_440)];
  if (days >= 1) return t.lookups.daysAgo(days);
  if (hours >= 1) return t.lookups.hoursAgo(hours);
  if (minutes >= 1) return t.lookups.minutesAgo(minutes);
  return t.lookups.justNow;
}

/** Where an identifier was typed: its line of standard input, or its number among several arguments. */
export interface Place {
  readonly line?: number;
  readonly argument?: number;
}

function placeText({ line, argument }: Place): string {
  if (line !== undefined) return t.progress.atLine(line);
  return argument === undefined ? '' : t.lookups.atArgument(argument);
}

/** Why there is no record, for stderr: the identifier masked, without a name. */
export function refusalText(
  { input, kind, id, status, error }: LookupAnswer,
  paint: Paint = PLAIN,
  typed: Place = {},
): string {
  const place = placeText(typed);
  if (id === null) {
    const wanted = kind?.toUpperCase() ?? t.lookups.either;
    const told = t.lookups.notValid(shownInput(input, kind ?? 'cpf'), wanted);
    return `${paint.red(place + told)} ${error?.message ?? ''}\n`;
  }
  const shown = kind === 'cpf' ? maskCpf(id) : formatId('cnpj', id);
  if (status === 'not_found') return `${place}${paint.yellow(t.progress.notFoundFree(shown))}\n`;
  return `${paint.red(`${place}${shown}: ${printable(error?.message ?? status)}`)}\n`;
}
