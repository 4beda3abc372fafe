import { cardText, type Entry } from '../terminal/card.js';
import type { Look, Paint } from '../terminal/terminal.js';
import { printable } from '../terminal/printable.js';
import type { Quota } from '../../service/index.js';
import { formatNumber, t } from '../../messages/index.js';

/** What happens when the credits run out (spec, "Plans and credits"). */
function whenUsedUp(plan: string): string {
  if (plan === 'Grátis') {
    return t.account.refusedWhenUsedUp;
  }
  return ['Micro', 'Básico', 'Intermediário', 'Avançado'].includes(plan)
    ? t.account.overageWhenUsedUp
    : t.account.unknownForPlan;
}

function billingText(status: string): string {
  if (status === 'active') return t.account.active;
  return status === 'free' ? t.account.free : status;
}

const LONGEST_BAR = 40;
const SHORTEST_BAR = 10;
/** The share of the allowance used from which the bar warns. */
const LOW = 0.9;

/** Two decimals, because real-time lookups cost part of a credit. */
const credits = (value: number) => formatNumber(value, 2);

/** The balance for people. */
export function quotaText(quota: Quota, look: Look): string {
  const { plan, remainingCredits: left, usedCredits: used } = quota;
  const { billingStatus, email } = quota;
  const entries: Entry[] = [
    { label: t.account.plan, text: printable(plan) },
    { label: t.account.billing, text: billingText(text(billingStatus)) },
    { label: t.account.account, text: text(email) },
    { label: t.account.remaining, text: credits(left) },
    { label: t.account.used, text: usedText(used, left) },
    { label: '', text: barText(used, left, look), paint: colour(used, left, look.paint) },
    { label: t.account.ifUsedUp, text: whenUsedUp(plan) },
  ];
  return cardText(entries, look).replace(/^ {2}/gm, '');
}

/** The allowance can be computed only while credits remain (spec, "Quota record"). */
function usedText(used: number, left: number): string {
  if (left <= 0) return t.account.allUsedUp(credits(used));
  const share = (100 * used) / (used + left);
  const percent = used > 0 && share < 1 ? t.account.underOnePercent : credits(Math.round(share));
  return t.account.usedOf(credits(used), credits(used + left), percent);
}

function barText(used: number, left: number, { columns }: Look): string {
  const length = Math.min(LONGEST_BAR, columns - 16);
  if (length < SHORTEST_BAR) return '';
  const share = left <= 0 ? 1 : Math.max(0, used) / (used + left);
  // The bar is full or empty only if that is exactly true.
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
