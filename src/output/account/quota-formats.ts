import { safeJson, visibleLines } from '../../foreign-text.js';
import { toCell } from '../../records/cell-text.js';
import { readFields } from '../../records/field-list.js';
import { reduceTo } from '../../records/field-values.js';
import type { Quota } from '../../service/index.js';
import { cardText } from '../terminal/card.js';
import { quotaText } from './quota-text.js';
import type { Look } from '../terminal/terminal.js';
import { textOf } from '../lookups/record-values.js';

/** Spec, "Quota record". */
const FIELDS = ['plan', 'remainingCredits', 'usedCredits', 'billingStatus', 'userId', 'email'];

/** Fields that the service removed from the record (spec, "Versioning"). */
const OLDER = [
  ...['staticCreditCost', 'realtimeCreditCost', 'overageEnabled', 'overagePriceInCents'],
  ...['staticRateLimitPerMinute', 'realtimeRateLimitPerMinute'],
];

type QuotaPrinter = (quota: Quota) => string;

/**
 * Prints the balance in a format, reduced to `fields` if given.
 *
 * @throws UsageError that lists the fields
 */
export async function quotaPrinter(
  format: 'table' | 'json' | 'jsonl' | 'csv',
  look: Look,
  fields: string | undefined,
): Promise<QuotaPrinter> {
  const chosen =
    fields === undefined
      ? undefined
      : readFields(fields, { of: 'balance', around: FIELDS, older: OLDER });
  const reduced = (quota: Quota) => (chosen === undefined ? quota : reduceTo(chosen, quota));
  switch (format) {
    case 'json':
      return (quota) => `${safeJson(reduced(quota), look.isTerminal ? 2 : undefined)}\n`;
    case 'jsonl':
      return (quota) => `${safeJson(reduced(quota))}\n`;
    case 'csv':
      return csvPrinter(reduced, look);
    case 'table':
      return (quota) =>
        chosen === undefined ? quotaText(quota, look) : table(reduced(quota), look);
  }
}

async function csvPrinter(
  reduced: (quota: Quota) => Readonly<Record<string, unknown>>,
  { isTerminal }: Look,
): Promise<QuotaPrinter> {
  const { csvLines } = await import('../../records/csv-lines.js');
  return (quota) => {
    const fields = Object.entries(reduced(quota));
    const cells = fields.map(([field, value]) => toCell(field, value));
    const text = csvLines([fields.map(([field]) => field), cells]);
    return isTerminal ? visibleLines(text) : text;
  };
}

function table(quota: Readonly<Record<string, unknown>>, look: Look): string {
  const entries = Object.entries(quota).map(([label, value]) => ({ label, text: textOf(value) }));
  return cardText(entries, look).replace(/^ {2}/gm, '');
}
