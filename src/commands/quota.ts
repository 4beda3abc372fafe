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

/** `confere quota`: prints the balance, which costs nothing; a balance below `--min` ends with exit code 7. */
export const quota = defineCommand(
  { options: quotaOptions, examples: ['confere quota --min 500 --quiet'], exits: [4, [7, 'min']] },
  async (command) => {
    const { context, format } = command;
    const { stdout, clock } = context;
    const { min } = command.options;
    const formatAnswer = await createQuotaFormatter(format, command.style);
    const deadline = clock.now() + defaults.longestWait.ms;
    // Balance requests do not count towards the rate limit (spec, "Rate limit rules" 4), so the request needs no ledger;
    // the ledger is opened only after the answer was shown, to store it.
    await withService(command, { deadline, during: 'balance' }, async (service) => {
      const { stop, keyFingerprint } = service;
      const tickBefore = await readTickIfAny(command);
      const answer = await askQuota(command, service);
      const { remainingCredits: remaining } = answer;
      const isShort = min !== undefined && remaining < min;
      const code = isShort ? exitCodes.credits : exitCodes.ok;
      // With `--min` and `--quiet` the exit code alone says whether there are enough credits.
      const asksExitCodeOnly = min !== undefined && format === 'table' && command.quiet;
      const isSilent = asksExitCodeOnly && code === exitCodes.ok;
      if (!isSilent) stdout.write(formatAnswer(answer));
      command.finish(code);
      if (isShort) reportError(command, new ConfereError('below_min', { remaining, min }));
      await summarizeForGithub(command, answer, code);
      const isForPeople = format === 'table' && !isSilent;
      if (tickBefore !== undefined)
        await recordBalance(command, answer, tickBefore, keyFingerprint, isForPeople);
      if (stop.aborted) throw stop.reason;
    });
  },
);

/** Reads the tick of the ledger before the balance is asked for; undefined without a ledger that can be read. */
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
 * Records the balance in the ledger (contract, "Money" 2), and tells people how much of it is set aside. Known errors
 * of the ledger are ignored, because the user has the answer already.
 */
async function recordBalance(
  command: CommandContext,
  quota: QuotaRecord,
  tickBefore: number,
  keyFingerprint: string,
  isForPeople: boolean,
): Promise<void> {
  const { stdout } = command.context;
  const { createBalanceRecorder } = await import('../money/balance.js');
  const recording = withLedger(command, async (ledger) => {
    const deps = { ledger, keyFingerprint, terms: command.account.terms };
    await createBalanceRecorder(deps).storeReading(quota, tickBefore);
    if (!isForPeople) return;
    const { readFreeBalance } = await import('../batch/send/spending.js');
    const { balance, setAside } = await readFreeBalance(deps, { quota });
    const { formatBalance } = await import('./bulk/shared/event-lines.js');
    if (setAside > 0) stdout.write(`${formatBalance(balance, setAside)}\n`);
  });
  await recording.catch(ignoreKnownError);
}

async function summarizeForGithub(
  command: CommandContext,
  quota: QuotaRecord,
  code: ExitCode,
): Promise<void> {
  const { plan, remainingCredits: left, usedCredits: used } = quota;
  const mayWarn = isOnGithub(command.context) && !command.json && isLow(quota);
  const lowBalance = `${t.account.remaining}: ${describeRemaining(used, left)}`;
  if (mayWarn && code === exitCodes.ok)
    command.context.stderr.write(formatAnnotation('warning', lowBalance));
  const numbers = [formatNumber(left, 2), formatNumber(used, 2), String(code)];
  const columns = [t.account.plan, t.account.remaining, t.account.used, t.table.exit];
  await appendSummary(command, columns, [[plan, ...numbers]]);
}

export function createQuotaFormatter(
  format: OutputFormat,
  style: Style,
): Promise<FormatAnswer<QuotaRecord>> {
  return createAnswerFormatter<QuotaRecord>(format, style, {
    json: (quota) => quota,
    csv: (quota) => {
      const fields = Object.entries(quota);
      return [fields.map(([field]) => field), fields.map(([field, value]) => toCell(field, value))];
    },
    text: (quota) => formatQuota(quota, style),
  });
}

/** The used share of the allowance from which the balance is low. */
const LOW_SHARE = 0.9;

/** Returns credits with at most two decimals, because a real-time lookup may cost a part of a credit. */
const formatCredits = (value: number) => formatNumber(value, 2);

export function formatQuota(quota: QuotaRecord, style: Style): string {
  const { plan, remainingCredits: left, usedCredits: used } = quota;
  const { red, yellow, green } = style.paint;
  const paint = left <= 0 ? red : isLow(quota) ? yellow : green;
  const entries: Entry[] = [
    { label: t.account.plan, text: describePlan(quota) },
    { label: t.account.remaining, text: describeRemaining(used, left), paint },
    { label: t.account.ifUsedUp, text: describeEndOfCredits(plan) },
  ];
  return formatCard(entries, style, 0);
}

function describePlan({ plan, billingStatus, email }: QuotaRecord): string {
  const printText = (value: unknown) => (typeof value === 'string' ? makePrintable(value) : '');
  const status = billingStatus === 'free' ? t.account.free : printText(billingStatus);
  return joined(', ', [
    makePrintable(plan),
    billingStatus !== 'active' && status,
    printText(email),
  ]);
}

function isLow({ usedCredits: used, remainingCredits: left }: QuotaRecord): boolean {
  return left <= 0 || used / (used + left) >= LOW_SHARE;
}

/** Returns the remaining credits of the allowance, which is known only while credits remain (spec, "Quota record"). */
function describeRemaining(used: number, left: number): string {
  if (left <= 0) return t.account.allUsedUp(formatCredits(used));
  const share = (100 * used) / (used + left);
  const percent =
    used > 0 && share < 1 ? t.account.underOnePercent : formatCredits(Math.round(share));
  // The service rounds the remaining credits down, and the allowance is a whole number.
  return t.account.remainingOf(formatCredits(left), formatCredits(Math.ceil(used + left)), percent);
}

/** Returns what happens when the credits run out (spec, "Plans and credits"); empty for an unknown plan. */
function describeEndOfCredits(plan: string): string {
  if (plan === 'Grátis') return t.account.refusedWhenUsedUp;
  const isPaid = ['Micro', 'Básico', 'Intermediário', 'Avançado'].includes(plan);
  return isPaid ? t.account.overageWhenUsedUp : '';
}
