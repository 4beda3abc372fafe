import type { Writable } from 'node:stream';
import type { Deps } from '../../batch/dependencies.js';
import { spendingLimits } from '../../batch/options.js';
import * as opening from '../../batch/plan/open-batch.js';
import { jobsToRun } from '../../batch/plan/plan.js';
import { costOfJobs, count, freeBalance, overBudget } from '../../batch/send/spending.js';
import { stopIfAsked } from '../../batch/stop.js';
import { workOnHeld } from '../../batch/work.js';
import { asKnownError, ConfereError, type ErrorFacts, isStop, UsageError } from '../../errors.js';
import { exitCodes, gravest } from '../../exit-codes.js';
import { type ForResult, refuseTarget } from '../../export/index.js';
import { formatName } from '../../export/format.js';
import { isSameFile } from '../../export/targets.js';
import { makeFolder } from '../../flush.js';
import { safeJson } from '../../foreign-text.js';
import { releasing } from '../../ledger/index.js';
import { t } from '../../messages/index.js';
import { pricesOf } from '../../money/book.js';
import { readBalance } from '../../money/balance.js';
import * as shown from '../../output/batches/files.js';
import { lookOf } from '../../output/terminal/terminal.js';
import { masked } from '../../output/terminal/text.js';
import { isPiped } from '../../piped.js';
import { wantsJson } from '../shared/host.js';
import { appendSummary, confirmed, isAsked, tellError } from '../shared/user.js';
import type { OpenAccount } from '../shared/with-account.js';
import type { RunHost } from './run.js';
import { askingLimits } from './shared/asking.js';
import { onBatch, withBatchService, withOpenService } from './shared/batch-work.js';
import { dryRun, openInput, runDryRun } from './shared/new-batch.js';
import * as outcome from './shared/outcome.js';
import * as places from './shared/places.js';

type FileOutcome = shown.FileOutcome;

/** `confere bulk run`: submits, watches and exports; running it again continues the batch. `-`: standard input. */
export async function runFiles(host: RunHost, given: readonly string[]): Promise<void> {
  const files = places.expanded(given, host.context.platform);
  refuseContradictions(files, host);
  const [file = '-', ...others] = files;
  if (others.length > 0) return runSeveral(host, files);
  if (host.options.dryRun === true) return runDryRun(host, file);
  const work = async (deps: Deps) => runOpened(host, deps, file, await openFile(host, deps, file));
  const ended = await withBatchService(host, work, file);
  const exitCode = await outcome.finishBatch(host, ended);
  await tellGithub(host, [{ file, exitCode, error: null, summary: ended.summary }]);
}

function refuseContradictions(files: readonly string[], { options }: RunHost): void {
  const { output, outDir, json, format, excel } = options;
  formatName(output ?? '', format, excel);
  if (output !== undefined && (files.length > 1 || outDir !== undefined))
    throw new UsageError('one_output', {});
  const isToStdout = output === '-' || (output === undefined && files.some(isPiped));
  if (json === true && isToStdout) throw new UsageError('stdout_twice', { option: '-o' });
}

/** Each input is its own batch; an error in one does not stop the others. @throws UsageError before anything is sent */
async function runSeveral(host: RunHost, files: readonly string[]): Promise<void> {
  const { context, quiet, options } = host;
  const { stderr, stdout, platform } = context;
  const inputs = places.distinctInputs(files, platform);
  places.refuseCollisions(inputs, options);
  const isRehearsal = options.dryRun === true;
  const outcomes = await (isRehearsal ? rehearseEach(host, inputs) : runEach(host, inputs));
  const total = shown.totalOf(outcomes);
  const json = `${safeJson(total)}\n`;
  if (isRehearsal ? wantsJson(options) : host.json) stdout.write(json);
  else if (!quiet) stderr.write(shown.filesText(outcomes, lookOf(stderr, context, host)));
  const code = gravest(outcomes.map(({ exitCode }) => exitCode));
  host.finish(code);
  if (isRehearsal) return;
  await tellGithub(host, outcomes);
  outcome.ringAtEnd(host, { ...total, file: t.table.total });
  await outcome.notifyEnd(host, json, code);
}

function tellGithub(host: RunHost, outcomes: readonly FileOutcome[]): Promise<void> {
  const { titles, rows } = shown.filesTable(outcomes);
  return appendSummary(host, titles, rows);
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
    } catch (caught) {
      const error = asKnownError(caught);
      if (isStop(error)) throw error;
      outcomes.push(failedFile(host, file, error));
    }
  return outcomes;
}

function failedFile(host: RunHost, file: string, error: ConfereError): FileOutcome {
  return { file, exitCode: tellError(host, error), error: error.code };
}

function limitOfAll(
  { options: { maxCredits: limit } }: RunHost,
  batches: ReadonlySet<number>,
  after: number,
): Pick<RunHost['options'], 'ofFiles'> {
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
        const unsent = files.reduce((sum, { toSend }) => sum + toSend, 0);
        const isFirst = outcomes.length === 0;
        files.shift();
        const said = (error: ConfereError) => (isFirst ? error : stoppedBetween(error, unsent));
        outcomes.push(await runOne(on, next, limits, said));
      }
    } finally {
      await giveBack(on, files);
    }
    const none = { exitCode: exitCodes.ok, error: 'not_begun' };
    return [...outcomes, ...files.map(({ file }) => ({ file, ...none }))];
  });
}

/** That nothing was sent is not true of the files before this one, and the same command continues. */
function stoppedBetween(error: ConfereError, unsent: number): ConfereError {
  const { kind, facts } = error;
  if (!('during' in facts) || facts.during !== 'input') return error;
  const open = { jobs: 0, running: 0, unsent };
  const code = kind === 'terminated' ? 'terminated' : 'interrupted';
  return new ConfereError(code, { during: 'batch', open });
}

async function runOne(
  { host, open }: Several,
  { file, most: agreed, opened, refused }: PlannedFile,
  limits: (batch: number) => Partial<RunHost['options']>,
  said: (error: ConfereError) => ConfereError,
): Promise<FileOutcome> {
  const isTold = !host.json && !host.quiet;
  if (refused !== undefined) return refused;
  const { stderr } = host.context;
  if (isTold) stderr.write(`${masked(file)}:\n`);
  const alone = ofFile(host, file);
  const work = async (deps: Deps) => {
    const held = opened ?? (await openFile(alone, deps, file));
    const own = withOptions(alone, { agreed, ...limits(held.batch.num) });
    return runOpened(own, deps, file, held);
  };
  // A stop ends all files, and all of them are continued.
  const teller = (errors: readonly ConfereError[]) => (errors.some(isStop) ? host : alone);
  try {
    const ended = await onBatch(alone, open, work, file);
    const { summary, result } = ended;
    const troubles = outcome.troublesOf(ended).map(said);
    const { path = '-', rows = 0 } = result ?? {};
    if (isTold && path !== '-') stderr.write(`${t.batch.resultWritten(masked(path), rows)}\n`);
    const exitCode = outcome.tellTroubles(teller(troubles), ended, troubles);
    return { file, exitCode, error: troubles[0]?.code ?? null, summary };
  } catch (caught) {
    const error = said(asKnownError(caught));
    return failedFile(teller([error]), file, error);
  }
}

/** Its next step is a run of this file alone: one of all files may pay again for what the others were charged. */
function ofFile(host: RunHost, file: string): RunHost {
  return { ...host, next: host.next.ofInput(file) };
}

interface PlannedFile extends shown.FilePlan {
  /** Left out where it was refused, or an earlier input has its batch. */
  readonly opened?: opening.HeldBatch;
}

/** One question about all. @throws ConfereError if the user did not agree; nothing is left of them then */
async function planFiles(on: Several, inputs: readonly string[]): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = [];
  try {
    for (const file of inputs) {
      stopIfAsked(on.open);
      planned.push(await planFile(on, file, planned));
    }
    await agreeOnAll(on, planned);
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
    await onBatch(host, open, (deps) => opening.discardIfRefused(deps, opened, UNSENT));
    await opened.release();
  }
}

async function planFile(
  { host: all, open }: Several,
  file: string,
  before: readonly PlannedFile[],
): Promise<PlannedFile> {
  const host = ofFile(all, file);
  const work = async (deps: Deps) => {
    const opened = await openFile(host, deps, file);
    const { batch, isNew } = opened;
    return opening.checked(deps, opened, async () => {
      const limits = spendingLimits(host.options, host.context.clock.now());
      const over = isNew ? await overBudget(deps, batch, limits) : undefined;
      if (over !== undefined) throw over;
      const jobs = await jobsToRun(deps, batch);
      const most = costOfJobs(jobs, pricesOf(deps.terms));
      return { file, rows: batch.rows, toSend: count(jobs), most, opened };
    });
  };
  try {
    return await onBatch(host, open, work, file);
  } catch (caught) {
    const refused = asKnownError(caught);
    const { kind, code, facts } = refused;
    if (isStop(refused) || kind === 'ledger') throw refused;
    const nothing = { file, rows: 0, toSend: 0, most: 0 };
    // Inputs with the same content are one batch, which the first of them has.
    const { batch } = facts as Partial<ErrorFacts['batch_held']>;
    const isOurs = before.some(({ opened }) => opened?.batch.id === batch);
    if (code === 'batch_held' && isOurs) return nothing;
    return { ...nothing, refused: failedFile(host, file, refused) };
  }
}

async function agreeOnAll(
  { host, open }: Several,
  plans: readonly shown.FilePlan[],
): Promise<void> {
  const { context, json, quiet } = host;
  if (!json && !quiet)
    context.stderr.write(shown.plannedText(plans, lookOf(context.stderr, context, host)));
  const toSend = plans.reduce((sum, plan) => sum + plan.toSend, 0);
  if (toSend === 0 || !isAsked(host)) return;
  const most = plans.reduce((sum, plan) => sum + plan.most, 0);
  const files = plans.filter((plan) => plan.toSend > 0).length;
  const { balance } = await onBatch(host, open, async (deps) =>
    freeBalance(deps, await readBalance(deps)),
  );
  await confirmed(
    host,
    t.batch.askToSendFiles({ toSend, files, most, balance }),
    open.stop,
    'sent',
  );
}

function openFile(host: RunHost, deps: Deps, file: string): Promise<opening.HeldBatch> {
  return openInput(host, deps, file, (batch) =>
    refuseOutput(host, batch, file).catch((error: unknown) => refuseErased(deps, file, error)),
  );
}

/** It may be of a batch of which people were erased, whom a new one would ask for again. */
async function refuseErased({ ledger }: Deps, file: string, error: unknown): Promise<never> {
  if (!(error instanceof UsageError) || error.code !== 'output_exists') throw error;
  const { path } = error.facts as ErrorFacts['output_exists'];
  const last = (await ledger.findBatches()).find(({ outputs }) => Object.hasOwn(outputs, path));
  const rows = last?.reasons['erased'];
  if (last === undefined || rows === undefined) throw error;
  throw new UsageError('result_erased', { path, batch: last.id, rows, file });
}

async function runOpened(
  host: RunHost,
  service: Deps,
  file: string,
  held: opening.HeldBatch,
): Promise<outcome.Ended> {
  let result: outcome.Ended['result'];
  const emit: Deps['emit'] = (event) => {
    if (event.type === 'exported') result = event;
    service.emit(event);
  };
  const deps = { ...service, emit };
  const { interval, strict } = host.options;
  const goal = { limits: askingLimits(host, deps), waits: true, interval };
  const wanted = { ...host.options, target: targetOf(host, file) };
  const ended = await releasing(held, () => workOnHeld(deps, held, goal, wanted));
  // Without an error, identifiers stay pending because nothing covered them, or for want of time.
  const own = outcome.exitOf(ended.summary, strict, ended.trouble && exitCodes.ok);
  return { ...ended, own, sends: true, result };
}

/** Refuses an output that cannot be written, before any credit is spent. */
async function refuseOutput(host: RunHost, batch: ForResult, file: string): Promise<void> {
  const { outDir, partners } = host.options;
  const target = targetOf(host, file);
  // The input is never replaced, also by another name of it, and whatever `--overwrite` says.
  for (const path of [target, partners])
    if (file !== '-' && typeof path === 'string' && path !== '-' && (await isSameFile(file, path)))
      throw new UsageError('output_is_input', { output: path });
  await refuseTarget(batch, { ...host.options, target }, () => {
    try {
      if (outDir !== undefined) makeFolder(outDir, 0o777);
    } catch {
      // It is not there.
    }
  });
}

function targetOf(host: RunHost, file: string): string | Writable {
  const output = places.outputOf(file, host.options);
  return output === '-' ? places.dataStream(host, host.options.format) : output;
}
