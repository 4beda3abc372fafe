import type { Writable } from 'node:stream';
import type { Deps } from '../../batch/dependencies.js';
import { resultOf, spendingLimits } from '../../batch/options.js';
import {
  checked,
  discardIfRefused,
  type ForResult,
  type HeldBatch,
} from '../../batch/plan/open-batch.js';
import { jobsToRun } from '../../batch/plan/plan.js';
import { costOfJobs, count, freeOf, overBudget } from '../../batch/send/spending.js';
import { stopIfAsked, stoppedBetween, STOPS } from '../../batch/stop.js';
import { summarize } from '../../batch/summary.js';
import { workOnHeld } from '../../batch/work.js';
import { asKnownError, ConfereError, type ErrorFacts, UsageError } from '../../errors.js';
import { exitCodeOf, exitCodes, gravest } from '../../exit-codes.js';
import { refuseTarget } from '../../export/choose-format.js';
import { formatName } from '../../export/format.js';
import { isSameFile } from '../../export/targets.js';
import { makeFolder } from '../../flush.js';
import { safeJson } from '../../foreign-text.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import type { SpendingLimit } from '../../ledger/index.js';
import { t } from '../../messages/index.js';
import { limitPrices } from '../../money/price.js';
import { accountPrices, readBalance } from '../../money/read-balance.js';
import { exactCredits } from '../../money/book.js';
import {
  type FileOutcome,
  type FilePlan,
  filesText,
  plannedText,
  totalOf,
} from '../../output/batches/files.js';
import { resultLine, summaryJson, type WrittenResult } from '../../output/batches/summary.js';
import { lookOf } from '../../output/terminal/terminal.js';
import { printable } from '../../output/terminal/text.js';
import { confirmed, isAsked } from '../shared/ask-user.js';
import { wantsJson } from '../shared/host.js';
import { tellError } from '../shared/tell.js';
import type { OpenAccount } from '../shared/with-account.js';
import type { RunHost } from './run.js';
import { onBatch, withBatchService, withOpenService } from './shared/batch-work.js';
import { askingLimits } from './shared/asking.js';
import { dryRun, openInput, runDryRun } from './shared/new-batch.js';
import {
  exitOf,
  exitOfEnded,
  finishBatch,
  notifyEnd,
  ringAtEnd,
  summarizeStep,
} from './shared/outcome.js';
import {
  dataStream,
  distinctInputs,
  expanded,
  outputOf,
  refuseCollisions,
} from './shared/places.js';
import { releasing } from './steps.js';

/** `confere bulk run`: submits, watches and exports; running it again continues the batch. `-`: standard input. */
export async function runFiles(host: RunHost, given: readonly string[]): Promise<void> {
  const files = expanded(given, host.context.platform);
  refuseContradictions(files, host);
  const [file = '-', ...others] = files;
  if (others.length > 0) return runSeveral(host, files);
  if (host.options.dryRun === true) return runDryRun(host, file);
  const ended = await withBatchService(
    host,
    async (deps) => runOpened(host, deps, await openFile(host, deps, file)),
    file,
  );
  const { summary, troubles, own } = ended;
  const code = finishBatch(host, summary, troubles, own, ended);
  host.finish(code);
  await summarizeStep(host, [{ file, exitCode: code, error: null, summary }]);
  await notifyEnd(host, summaryJson(summary), code);
}

function refuseContradictions(files: readonly string[], { options }: RunHost): void {
  const { output, outDir, json, format } = options;
  formatName(output ?? '', format);
  if (files.length > 1 && output !== undefined) throw new UsageError('one_output', {});
  if (output !== undefined && outDir !== undefined) throw new UsageError('two_outputs', {});
  const isToStdout = output === '-' || (output === undefined && files.includes('-'));
  if (json === true && isToStdout) throw new UsageError('stdout_twice', {});
}

/** Each input is its own batch; an error in one does not stop the others. @throws UsageError before anything is sent */
async function runSeveral(host: RunHost, files: readonly string[]): Promise<void> {
  const { context, quiet, options } = host;
  const { stderr, stdout, platform } = context;
  const { inputs, repeated } = distinctInputs(files, platform);
  for (const file of quiet ? [] : repeated)
    stderr.write(`${t.input.givenTwice(maskIdentifiers(printable(file)))}\n`);
  refuseCollisions(inputs, options);
  const isRehearsal = options.dryRun === true;
  const outcomes = await (isRehearsal ? rehearseEach(host, inputs) : runEach(host, inputs));
  const total = totalOf(outcomes);
  const json = `${safeJson(total)}\n`;
  if (isRehearsal ? wantsJson(options) : host.json) stdout.write(json);
  else if (!quiet) stderr.write(filesText(outcomes, lookOf(stderr, context, host)));
  const code = gravest(outcomes.map(({ exitCode }) => exitCode));
  host.finish(code);
  if (isRehearsal) return;
  await summarizeStep(host, outcomes);
  ringAtEnd(host, { ...total, file: t.table.total });
  await notifyEnd(host, json, code);
}

function withOptions(host: RunHost, own: Partial<RunHost['options']>): RunHost {
  return { ...host, options: { ...host.options, ...own } };
}

async function rehearseEach(host: RunHost, inputs: readonly string[]): Promise<FileOutcome[]> {
  const own = withOptions(host, limitOfAll(host, new Set(), 0));
  const outcomes: FileOutcome[] = [];
  let spent = 0;
  for (const file of inputs)
    try {
      const { summary, trouble } = await dryRun(own, file, spent, !wantsJson(host.options));
      const exitCode = trouble === undefined ? exitCodes.ok : tellError(host, trouble);
      // A file that a guard stops sends nothing, so it leaves the budget to the files after it.
      if (trouble === undefined) spent += summary.credits.estimated;
      outcomes.push({ file, exitCode, error: trouble?.code ?? null, summary });
    } catch (error) {
      if (STOPS.has(asKnownError(error).kind)) throw error;
      outcomes.push(failed(host, file, error));
    }
  return outcomes;
}

function failed(host: RunHost, file: string, caught: unknown): FileOutcome {
  const error = asKnownError(caught);
  return { file, exitCode: tellError(host, error), error: error.code };
}

function limitOfAll(
  { options: { maxCredits: limit } }: RunHost,
  batches: ReadonlySet<number>,
  after: number,
): { readonly ofFiles?: SpendingLimit } {
  return limit === undefined ? {} : { ofFiles: { of: 'files', batches, after, limit } };
}

/** Files of one command, on one account. */
interface Several {
  readonly host: RunHost;
  readonly open: OpenAccount;
}

const ENDS_ALL: readonly number[] = [exitCodes.interrupted, exitCodes.terminated];

function runEach(host: RunHost, inputs: readonly string[]): Promise<readonly FileOutcome[]> {
  return withOpenService(host, async (open) => {
    const on = { host, open };
    const after = await open.ledger.tick();
    const files = await planFiles(on, inputs);
    const outcomes: FileOutcome[] = [];
    const batches = new Set<number>();
    const limits = (batch: number) => limitOfAll(host, batches.add(batch), after);
    try {
      for (let [next] = files; next !== undefined; [next] = files) {
        if (outcomes.some(({ exitCode }) => ENDS_ALL.includes(exitCode))) break;
        const unsent = files.reduce((sum, { plan }) => sum + plan.toSend, 0);
        const told = (error: ConfereError) =>
          outcomes.length === 0 ? error : stoppedBetween(error, unsent);
        files.shift();
        outcomes.push(await runOne(on, next, limits, told));
      }
    } finally {
      await giveBack(on, files);
    }
    const left = files.map(({ plan: { file } }) => ({ file, exitCode: exitCodes.ok }));
    const ended = await atLastPrice(on, outcomes);
    return [...ended, ...left.map((one) => ({ ...one, error: 'not_begun' }))];
  });
}

/** The credits of all files at the same prices: what a later file was charged may have shown what a record costs. */
async function atLastPrice(
  { host: { account }, open: { ledger } }: Several,
  outcomes: readonly FileOutcome[],
): Promise<readonly FileOutcome[]> {
  const repriced = async ({ summary, ...outcome }: FileOutcome): Promise<FileOutcome> => {
    const idPrefix = summary?.batch ?? undefined;
    const [batch] = idPrefix === undefined ? [] : await ledger.findBatches({ idPrefix });
    if (summary === undefined || batch === undefined) return { ...outcome, summary };
    const { credits } = await summarize(ledger, batch.num, account.costs);
    const { charged, now: share } = summary.credits;
    const now = charged === 0 ? 0 : exactCredits((credits.charged * share) / charged);
    return { ...outcome, summary: { ...summary, credits: { ...credits, now } } };
  };
  return Promise.all(outcomes.map(repriced)).catch((error: unknown) => {
    // The numbers that each file ended with are at hand.
    asKnownError(error);
    return outcomes;
  });
}

async function runOne(
  { host, open }: Several,
  { plan, opened, refused }: PlannedFile,
  limits: (batch: number) => Partial<RunHost['options']>,
  told: (error: ConfereError) => ConfereError,
): Promise<FileOutcome> {
  const { file, most: agreed } = plan;
  const isTold = !host.json && !host.quiet;
  if (refused !== undefined)
    return { file, exitCode: exitCodeOf(refused.kind), error: refused.code };
  const { stderr } = host.context;
  if (isTold) stderr.write(`${maskIdentifiers(printable(file))}:\n`);
  const work = async (deps: Deps) => {
    const own = opened ?? (await openFile(host, deps, file));
    const { num } = own.held.batch;
    return runOpened(withOptions(host, { agreed, ...limits(num) }), deps, own);
  };
  try {
    const { summary, own, result, ...ended } = await onBatch(host, open, work, file);
    const troubles = ended.troubles.map(told);
    if (result !== undefined && isTold) stderr.write(resultLine(result));
    const exitCode = exitOfEnded(host, troubles, own);
    return { file, exitCode, error: troubles[0]?.code ?? null, summary };
  } catch (error) {
    return failed(host, file, told(asKnownError(error)));
  }
}

interface PlannedFile {
  readonly plan: FilePlan;
  /** Left out where it was refused, or an earlier input has its batch. */
  readonly opened?: OpenedFile;
  readonly refused?: ConfereError;
}

/** One question about all. @throws ConfereError if the user did not agree; nothing is left of them then */
async function planFiles(on: Several, inputs: readonly string[]): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = [];
  try {
    for (const file of inputs) {
      stopIfAsked(on.open);
      planned.push(await planFile(on, file, planned));
    }
    await agreeOnAll(
      on,
      planned.map(({ plan }) => plan),
    );
    return planned;
  } catch (error) {
    await giveBack(on, planned);
    throw error;
  }
}

const UNSENT = new ConfereError('declined', { nothing: 'sent' });

async function giveBack({ host, open }: Several, planned: readonly PlannedFile[]): Promise<void> {
  for (const { opened } of planned) {
    if (opened === undefined) continue;
    await onBatch(host, open, (deps) => discardIfRefused(deps, opened.held, UNSENT));
    await opened.held.release();
  }
}

async function planFile(
  { host, open }: Several,
  file: string,
  before: readonly PlannedFile[],
): Promise<PlannedFile> {
  const work = async (deps: Deps) => {
    const opened = await openFile(host, deps, file);
    const { batch, isNew } = opened.held;
    const plan = await keptIf(deps, opened.held, async () => {
      const limits = spendingLimits(host.options, host.context.clock.now());
      const over = isNew ? await overBudget(deps, batch, limits) : undefined;
      if (over !== undefined) throw over;
      const jobs = await jobsToRun(deps, batch);
      const most = costOfJobs(jobs, limitPrices(await accountPrices(deps)));
      return { file, rows: batch.rows, toSend: count(jobs), most };
    });
    return { opened, plan };
  };
  try {
    return await onBatch(host, open, work, file);
  } catch (caught) {
    const refused = asKnownError(caught);
    if (STOPS.has(refused.kind) || refused.kind === 'ledger') throw refused;
    const plan = { file, rows: 0, toSend: 0, most: 0 };
    if (isOurs(refused, before)) return { plan };
    tellError(host, refused);
    return { refused, plan: { ...plan, error: refused.code } };
  }
}

/** Inputs with the same content are one batch, which the first of them has. */
function isOurs({ code, facts }: ConfereError, before: readonly PlannedFile[]): boolean {
  if (code !== 'batch_held') return false;
  const { batch } = facts as ErrorFacts['batch_held'];
  return before.some(({ opened }) => opened?.held.batch.id === batch);
}

async function agreeOnAll({ host, open }: Several, plans: readonly FilePlan[]): Promise<void> {
  const { context, json, quiet, options } = host;
  if (!json && !quiet)
    context.stderr.write(plannedText(plans, lookOf(context.stderr, context, host)));
  const toSend = plans.reduce((sum, plan) => sum + plan.toSend, 0);
  if (toSend === 0 || !isAsked(host, options.maxCredits)) return;
  const most = plans.reduce((sum, plan) => sum + plan.most, 0);
  const files = plans.filter((plan) => plan.toSend > 0).length;
  const { balance } = await onBatch(host, open, async (deps) => freeOf(await readBalance(deps)));
  await confirmed(host, t.batch.askToSendFiles(toSend, files, most, balance), open.stop, 'sent');
}

type OpenedFile = Awaited<ReturnType<typeof openFile>>;

async function openFile(host: RunHost, deps: Deps, file: string) {
  const prepare = (batch: ForResult) =>
    prepareTarget(host, batch, file).catch((error: unknown) => refuseErased(deps, file, error));
  const held = await openInput(host, deps, file, async (batch) => void (await prepare(batch)));
  // Only now the number of rows is known.
  return { held, target: await keptIf(deps, held, () => prepare(held.batch)) };
}

/** What `check` refuses is discarded if it is new, and released. */
async function keptIf<T>(deps: Deps, held: HeldBatch, check: () => Promise<T>): Promise<T> {
  try {
    return await checked(deps, held, check);
  } catch (error) {
    await held.release();
    throw error;
  }
}

/** It may be of a batch of which people were erased, whom a new one would ask for again. */
async function refuseErased(
  { ledger }: Pick<Deps, 'ledger'>,
  file: string,
  error: unknown,
): Promise<never> {
  if (!(error instanceof UsageError) || error.code !== 'output_exists') throw error;
  const { path } = error.facts as ErrorFacts['output_exists'];
  const last = (await ledger.findBatches()).find(({ outputs }) => Object.hasOwn(outputs, path));
  const rows = last?.reasons['erased'];
  if (last === undefined || rows === undefined) throw error;
  throw new UsageError('output_exists', { path, erased: { batch: last.id, rows, file } });
}

function runOpened(host: RunHost, service: Deps, { held, target }: OpenedFile) {
  return releasing(held, async () => {
    let result: WrittenResult | undefined;
    const emit: Deps['emit'] = (event) => {
      if (event.type === 'exported') result = event;
      service.emit(event);
    };
    const deps = { ...service, emit };
    const { interval, strict } = host.options;
    const goal = { limits: askingLimits(host, deps), waits: true, interval };
    const wanted = { ...resultOf(host.options), target };
    const outcome = await workOnHeld(deps, held, goal, wanted);
    const { summary, trouble, unwritten, hadEnded = false } = outcome;
    // Without an error, identifiers stay pending because nothing covered them, or for want of time.
    const own = exitOf(summary, strict, trouble && exitCodes.ok);
    const troubles = [trouble, unwritten].filter((one) => one !== undefined);
    return { summary, troubles, own, result, hadEnded };
  });
}

/** Refuses an output that cannot be written, before any credit is spent. */
async function prepareTarget(
  host: RunHost,
  batch: ForResult,
  file: string,
): Promise<string | Writable> {
  const result = resultOf(host.options);
  const output = outputOf(file, host.options);
  // The input is never replaced, also by another name of it, and whatever `--overwrite` says.
  for (const path of [output, result.partners])
    if (file !== '-' && path !== undefined && path !== '-' && (await isSameFile(file, path)))
      throw new UsageError('output_is_input', { output: path });
  const target = output === '-' ? dataStream(host, result.format) : output;
  const { outDir } = host.options;
  await refuseTarget(batch, { ...result, target }, () => {
    try {
      if (outDir !== undefined) makeFolder(outDir, 0o777);
    } catch {
      // It is not there.
    }
  });
  return target;
}
