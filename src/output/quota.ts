import { formatNumber } from '../text/index.js';
import { cardText, type Entry } from './card.js';
import type { Look, Paint } from './terminal.js';
import { printable } from './width.js';
import type { Quota } from '../service/index.js';

/** What happens when the credits run out (spec, "Plans and credits"). */
const PLANS: Readonly<Record<string, string>> = {
  Grátis: 'lookups are refused until the credits renew on the 1st of the month (UTC)',
  ...Object.fromEntries(
    ['Micro', 'Básico', 'Intermediário', 'Avançado'].map((plan) => [
      plan,
      'lookups go on, and what is beyond is billed on the next invoice',
    ]),
  ),
};

const BILLING: Readonly<Record<string, string>> = {
  active: 'active',
  free: 'free (no valid subscription)',
};

const LONGEST_BAR = 40;
const SHORTEST_BAR = 10;
/** A share of the allowance from which on the bar warns. */
const LOW = 0.9;

/** Real-time lookups cost a part of a credit. */
const credits = (value: number) => formatNumber(value, 2);

/** The balance for people. */
export function quotaText(quota: Quota, look: Look): string {
  const { plan, remainingCredits: left, usedCredits: used } = quota;
  const { billingStatus, email } = quota;
  const entries: Entry[] = [
    { label: 'Plan', text: printable(plan) },
    { label: 'Billing', text: BILLING[text(billingStatus)] ?? text(billingStatus) },
    { label: 'Account', text: text(email) },
    { label: 'Remaining', text: credits(left) },
    { label: 'Used', text: usedText(used, left) },
    { label: '', text: barText(used, left, look), paint: colour(used, left, look.paint) },
    { label: 'If used up', text: PLANS[plan] ?? 'what happens then is not known for this plan' },
  ];
  return cardText(entries, look).replace(/^ {2}/gm, '');
}

/** The allowance is known only while some of it is left (spec, "Quota record"). */
function usedText(used: number, left: number): string {
  if (left <= 0) return `${credits(used)}; the allowance is used up`;
  const share = (100 * used) / (used + left);
  const percent = used > 0 && share < 1 ? 'under 1' : formatNumber(Math.round(share));
  return `${credits(used)} of ${credits(used + left)} (${percent} %)`;
}

function barText(used: number, left: number, { columns }: Look): string {
  const length = Math.min(LONGEST_BAR, columns - 16);
  if (length < SHORTEST_BAR) return '';
  const share = left <= 0 ? 1 : Math.max(0, used) / (used + left);
  // Full and empty are said only where they are true.
  const filled = left <= 0 ? length : Math.min(length - 1, Math.ceil(share * length));
  return '█'.repeat(filled) + '░'.repeat(length - filled);
}

function colour(used: number, left: number, paint: Paint): (text: string) => string {
  if (left <= 0) return paint.red;
  return used / (used + left) >= LOW ? paint.yellow : paint.green;
}

function text(value: unknown): string {
  return typeof value === 'string' ? printable(value) : '';
}
