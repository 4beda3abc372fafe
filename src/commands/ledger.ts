import type { Command } from 'commander';
import { checkLedger } from '../batch/check-ledger.js';
import { moveLedger, stayHere } from '../batch/move-ledger.js';
import { summarizeAll } from '../batch/summary.js';
import { parseDatabaseUrl } from '../config/database-url.js';
import { ledgerPlace, type LedgerPlace, stateFolder } from '../config/folders.js';
import type { Context } from '../context.js';
import { safeJson } from '../foreign-text.js';
import { ConfereError, UsageError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';
import type { Ledger } from '../ledger/index.js';
import { acceptLoss, hasLedger, lostFolder } from '../ledger/lost.js';
import { t } from '../messages/index.js';
import {
  acceptedLine,
  ledgerCheckJson,
  ledgerCheckText,
  movedText,
  ledgerStatusJson,
  ledgerStatusText,
} from '../output/ledger.js';
import { lookOf } from '../output/terminal/terminal.js';
import { type Account, type OnAccount, readAnswerOptions, usingState } from './shared/account.js';
import { alive } from './shared/alive.js';
import type { Host } from './shared/options.js';
import { tellError } from './shared/tell-error.js';
import { withLedger } from './shared/with-account.js';

/** `confere ledger status`. */
export function defineStatus(command: Command, host: Host): void {
  command.action(() => showStatus(host, readAnswerOptions(command, host)));
}

/** `confere ledger check`. */
export function defineCheck(command: Command, host: Host): void {
  command
    .option('--accept', t.options.accept)
    .action(() => check(host, readAnswerOptions<{ readonly accept?: boolean }>(command, host)));
}

/** `confere ledger copy`. */
export function defineCopy(command: Command, host: Host): void {
  command
    .option('--to <place>', t.options.copyTo)
    .option('--cancel', t.options.cancelCopy)
    .action(() => copy(host, readAnswerOptions<CopyOptions>(command, host)));
}

/** More single lookups in doubt are counted, and not named. */
const DOUBTS_SHOWN = 20;

/** `confere ledger status`: what the ledger is and who works on it. */
async function showStatus(host: Host, options: OnAccount): Promise<void> {
  const { context, finish } = host;
  const { account, presentation } = options;
  await withExistingLedger(host, options, async (ledger) => {
    const facts = await ledger.ledgerFacts();
    const all = await summarizeAll(ledger, account.costs);
    const doubts = await ledger.doubtfulLookups(DOUBTS_SHOWN);
    const status = { facts, states: all.map(({ summary }) => summary.state), doubts };
    const look = lookOf(context.stdout, context, presentation);
    context.stdout.write(
      presentation.json ? ledgerStatusJson(status) : ledgerStatusText(status, look, host.next),
    );
    finish(exitCodes.ok);
  });
}

/** `confere ledger check`: exit 5 where something does not add up, with a sentence for each finding. */
async function check(
  host: Host,
  { accept: accepts = false, ...options }: OnAccount & { readonly accept?: boolean },
): Promise<void> {
  const { context, finish } = host;
  const { json, ...shown } = options.presentation;
  await withExistingLedger(host, { ...options, accepts }, async (ledger) => {
    const lost = accepts ? await acceptLoss(ledger) : 0;
    if (lost > 0) context.stderr.write(acceptedLine(lost, lostFolder(ledger), json));
    const check = await alive(host, options.presentation, t.progress.checkingLedger, () =>
      checkLedger(ledger),
    );
    const look = lookOf(context.stdout, context, shown);
    context.stdout.write(json ? ledgerCheckJson(check) : ledgerCheckText(check, look));
    const findings = check.findings.length;
    finish(findings === 0 ? exitCodes.ok : exitCodes.service);
    if (findings === 0) return;
    tellError(host, new ConfereError('ledger_unsound', { findings }), json, exitCodes.service);
  });
}

interface CopyOptions {
  readonly to?: string;
  readonly cancel?: boolean;
}

/**
 * `confere ledger copy`: the ledger of this account moves to another place.
 *
 * @throws UsageError `bad_ledger_url`, `ledger_copy_where`
 */
async function copy(host: Host, options: CopyOptions & OnAccount): Promise<void> {
  const { stdout, stderr } = host.context;
  const { account, presentation, to: given, cancel = false } = options;
  if ((given === undefined) !== cancel) throw new UsageError('ledger_copy_where', {});
  const to = given === undefined ? undefined : placeNamed(given, account, host.context);
  await withLedger(host, options, async (from) => {
    if (to === undefined) {
      stderr.write(`${(await stayHere(from)) ? t.ledger.copyTakenBack : t.ledger.noCopy}\n`);
      return;
    }
    const { openAnyLedger } = await import('../ledger/index.js');
    const target = await usingState(to.folder, () => openAnyLedger(to, host.context));
    try {
      const moved = await moveLedger({ from, to: target, newId: () => host.context.newId() });
      const setting = to.shared?.url ?? null;
      stdout.write(
        presentation.json
          ? `${safeJson({ moved: true, ...moved })}\n`
          : movedText(moved, setting, host.next),
      );
    } finally {
      await target.close();
    }
  });
  host.finish(exitCodes.ok);
}

/** Only places that a setting leads to: a ledger anywhere else would be out of reach afterwards. */
function placeNamed(to: string, account: Account, context: Context): LedgerPlace {
  const ledger = to === 'local' ? undefined : parseDatabaseUrl(to);
  return ledgerPlace(stateFolder(context), { ...account, ledger });
}

/** Runs `work` with a ledger that exists: who only looks makes none. */
export async function withExistingLedger(
  host: Host,
  options: OnAccount & { readonly accepts?: boolean },
  work: (ledger: Ledger) => Promise<void>,
): Promise<void> {
  const { context, finish } = host;
  const { account, presentation } = options;
  const { folder, shared } = ledgerPlace(stateFolder(context), account);
  if (shared !== undefined || hasLedger(folder)) {
    await withLedger(host, options, work);
    return;
  }
  const told = presentation.json
    ? safeJson({ exists: false, place: folder })
    : t.ledger.none(folder);
  context.stdout.write(`${told}\n`);
  finish(exitCodes.ok);
}
