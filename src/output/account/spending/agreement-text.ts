import type {
  AccountAgreement,
  AssumedPrice,
  SpendingReport,
} from '../../../money/spending/spending-report.js';
import { formatMinute, formatNumber, plural, say } from '../../../text/index.js';
import type { NextSteps } from '../../next-step/next-steps.js';
import { printable } from '../../terminal/printable.js';
import { kindTitle } from './spending-table.js';
import type { FallenCount } from '../../../money/spending/fallen-count.js';

/** What the columns mean, and whether the service's own count agrees with the ledger, for each account. */
export function agreementText(
  { total, assumedPrices, accounts }: SpendingReport,
  next: NextSteps,
): string {
  const lines = [
    ...assumedPrices.map(assumedLine),
    ...(total.atRisk > 0
      ? [say`At risk: may have been charged, or may still be; no answer says so yet.`]
      : []),
    ...(total.possiblyCharged > 0
      ? [
          say`Possibly charged: you had these identifiers sent again, or gave them up; nothing shows whether the first request was charged.`,
        ]
      : []),
    ...accounts.flatMap((account) => accountLines(account, accounts.length > 1, next)),
  ];
  return lines.length === 0 ? '' : `\n${lines.map((line) => `${line}\n`).join('')}`;
}

function assumedLine({ kind, price }: AssumedPrice): string {
  return say`~ counts ${plural(price, 'credit', 'credits')} for each ${kindTitle(kind)} found: assumed until readings of the balance show the price, or cost-${kind} sets it.`;
}

function accountLines(
  agreement: AccountAgreement,
  isOneOfMany: boolean,
  next: NextSteps,
): string[] {
  const { owner, account, sinceReading } = agreement;
  const lines = [
    ...comparedLines(agreement),
    ...fallenLines(agreement.fallen),
    ...notComparedLines(agreement),
    ...(sinceReading === 0 ? [] : [sinceLine(sinceReading, next)]),
  ];
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
      ? [say`Requests without an answer may explain ${plural(unconfirmed, 'credit', 'credits')}.`]
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

/** Where the service's count of used credits fell: each that is no plain renewal, and how many of those there were. */
function fallenLines(fallen: readonly FallenCount[]): string[] {
  const renewals = fallen.filter(({ why }) => why === 'renewal');
  const last = renewals.at(-1);
  return [
    ...fallen.filter(({ why }) => why !== 'renewal').map(fallenLine),
    ...(last === undefined ? [] : [renewalsLine(renewals.length, last)]),
  ];
}

function fallenLine({ from, at, usedBefore, usedAfter, why }: FallenCount): string {
  const [begin, end] = [formatMinute(from), formatMinute(at)];
  const before = formatNumber(usedBefore);
  return why === 'refund'
    ? say`From ${begin} to ${end} the service's count fell from ${before} to ${plural(usedAfter, 'credit', 'credits')}: a refund.`
    : say`From ${begin} to ${end} the service's count fell from ${before} to ${plural(usedAfter, 'credit', 'credits')}: a refund, or a renewal after which others spent.`;
}

function renewalsLine(times: number, { from, at }: FallenCount): string {
  const [begin, end] = [formatMinute(from), formatMinute(at)];
  return say`The service restarted its count ${plural(times, 'time', 'times')}, last between ${begin} and ${end}: a renewal, or a refund of everything.`;
}
