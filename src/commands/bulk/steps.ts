import type { Deps } from '../../batch/dependencies.js';
import { findPlannedBatch } from '../../batch/find-batch.js';
import { holdBatch } from '../../batch/plan/open-batch.js';
import { summarize, type BatchSummary } from '../../batch/summary.js';
import { followUntilFree } from '../../batch/watch.js';
import { workOnHeld } from '../../batch/work.js';
import { ConfereError } from '../../base/errors.js';
import type { NextCommandFacts } from '../../base/facts.js';
import { type ExitCode, exitCodes } from '../../base/exit-codes.js';
import { readResultState } from '../../export/targets.js';
import { type Batch, releaseAfter } from '../../ledger/index.js';
import { requirePurpose } from '../../base/requester.js';
import { t } from '../../messages/index.js';
import { defineCommand, type CommandContext } from '../shared/command.js';
import { purpose, withHeading } from '../shared/option.js';
import { buildConfirmingLimits } from './shared/asking.js';
import { withBatchService } from './shared/batch-work.js';
import { openInputBatch, runDryRun } from './shared/new-batch.js';
import * as options from './shared/options.js';
import {
  type BatchEnd,
  chooseBatchExitCode,
  finishBatch,
  isProcessing,
  wasCovered,
} from './shared/outcome.js';
import { describeNextCommand } from './shared/summary.js';
import { expandSinglePatterns, readNextCommandFacts, refuseUnreadable } from './shared/places.js';

const { strict, notify, settle, watchOptions } = options;

const submitOptions = () => {
  const sending = { ...options.spendingOptions(), ...watchOptions() };
  return options.markMostUsed({
    ...options.inputOptions(),
    ...withHeading(t.options.sendingGroup, sending),
  });
};

/** `confere bulk submit`: prints the batch id on stdout before the first request. */
export const submit = defineCommand(
  {
    options: submitOptions,
    examples: ['confere bulk submit clientes.csv', 'id=$(confere bulk submit clientes.csv)'],
    exits: [7, 10, 11],
  },
  async (command, typedFile: string) => {
    const [file] = expandSinglePatterns(command, [typedFile]);
    refuseUnreadable(file);
    if (command.options.dryRun === true) return runDryRun(command, file);
    const { json, quiet, context } = command;
    const { stdout, stderr } = context;
    const sent = { jobs: 0, items: 0 };
    let nextCommandFacts: NextCommandFacts = {};
    const submitFile = async (service: Deps): Promise<BatchEnd> => {
      const emit: Deps['emit'] = (event) => {
        if (event.type === 'batch' && !json) stdout.write(`${event.id}\n`);
        if (event.type === 'accepted') {
          sent.jobs += 1;
          sent.items += event.items;
        }
        // In a terminal, the user sees the id of a new batch on stdout already.
        if (event.type !== 'batch' || !event.isNew || stdout.isTTY !== true) service.emit(event);
      };
      const deps = { ...service, emit };
      const held = await openInputBatch(command, deps, file);
      const { interval } = command.options;
      const goal = { limits: buildConfirmingLimits(command, deps), waits: false, interval };
      const result = await releaseAfter(held, () => workOnHeld(deps, held, goal));
      nextCommandFacts = await readNextCommandFacts(deps.ledger, held.batch);
      return {
        ...result,
        batchCode: chooseSubmitExitCode(result.summary, result.trouble),
        sends: true,
      };
    };
    const ended = await withBatchService(command, submitFile, file);
    // A script needs only the id on stdout, and `bulk watch` shows the numbers later.
    const code = await finishBatch({ ...command, quiet: true }, ended);
    if (code !== exitCodes.ok || json || quiet) return;
    const { summary } = ended;
    const next = command.next.forBatch(nextCommandFacts).withCreditsLeft(summary.creditsLeft);
    const submittedLine = sent.jobs === 0 ? '' : `${t.batch.submitted(sent)}\n`;
    stderr.write(submittedLine + describeNextCommand(summary, next));
  },
);

/** Returns the exit code of `bulk submit`, whose work is complete when the service has accepted every job. */
function chooseSubmitExitCode(summary: BatchSummary, trouble: ConfereError | undefined): ExitCode {
  const { unconfirmed, jobs } = summary;
  if (unconfirmed > 0) return exitCodes.unconfirmed;
  const hasUnsent = jobs.some(({ status }) => status === 'planned');
  if (!hasUnsent || trouble !== undefined) return exitCodes.ok;
  // The deadline passed while a part was processing whose charge decides how much more is sent.
  if (!wasCovered(summary)) return exitCodes.credits;
  return isProcessing(summary) ? exitCodes.running : exitCodes.partly;
}

const watchingOptions = () => ({
  ...watchOptions(),
  settle: settle(),
  strict: strict(),
  notify: notify(),
});

/** `confere bulk watch`: polls until every job has ended, or follows another run that polls; sends nothing. */
export const watch = defineCommand(
  {
    options: watchingOptions,
    examples: ['confere bulk watch --deadline 2h --json'],
    exits: [7, 8, 10],
  },
  (command, given?: string) =>
    workUntilEnded(command, given, async (deps, batch, begin) => {
      const { interval, strict } = command.options;
      begin();
      const held = await followUntilFree(deps, batch, interval);
      if (held instanceof ConfereError) {
        const summary = await summarize(deps.ledger, batch.num, deps.terms, true);
        return { summary, trouble: held, batchCode: exitCodes.ok };
      }
      const goal = { waits: true, interval };
      const result = await releaseAfter(held, () => workOnHeld(deps, held, goal));
      return { ...result, batchCode: chooseBatchExitCode(result.summary, strict) };
    }),
);

const resumeOptions = () =>
  withHeading(t.options.sendingGroup, {
    ...options.budgetOptions(),
    ...watchOptions(),
    purpose: purpose(),
    strict: strict(),
    notify: notify(),
  });

/** `confere bulk resume`: fetches the results of running jobs, then sends exactly what is missing. */
export const resume = defineCommand(
  {
    options: resumeOptions,
    examples: ['confere bulk resume --max-credits 500'],
    exits: [7, 8, 10, 11],
  },
  (command, given?: string) =>
    workUntilEnded(command, given, async (deps, batch, begin) => {
      requirePurpose(deps.requester, batch.purpose);
      const held = await holdBatch(deps, batch);
      begin();
      const { interval, strict } = command.options;
      const goal = {
        limits: buildConfirmingLimits(command, deps),
        waits: true,
        resumes: true,
        interval,
      };
      const result = await releaseAfter(held, () => workOnHeld(deps, held, goal));
      const { summary, trouble } = result;
      const batchCode = chooseBatchExitCode(summary, strict, trouble && exitCodes.ok);
      return { ...result, batchCode, sends: true, isCheckedAgain: true };
    }),
);

/** Runs `work` on the named batch and reports how it ended; a whole result leaves no next step. */
async function workUntilEnded(
  command: CommandContext<options.WaitOptions & { readonly notify?: string }>,
  prefix: string | undefined,
  work: (deps: Deps, batch: Batch, begin: () => void) => Promise<BatchEnd>,
): Promise<void> {
  let nextCommandFacts: NextCommandFacts = {};
  const ended = await withBatchService(command, async (deps, begin) => {
    const batch = await findPlannedBatch(deps.ledger, prefix);
    nextCommandFacts = await readNextCommandFacts(deps.ledger, batch);
    const ended = await work(deps, batch, () => {
      begin(() => summarize(deps.ledger, batch.num, deps.terms));
    });
    const { state, found, notFound } = ended.summary;
    const isDone = state === 'complete' && readResultState(batch, found + notFound) === 'whole';
    return isDone ? { ...ended, followUp: `${t.batch.nextNothing}\n` } : ended;
  });
  await finishBatch({ ...command, next: command.next.forBatch(nextCommandFacts) }, ended);
}
