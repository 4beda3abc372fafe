import { answerPrinter, type Format, type Print } from '../answer-printer.js';
import { toCell } from '../../records/cells.js';
import type { Quota } from '../../service/index.js';
import type { Look } from '../terminal/terminal.js';
import { formatNumber, t } from '../../messages/index.js';
import { cardText, type Entry } from '../terminal/card.js';
import { joined, printable } from '../terminal/text.js';

export function quotaPrinter(format: Format, look: Look): Promise<Print<Quota>> {
  return answerPrinter<Quota>(format, look, {
    json: (quota) => quota,
    csv: (quota) => {
      const fields = Object.entries(quota);
      return [fields.map(([field]) => field), fields.map(([field, value]) => toCell(field, value))];
    },
    text: (quota) => quotaText(quota, look),
  });
}

const LOW = 0.9;

/** Two decimals, because real-time lookups cost part of a credit. */
const credits = (value: number) => formatNumber(value, 2);

export function quotaText(quota: Quota, look: Look): string {
  const { plan, remainingCredits: left, usedCredits: used } = quota;
  const { red, yellow, green } = look.paint;
  const paint = left <= 0 ? red : isLow(quota) ? yellow : green;
  const entries: Entry[] = [
    { label: t.account.plan, text: planText(quota) },
    { label: t.account.remaining, text: remainingText(used, left), paint },
    { label: t.account.ifUsedUp, text: whenUsedUp(plan) },
  ];
  return cardText(entries, look, 0);
}

function planText({ plan, billingStatus, email }: Quota): string {
  const text = (value: unknown) => (typeof value === 'string' ? printable(value) : '');
  const known = billingStatus === 'free' ? t.account.free : text(billingStatus);
  return joined(', ', [printable(plan), billingStatus !== 'active' && known, text(email)]);
}

function isLow({ usedCredits: used, remainingCredits: left }: Quota): boolean {
  return left <= 0 || used / (used + left) >= LOW;
}

export function lowText(quota: Quota): string | undefined {
  const { usedCredits: used, remainingCredits: left } = quota;
  return isLow(quota) ? `${t.account.remaining}: ${remainingText(used, left)}` : undefined;
}

/** The allowance can be computed only while credits remain (spec, "Quota record"). */
function remainingText(used: number, left: number): string {
  if (left <= 0) return t.account.allUsedUp(credits(used));
  const share = (100 * used) / (used + left);
  const percent = used > 0 && share < 1 ? t.account.underOnePercent : credits(Math.round(share));
  return t.account.remainingOf(credits(left), credits(used + left), percent);
}

/** What happens when the credits run out (spec, "Plans and credits"); empty for another plan. */
function whenUsedUp(plan: string): string {
  if (plan === 'Grátis') return t.account.refusedWhenUsedUp;
  const isPaid = ['Micro', 'Básico', 'Intermediário', 'Avançado'].includes(plan);
  return isPaid ? t.account.overageWhenUsedUp : '';
}
