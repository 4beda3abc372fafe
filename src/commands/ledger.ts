import { summarizeAll, batchStates, type BatchState } from '../batch/summary.js';
import { parseDatabaseUrl } from '../config/addresses.js';
import { locateLedger, stateFolder } from '../config/folders.js';
import { explainStateErrors } from '../config/state-errors.js';
import { ConfereError, UsageError } from '../base/errors.js';
import { exitCodes } from '../base/exit-codes.js';
import { safeJson } from '../base/foreign-text.js';
import { formatId, maskCpf } from '../identifiers/index.js';
import { checkLedger, type Finding } from '../ledger/check.js';
import type { Ledger, LedgerFacts, OpenLookup } from '../ledger/index.js';
import { acceptLoss, hasLedger, lostFolder } from '../ledger/lost.js';
import { moveLedger, cancelMove } from '../ledger/move.js';
import { t, formatNumber, formatSecond } from '../messages/index.js';
import type { NextSteps } from '../messages/reader.js';
import { formatCard } from '../terminal/card.js';
import { fitToTerminal } from '../terminal/streams.js';
import type { Style } from '../terminal/style.js';
import { defineCommand, type CommandContext, noOptions } from './shared/command.js';
import { flag, text } from './shared/option.js';
import { printAnswer } from './shared/print.js';
import { withLiveLine, reportError } from './shared/user.js';
import { withLedger } from './shared/ledger-and-service.js';

/** The most single lookups in doubt that are listed. */
const DOUBTS_SHOWN = 20;

/** `confere ledger status`: shows place, size and contents of the ledger. */
export const status = defineCommand(
  { options: noOptions, examples: ['confere ledger status --json'] },
  (command) =>
    withExistingLedger(command, async (ledger) => {
      const facts = await ledger.ledgerFacts();
      const summaries = await summarizeAll(ledger, command.account.terms);
      const states = summaries.map(({ summary }) => summary.state);
      const batches = batchStates.map(
        (state) => [state, states.filter((one) => one === state).length] as const,
      );
      const doubts = (await ledger.findDoubtfulLookups()).slice(0, DOUBTS_SHOWN);
      const doubtSentences = doubts.map((doubt) => describeDoubt(doubt, command.next));
      printAnswer(
        command,
        toStatusJson(facts, batches),
        formatStatus(facts, batches, doubtSentences, command.style),
      );
    }),
);

const checkOptions = () => ({ accept: flag('--accept', t.options.accept) });

/** `confere ledger check`: prints a sentence for each finding, and exits with 5 if there is one. */
export const check = defineCommand(
  { options: checkOptions, examples: ['confere ledger check --accept'], exits: [5] },
  (command) => {
    const { options, style } = command;
    const { accept = false } = options;
    const work = async (ledger: Ledger) => {
      if (accept) await acceptLosses(command, ledger);
      const { batches, records, ...found } = await withLiveLine(command, () => checkLedger(ledger));
      const findingCount = found.findings.length;
      const describedFindings = found.findings.map((one) => ({
        ...one,
        message: describeFinding(one),
      }));
      const lines = [
        t.ledger.checkPassed({ batches, records }),
        ...describedFindings.map(({ message }) => message),
      ];
      const text = lines.slice(findingCount === 0 ? 0 : 1).map((line) => `${line}\n`);
      const checked = { sound: findingCount === 0, batches, records, findings: describedFindings };
      printAnswer(command, checked, fitToTerminal(text.join(''), style));
      if (findingCount === 0) return;
      command.finish(exitCodes.service);
      reportError(
        command,
        new ConfereError('ledger_unsound', { findings: findingCount }),
        exitCodes.service,
      );
    };
    return withExistingLedger(command, work, accept);
  },
);

/** Accepts that the ledger has lost batches and jobs of this machine, and reports what was accepted. */
async function acceptLosses({ context, json }: CommandContext, ledger: Ledger): Promise<void> {
  const { acceptLostJobs, storeWaitingOutcomes } = await import('../money/outbox.js');
  const folder = lostFolder(ledger);
  const reportAccepted = (accepted: object, message: string) => {
    const line = json ? safeJson({ accepted: { ...accepted, folder, message } }) : message;
    context.stderr.write(`${line}\n`);
  };
  const batches = await acceptLoss(ledger);
  if (batches > 0) reportAccepted({ batches }, t.ledger.accepted({ batches, folder }));
  const jobs = await acceptLostJobs(ledger);
  if (jobs > 0) reportAccepted({ jobs }, t.ledger.acceptedJobs({ jobs, folder }));
  await storeWaitingOutcomes(ledger);
}

/** Runs `work` with the ledger; if there is none, says so, because a command that only reads must not create one. */
async function withExistingLedger(
  command: CommandContext,
  work: (ledger: Ledger) => Promise<void>,
  acceptsLost = false,
): Promise<void> {
  const { folder, shared } = locateLedger(stateFolder(command.context), command.account);
  if (shared !== undefined || hasLedger(folder)) await withLedger(command, work, acceptsLost);
  else printAnswer(command, { exists: false, place: folder }, `${t.ledger.noLedger({ folder })}\n`);
}

const copyOptions = () => ({
  to: text('--to <place>', t.options.copyTo),
  cancel: flag('--cancel', t.options.cancelCopy),
});

/**
 * `confere ledger copy`: copies the ledger of this account to another place, and closes the old ledger. The ledger
 * calls both steps together a move.
 */
export const copy = defineCommand(
  {
    options: copyOptions,
    examples: ['confere ledger copy --to postgres://db/confere'],
    exits: [11],
  },
  async (command) => {
    const { context, account, options } = command;
    const { to: place, cancel = false } = options;
    if ((place === undefined) !== cancel) throw new UsageError('ledger_copy_where', {});
    // The command accepts only places that a setting can name, because no other place could be used afterwards.
    const url = place === undefined || place === 'local' ? undefined : parseDatabaseUrl(place);
    const targetPlace = locateLedger(stateFolder(context), { ...account, ledger: url });
    await withLedger(command, async (from) => {
      if (cancel) {
        const { copyUndone, noCopy } = t.ledger;
        context.stderr.write(`${(await cancelMove(from)) ? copyUndone : noCopy}\n`);
        return;
      }
      const { openAnyLedger } = await import('../ledger/index.js');
      const target = await explainStateErrors(targetPlace.folder, () =>
        openAnyLedger(targetPlace, context),
      );
      try {
        const moved = await moveLedger({ from, to: target, newId: () => context.newId() });
        const { next } = command;
        const setting = targetPlace.shared?.url;
        const lines = [
          t.ledger.copied(moved),
          t.ledger.oldLedgerClosed(moved),
          setting === undefined
            ? next.command('config unset', 'ledger')
            : next.command('config set', 'ledger', setting),
        ];
        printAnswer(command, { moved: true, ...moved }, `${lines.join('\n')}\n`);
      } finally {
        await target.close();
      }
    });
  },
);

type CountedBatches = readonly (readonly [BatchState, number])[];

function formatStatus(
  facts: LedgerFacts,
  batches: CountedBatches,
  doubts: readonly string[],
  style: Style,
): string {
  const { engine, place, schema, bytes, copyBytes, records, unsettled } = facts;
  const isShared = engine === 'postgres';
  const batchCounts = batches
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${t.table.states[state]}: ${formatNumber(count)}`);
  const entries: [label: string, text: string][] = [
    [t.ledger.place, place],
    [t.ledger.schema, schema ?? ''],
    [t.ledger.engine, isShared ? t.ledger.postgres : t.ledger.sqlite],
    [t.ledger.size, formatSize(bytes, copyBytes, isShared)],
    [t.ledger.records, formatNumber(records)],
    [t.ledger.batches, batchCounts.join(', ') || t.ledger.noBatches],
    [t.ledger.inDoubt, unsettled === 0 ? t.ledger.nothing : t.ledger.unknownOutcomes(unsettled)],
    ...doubts.map((doubt): [string, string] => ['', doubt]),
  ];
  const unbrokenEntries = entries.map(([label, text]) => ({ label, text, keepsCommands: true }));
  return formatCard(
    unbrokenEntries,
    { ...style, columns: style.isTerminal ? style.columns - 1 : Infinity },
    0,
  );
}

function formatSize(bytes: number, copyBytes: number, isShared: boolean): string {
  const formatMegabytes = (size: number) => `${formatNumber(Math.max(0.1, size / 1e6), 1)} MB`;
  // PostgreSQL holds the private copies of the inputs in its tables, so its size includes them.
  if (isShared || copyBytes === 0) return formatMegabytes(bytes);
  return t.ledger.sizes(formatMegabytes(bytes), formatMegabytes(copyBytes));
}

/** Describes a single lookup in doubt, which only this command lists; a CPF is masked. */
function describeDoubt({ kind, mode, id, begunAt }: OpenLookup, next: NextSteps): string {
  const name = kind === 'cpf' ? `CPF ${maskCpf(id)}` : `CNPJ ${formatId(kind, id)}`;
  const realtime = mode === 'realtime' ? ' --realtime --birth-date <DD/MM/YYYY>' : '';
  const command = `${next.command(kind)} <${kind.toUpperCase()}>${realtime}`;
  return t.ledger.doubtedLookup({ name, begunAt: formatSecond(begunAt), command });
}

function toStatusJson(facts: LedgerFacts, batches: CountedBatches) {
  const { engine, place, schema, bytes, copyBytes, records, underWay, unsettled } = facts;
  return {
    exists: true,
    engine,
    place,
    schema,
    bytes,
    copyBytes,
    records,
    batches: Object.fromEntries(batches),
    underWay,
    unsettled,
  };
}

function describeFinding(finding: Finding): string {
  if (finding.of === 'file') return t.ledger.damaged({ said: finding.said });
  if (finding.of === 'ticks') return t.ledger.mixedEvents(finding);
  if (finding.of === 'copy') return t.ledger.inputLost(finding);
  return t.ledger.batchDamaged(finding);
}
