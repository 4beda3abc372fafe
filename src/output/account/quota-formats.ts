import { safeJson, visibleLines } from '../../foreign-text.js';
import { toCell } from '../../records/cells.js';
import { readFields, reduceTo } from '../../records/fields.js';
import type { Quota } from '../../service/index.js';
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
type Reduce = (quota: Quota) => Readonly<Record<string, unknown>>;

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
      return chosen === undefined ? cardPrinter(look) : tablePrinter(reduced, look);
  }
}

async function csvPrinter(reduced: Reduce, { isTerminal }: Look): Promise<QuotaPrinter> {
  const { csvLines } = await import('../../records/csv-lines.js');
  return (quota) => {
    const fields = Object.entries(reduced(quota));
    const cells = fields.map(([field, value]) => toCell(field, value));
    const text = csvLines([fields.map(([field]) => field), cells]);
    return isTerminal ? visibleLines(text) : text;
  };
}

async function cardPrinter(look: Look): Promise<QuotaPrinter> {
  const { quotaText } = await import('./quota-text.js');
  return (quota) => quotaText(quota, look);
}

async function tablePrinter(reduced: Reduce, look: Look): Promise<QuotaPrinter> {
  const { cardText } = await import('../terminal/card.js');
  return (quota) => {
    const entries = Object.entries(reduced(quota)).map(([label, value]) => ({
      label,
      text: textOf(value),
    }));
    const [only, ...others] = entries;
    // One field was asked for: its value alone is what a script or a person wants.
    if (only !== undefined && others.length === 0) return `${only.text}\n`;
    return cardText(entries, look).replace(/^ {2}/gm, '');
  };
}
