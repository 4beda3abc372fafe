import { appendSummary } from './shared/step-summary.js';
import { makePrintable } from '../base/foreign-text.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaults } from '../config/defaults.js';
import { locateLedger, stateFolder } from '../config/folders.js';
import { ignoreKnownError, ConfereError } from '../base/errors.js';
import { type ExitCode, exitCodes } from '../base/exit-codes.js';
import { formatNumber, t } from '../messages/index.js';
import {
  createAnswerFormatter,
  type OutputFormat,
  type FormatAnswer,
} from './shared/answer-printer.js';
import { formatAnnotation, isOnGithub } from '../terminal/github.js';
import { formatCard, type Entry } from '../terminal/card.js';
import type { Style } from '../terminal/style.js';
import { joined } from '../terminal/text.js';
import { toCell } from '../records/cells.js';
import type { QuotaRecord } from '../service/index.js';
import { defineCommand, type CommandContext } from './shared/command.js';
import { parseNonNegative, value } from './shared/option.js';
import { reportError } from './shared/user.js';
import { askQuota, withLedger, withService } from './shared/session.js';

const quotaOptions = () => ({ min: value('--min <n>', t.options.min, parseNonNegative) });

/** `confere quota`: prints the balance, which is free; if it is below `--min`, ends with exit code 7. */
export const quota = defineCommand(
  { options: quotaOptions, examples: ['confere quota --min 500 --quiet'], exits: [4, [7, 'min']] },
  async (command) => {
    const { context, format } = command;
    const { stdout, clock } = context;
    const { min } = command.options;
    const print = await quotaPrinter(format, command.style);
    const deadline = clock.now() + defaults.longestWait.ms;
    // Balance requests do not count towards the rate limit (spec, "Rate limit rules" 4), so the ledger is opened only
    // after the answer was shown, to write it down.
    await withService(command, { deadline, stoppable: 'balance' }, async (service) => {
      const { stop, keyFingerprint } = service;
      const before = await readTickIfAny(command);
      const read = await askQuota(command, service);
      const { remainingCredits: remaining } = read;
      const isShort = min !== undefined && remaining < min;
      const code = isShort ? exitCodes.credits : exitCodes.ok;
      // `--min` with `--quiet` asks only whether there are enough credits.
      const isAnswered = min !== undefined && format === 'table' && command.quiet;
      const isSilent = isAnswered && code === exitCodes.ok;
      if (!isSilent) stdout.write(print(read));
      command.finish(code);
      if (isShort) reportError(command, new ConfereError('below_min', { remaining, min }));
      await summarizeForGithub(command, read, code);
      const isForPeople = format === 'table' && !isSilent;
      if (before !== undefined)
        await recordBalance(command, read, before, keyFingerprint, isForPeople);
      if (stop.aborted) throw stop.reason;
    });
  },
);

async function readTickIfAny(command: CommandContext): Promise<number | undefined> {
  try {
    const { folder, shared } = locateLedger(stateFolder(command.context), command.account);
    if (shared !== undefined) return await withLedger(command, (ledger) => ledger.tick());
    if (!existsSync(join(folder, 'ledger.db'))) return undefined;
    const { peekTick } = await import('../ledger/sqlite/peek.js');
    return await peekTick(folder);
  } catch {
    return undefined;
  }
}

/**
 * Records the balance in the ledger (contract, "Money", rule 2). The user has the answer already, so no error of the
 * ledger counts.
 */
async function recordBalance(
  command: CommandContext,
  quota: QuotaRecord,
  before: number,
  keyFingerprint: string,
  isForPeople: boolean,
): Promise<void> {
  const { stdout } = command.context;
  const { createBalanceRecorder } = await import('../money/balance.js');
  const using = withLedger(command, async (ledger) => {
    const deps = { ledger, keyFingerprint, terms: command.account.terms };
    await createBalanceRecorder(deps).storeReading(quota, before);
    if (!isForPeople) return;
    const { readFreeBalance } = await import('../batch/send/spending.js');
    const { balance, setAside } = await readFreeBalance(deps, { quota });
    const { balanceText } = await import('./bulk/shared/event-lines.js');
    if (setAside > 0) stdout.write(`${balanceText(balance, setAside)}\n`);
  });
  await using.catch(ignoreKnownError);
}

async function summarizeForGithub(
  command: CommandContext,
  quota: QuotaRecord,
  code: ExitCode,
): Promise<void> {
  const { plan, remainingCredits: left, usedCredits: used } = quota;
  const isWarned = isOnGithub(command.context) && !command.json && isLow(quota);
  const low = `${t.account.remaining}: ${remainingText(used, left)}`;
  if (isWarned && code === exitCodes.ok)
    command.context.stderr.write(formatAnnotation('warning', low));
  const numbers = [formatNumber(left, 2), formatNumber(used, 2), String(code)];
  const columns = [t.account.plan, t.account.remaining, t.account.used, t.table.exit];
  await appendSummary(command, columns, [[plan, ...numbers]]);
}

export function quotaPrinter(
  format: OutputFormat,
  style: Style,
): Promise<FormatAnswer<QuotaRecord>> {
  return createAnswerFormatter<QuotaRecord>(format, style, {
    json: (quota) => quota,
    csv: (quota) => {
      const fields = Object.entries(quota);
      return [fields.map(([field]) => field), fields.map(([field, value]) => toCell(field, value))];
    },
    text: (quota) => quotaText(quota, style),
  });
}

const LOW_FROM = 0.9;

/** Two decimals, because real-time lookups cost part of a credit. */
const credits = (value: number) => formatNumber(value, 2);

export function quotaText(quota: QuotaRecord, style: Style): string {
  const { plan, remainingCredits: left, usedCredits: used } = quota;
  const { red, yellow, green } = style.paint;
  const paint = left <= 0 ? red : isLow(quota) ? yellow : green;
  const entries: Entry[] = [
    { label: t.account.plan, text: planText(quota) },
    { label: t.account.remaining, text: remainingText(used, left), paint },
    { label: t.account.ifUsedUp, text: whenUsedUp(plan) },
  ];
  return formatCard(entries, style, 0);
}

function planText({ plan, billingStatus, email }: QuotaRecord): string {
  const text = (value: unknown) => (typeof value === 'string' ? makePrintable(value) : '');
  const known = billingStatus === 'free' ? t.account.free : text(billingStatus);
  return joined(', ', [makePrintable(plan), billingStatus !== 'active' && known, text(email)]);
}

function isLow({ usedCredits: used, remainingCredits: left }: QuotaRecord): boolean {
  return left <= 0 || used / (used + left) >= LOW_FROM;
}

/** Computes the allowance, which is possible only while credits remain (spec, "Quota record"). */
function remainingText(used: number, left: number): string {
  if (left <= 0) return t.account.allUsedUp(credits(used));
  const share = (100 * used) / (used + left);
  const percent = used > 0 && share < 1 ? t.account.underOnePercent : credits(Math.round(share));
  // The service rounds the remaining credits down, and the allowance is a whole number.
  return t.account.remainingOf(credits(left), credits(Math.ceil(used + left)), percent);
}

/** Says what happens when the credits run out (spec, "Plans and credits"); empty for an unknown plan. */
function whenUsedUp(plan: string): string {
  if (plan === 'Grátis') return t.account.refusedWhenUsedUp;
  const isPaid = ['Micro', 'Básico', 'Intermediário', 'Avançado'].includes(plan);
  return isPaid ? t.account.overageWhenUsedUp : '';
}
