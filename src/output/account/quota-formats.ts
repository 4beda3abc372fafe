import { toCell } from '../../records/cell-text.js';
import { UsageError } from '../../errors.js';
import type { Quota } from '../../service/index.js';
import { cardText } from '../terminal/card.js';
import { csvLine } from '../terminal/csv.js';
import { quotaText } from './quota-text.js';
import type { Look } from '../terminal/terminal.js';
import { textOf } from '../lookups/record-values.js';

/** Spec, "Quota record"; the second row was dropped there (spec, "Versioning"), older services send it. */
const FIELDS = [
  ...['plan', 'remainingCredits', 'usedCredits', 'billingStatus', 'userId', 'email'],
  ...['staticCreditCost', 'realtimeCreditCost', 'overageEnabled', 'overagePriceInCents'],
  ...['staticRateLimitPerMinute', 'realtimeRateLimitPerMinute'],
];

/**
 * Prints the balance in a format, reduced to `fields` where they are given.
 * @throws UsageError naming the fields there are
 */
export function quotaPrinter(
  format: 'table' | 'json' | 'jsonl' | 'csv',
  look: Look,
  fields: string | undefined,
): (quota: Quota) => string {
  const names = fields?.split(',').map((name) => known(name.trim()));
  const chosen = (quota: Quota) =>
    names === undefined
      ? quota
      : Object.fromEntries(names.map((name) => [name, quota[name] ?? null]));
  switch (format) {
    case 'json':
      return (quota) => `${JSON.stringify(chosen(quota), null, look.isTerminal ? 2 : undefined)}\n`;
    case 'jsonl':
      return (quota) => `${JSON.stringify(chosen(quota))}\n`;
    case 'csv':
      return (quota) => csv(chosen(quota));
    case 'table':
      return (quota) => (names === undefined ? quotaText(quota, look) : table(chosen(quota), look));
  }
}

function csv(quota: Readonly<Record<string, unknown>>): string {
  const cells = Object.entries(quota).map(([field, value]) => toCell(field, value));
  return csvLine(Object.keys(quota)) + csvLine(cells);
}

function table(quota: Readonly<Record<string, unknown>>, look: Look): string {
  const entries = Object.entries(quota).map(([label, value]) => ({ label, text: textOf(value) }));
  return cardText(entries, look).replace(/^ {2}/gm, '');
}

function known(name: string): string {
  if (FIELDS.includes(name)) return name;
  throw new UsageError('unknown_field', {
    of: 'balance',
    field: name,
    known: FIELDS.slice(0, 6),
    near: undefined,
  });
}
