import type {
  AccountAgreement,
  SpendingReport,
} from '../../../account/spending/spending-report.js';
import { formatMinute, formatNumber, plural, say } from '../../../text/index.js';
import type { NextSteps } from '../../next-step/next-steps.js';
import { printable } from '../../terminal/printable.js';

/** Whether the service's own count agrees with the ledger, for each account; and what `at risk` is. */
export function agreementText({ total, accounts }: SpendingReport, next: NextSteps): string {
  const lines = [
    ...(total.atRisk > 0
      ? [say`At risk: may have been charged, or may still be; no answer says so yet.`]
      : []),
    ...accounts.flatMap((account) => accountLines(account, accounts.length > 1, next)),
  ];
  return lines.length === 0 ? '' : `\n${lines.map((line) => `${line}\n`).join('')}`;
}

function accountLines(
  agreement: AccountAgreement,
  isOneOfMany: boolean,
  next: NextSteps,
): string[] {
  const { owner, account, sinceReading } = agreement;
  const since = sinceReading === 0 ? [] : [sinceLine(sinceReading, next)];
  const lines = [...comparedLines(agreement), ...notComparedLines(agreement), ...since];
  if (!isOneOfMany || lines.length === 0) return lines;
  const name = say`Profile ${printable(owner.profile)}, account ${printable(account).slice(0, 8)}:`;
  return [name, ...lines.map((line) => `  ${line}`)];
}

function comparedLines(agreement: AccountAgreement): string[] {
  const { span, used, charged, unconfirmed, others, fewer } = agreement;
  if (span === null || used + charged === 0) return [];
  const [from, to] = [formatMinute(span.from), formatMinute(span.to)];
  if (others + unconfirmed + fewer === 0)
    return [
      say`From ${from} to ${to} the service counted the same: ${plural(used, 'credit', 'credits')}.`,
    ];
  return [
    say`From ${from} to ${to} the service counted ${plural(used, 'credit', 'credits')}, confere ${formatNumber(charged)}.`,
    ...(others > 0
      ? [say`Others on the account spent ${plural(others, 'credit', 'credits')}.`]
      : []),
    ...(unconfirmed > 0
      ? [say`What is at risk may explain ${plural(unconfirmed, 'credit', 'credits')}.`]
      : []),
    ...(fewer > 0
      ? [
          say`${plural(fewer, 'credit is', 'credits are')} missing there: a refund, a renewal between two readings, or another price.`,
        ]
      : []),
  ];
}

function notComparedLines({ notCompared }: AccountAgreement): string[] {
  if (notCompared === 0) return [];
  return [
    say`${plural(notCompared, 'credit was', 'credits were')} charged before the first reading of the balance, or around a renewal: they cannot be compared.`,
  ];
}

function sinceLine(sinceReading: number, next: NextSteps): string {
  const quota = next.command('quota');
  return say`${plural(sinceReading, 'credit was', 'credits were')} charged after the last reading of the balance; '${quota}' reads it.`;
}

/** For stderr. */
export function nothingSpentLine(): string {
  return `${say`Nothing was charged or saved in this time.`}\n`;
}
