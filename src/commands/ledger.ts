import { checkLedger } from '../batch/check-ledger.js';
import { moveLedger, stayHere } from '../batch/move-ledger.js';
import { summarizeAll } from '../batch/summary.js';
import { parseDatabaseUrl } from '../config/addresses.js';
import { ledgerPlace, stateFolder } from '../config/folders.js';
import { ConfereError, UsageError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';
import type { Ledger } from '../ledger/index.js';
import { acceptLoss, hasLedger, lostFolder } from '../ledger/lost.js';
import { t } from '../messages/index.js';
import {
  acceptedLine,
  ledgerCheckJson,
  ledgerCheckText,
  ledgerStatusJson,
  ledgerStatusText,
  movedText,
} from '../output/ledger.js';
import { usingState } from '../config/using-state.js';
import type { Host } from './shared/host.js';
import { define, flag, noOptions, text } from './shared/option.js';
import { alive, answer, tellError } from './shared/user.js';
import { withLedger } from './shared/with-account.js';

const DOUBTS_SHOWN = 20;

/** `confere ledger status`: what the ledger is and who works on it. */
export const status = define(noOptions, (host) =>
  withExistingLedger(host, async (ledger) => {
    const { context, account, json, next, look } = host;
    const facts = await ledger.ledgerFacts();
    const all = await summarizeAll(ledger, account.costs);
    const doubts = (await ledger.doubtfulLookups()).slice(0, DOUBTS_SHOWN);
    const found = { facts, states: all.map(({ summary }) => summary.state), doubts };
    context.stdout.write(json ? ledgerStatusJson(found) : ledgerStatusText(found, look, next));
  }),
);

const checkOptions = () => ({ accept: flag('--accept', t.options.accept) });

/** `confere ledger check`: exit 5 where something does not add up, with a sentence for each finding. */
export const check = define(checkOptions, (host) => {
  const { context, json, options, look } = host;
  const { accept = false } = options;
  const work = async (ledger: Ledger) => {
    const lost = accept ? await acceptLoss(ledger) : 0;
    if (lost > 0) context.stderr.write(acceptedLine(lost, lostFolder(ledger), json));
    const found = await alive(host, () => checkLedger(ledger));
    context.stdout.write(json ? ledgerCheckJson(found) : ledgerCheckText(found, look));
    const findings = found.findings.length;
    if (findings === 0) return;
    host.finish(exitCodes.service);
    tellError(host, new ConfereError('ledger_unsound', { findings }), exitCodes.service);
  };
  return withExistingLedger(host, work, accept);
});

/** Runs `work` with a ledger that exists: who only looks makes none. */
async function withExistingLedger(
  host: Host,
  work: (ledger: Ledger) => Promise<void>,
  accepts = false,
): Promise<void> {
  const { folder, shared } = ledgerPlace(stateFolder(host.context), host.account);
  if (shared !== undefined || hasLedger(folder)) await withLedger(host, work, accepts);
  else answer(host, { exists: false, place: folder }, `${t.ledger.none({ folder })}\n`);
}

const copyOptions = () => ({
  to: text('--to <place>', t.options.copyTo),
  cancel: flag('--cancel', t.options.cancelCopy),
});

/** `confere ledger copy`: the ledger of this account moves to another place. */
export const copy = define(copyOptions, async (host) => {
  const { context, account, options } = host;
  const { to: given, cancel = false } = options;
  if ((given === undefined) !== cancel) throw new UsageError('ledger_copy_where', {});
  // Only places that a setting leads to: a ledger anywhere else would be out of reach afterwards.
  const url = given === undefined || given === 'local' ? undefined : parseDatabaseUrl(given);
  const to = ledgerPlace(stateFolder(context), { ...account, ledger: url });
  await withLedger(host, async (from) => {
    if (cancel) {
      const { copyTakenBack, noCopy } = t.ledger;
      context.stderr.write(`${(await stayHere(from)) ? copyTakenBack : noCopy}\n`);
      return;
    }
    const { openAnyLedger } = await import('../ledger/index.js');
    const target = await usingState(to.folder, () => openAnyLedger(to, context));
    try {
      const moved = await moveLedger({ from, to: target, newId: () => context.newId() });
      const setting = to.shared?.url ?? null;
      answer(host, { moved: true, ...moved }, movedText(moved, setting, host.next));
    } finally {
      await target.close();
    }
  });
});
