import type { Deps } from '../../batch/dependencies.js';
import { spendingLimits } from '../../batch/options.js';
import * as opening from '../../batch/plan/open-batch.js';
import { jobsToRun } from '../../batch/plan/plan.js';
import {
  beginRun,
  costOfJobs,
  count,
  freeBalance,
  limitsNow,
  neededBy,
  overBudget,
  type SendingRun,
  wasDoubted,
} from '../../batch/send/spending.js';
import { pauseOrStop, stopIfAsked } from '../../batch/stop.js';
import type { BatchSummary } from '../../batch/summary.js';
import { asKnownError, ConfereError, isStop } from '../../base/errors.js';
import type { ErrorFacts } from '../../base/error-facts.js';
import { type ExitCode, exitCodeOf, exitCodes, chooseGravest } from '../../base/exit-codes.js';
import { safeJson } from '../../base/foreign-text.js';
import type { Job } from '../../ledger/index.js';
import { t } from '../../messages/index.js';
import { type AccountBalance, balanceLimit, readBeforeSending } from '../../money/balance.js';
import { pricesOf } from '../../money/book.js';
import { refusal } from '../../money/budget.js';
import * as shown from '../../output/batches/files.js';
import type { FileOutcome } from '../../output/batches/files.js';
import { resultLine } from '../../output/batches/summary.js';
import { lookOf } from '../../output/terminal/terminal.js';
import { masked } from '../../output/terminal/text.js';
import type { Host } from '../shared/command.js';
import { wantsJson } from '../shared/host.js';
import { confirmed, isAsked, say, tellError } from '../shared/user.js';
import { askWhyCharged } from '../shared/why-charged.js';
import type { OpenAccount } from '../shared/with-account.js';
import { openFile, refuseOutput, type RunHost, runOpened, tellGithub } from './run-one.js';
import { onBatch, withOpenService } from './shared/batch-work.js';
import { dryRun, NO_BATCH } from './shared/new-batch.js';
import * as outcome from './shared/outcome.js';
import * as places from './shared/places.js';

/**
 * Each input is its own batch, and all are one decision, unless `--keep-going` wants the others of one that is refused.
 * @throws UsageError before anything is sent
 */
export async function runSeveral(host: RunHost, files: readonly string[]): Promise<void> {
  const { context, quiet, options } = host;
  const { stderr, stdout, platform } = context;
  const inputs = places.distinctInputs(files, platform);
  places.refuseCollisions(inputs, options);
  const isRehearsal = options.dryRun === true;
  const failures: Failure[] = [];
  const each = isRehearsal ? rehearseEach : runEach;
  const outcomes = await each(host, inputs, failures);
  const total = shown.totalOf(outcomes);
  const json = `${safeJson(total)}\n`;
  if (isRehearsal ? wantsJson(options) : host.json) stdout.write(json);
  else if (!quiet) stderr.write(shown.filesText(outcomes, lookOf(stderr, context, host)));
  const code = chooseGravest(outcomes.map(({ exitCode }) => exitCode));
  // A program gets one line, with the code that the process ends with.
  const gravestOne = failures.find((one) => one.code === code);
  if (host.json && gravestOne !== undefined) tellError(gravestOne.host, gravestOne.error, code);
  host.finish(code);
  if (isRehearsal) return;
  await tellGithub(host, outcomes);
  outcome.ringAtEnd(host, { ...total, file: t.table.total });
  await outcome.notifyEnd(host, json, code);
  await askWhyCharged(
    host,
    failures.find(({ error }) => error.code === 'unexpected_charges')?.error,
  );
}

/** An error of one file. A program is told only the gravest. */
interface Failure {
  readonly host: Host;
  readonly error: ConfereError;
  readonly code: ExitCode;
}

type Tell = (host: Host, error: ConfereError, code?: ExitCode) => ExitCode;

function tellingInto(failures: Failure[]): Tell {
  return (host, error, code = exitCodeOf(error.kind)) => {
    failures.push({ host, error, code });
    return host.json ? code : tellError(host, error, code);
  };
}

function withOptions(host: RunHost, own: Partial<RunHost['options']>): RunHost {
  return { ...host, options: { ...host.options, ...own } };
}

async function rehearseEach(
  host: RunHost,
  inputs: readonly string[],
  failures: Failure[],
): Promise<FileOutcome[]> {
  const tell = tellingInto(failures);
  const own = withOptions(host, limitOfAll(host, new Set(), 0));
  const outcomes: FileOutcome[] = [];
  let spent = 0;
  for (const file of inputs)
    try {
      const { summary, trouble } = await dryRun(own, file, {
        before: spent,
        isPrinted: !wantsJson(host.options),
        refuse: (batch) => refuseOutput(ofFile(own, file), batch, file),
      });
      const exitCode = trouble === undefined ? exitCodes.ok : tell(host, trouble);
      // Where the others go on, a file that a guard stops leaves the budget to them.
      const isSent = trouble === undefined || host.options.keepGoing !== true;
      if (isSent) spent += summary.credits.estimated;
      outcomes.push({ file, exitCode, error: trouble?.code ?? null, summary });
    } catch (caught) {
      const error = asKnownError(caught);
      if (isStop(error)) throw error;
      outcomes.push({ file, exitCode: tell(host, error), error: error.code });
    }
  return outcomes;
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
  readonly tell: Tell;
}

const ENDS_ALL: readonly number[] = [exitCodes.interrupted, exitCodes.terminated];

function runEach(
  host: RunHost,
  inputs: readonly string[],
  failures: Failure[],
): Promise<readonly FileOutcome[]> {
  return withOpenService(host, async (open) => {
    const on = { host, open, tell: tellingInto(failures) };
    const after = await open.ledger.tick();
    const planned = await planFiles(on, inputs);
    if (planned.isRefused)
      return planned.files.map(({ file, refused }) => refused ?? { file, ...NONE });
    const { files } = planned;
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
    return [...outcomes, ...files.map(({ file }) => ({ file, ...NONE }))];
  });
}

/** The end of a file of which nothing was begun. */
const NONE = { exitCode: exitCodes.ok, error: 'not_begun' };

/** The files before this one were sent, so the error must not say that nothing was; the same command continues. */
function stoppedBetween(error: ConfereError, unsent: number): ConfereError {
  const { kind, facts } = error;
  if (!('during' in facts) || facts.during !== 'input') return error;
  const open = { jobs: 0, running: 0, unsent };
  const code = kind === 'terminated' ? 'terminated' : 'interrupted';
  return new ConfereError(code, { during: 'batch', open });
}

async function runOne(
  { host, open, tell }: Several,
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
    if (isTold && path !== '-') stderr.write(`${writtenLine(summary, masked(path), rows)}\n`);
    const exitCode = outcome.tellTroubles(teller(troubles), ended, troubles, tell);
    return { file, exitCode, error: troubles[0]?.code ?? null, summary };
  } catch (caught) {
    const error = said(asKnownError(caught));
    return { file, exitCode: tell(teller([error]), error), error: error.code };
  }
}

function writtenLine(summary: BatchSummary, path: string, rows: number): string {
  const isWhole = summary.unique === summary.found + summary.notFound;
  return isWhole ? t.batch.resultWritten(path, rows) : `${resultLine(summary, path)}.`;
}

/** Its next step is a run of this file alone: one of all files may pay again for what the others were charged. */
function ofFile(host: RunHost, file: string): RunHost {
  return { ...host, next: host.next.ofInput(file) };
}

interface PlannedFile extends shown.FilePlan {
  /** Left out where it was refused, or an earlier input has its batch. */
  readonly opened?: opening.HeldBatch;
  readonly jobs?: readonly Job[];
}

interface Planned {
  readonly files: PlannedFile[];
  /** A file is refused, so that nothing of any file is sent. */
  readonly isRefused: boolean;
}

/** All files are one decision. @throws ConfereError if their total is over a limit, or the user did not agree; nothing is left of them then */
async function planFiles(on: Several, inputs: readonly string[]): Promise<Planned> {
  const { host, open } = on;
  const files: PlannedFile[] = [];
  try {
    for (const file of inputs) {
      stopIfAsked(open);
      files.push(await planFile(on, file, files));
    }
    showPlans(host, files);
    const { length: refused } = files.filter((plan) => plan.refused !== undefined);
    const isRefused = refused > 0 && host.options.keepGoing !== true;
    if (isRefused) {
      await giveBack(on, files);
      const rest = { refused, files: files.length };
      if (refused < files.length) say(host, `${t.batch.noneSent(rest, host.next)}\n`);
    } else await onBatch(host, open, (deps) => agreeOnAll(on, deps, files));
    return { files, isRefused };
  } catch (error) {
    await giveBack(on, files);
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
  { host: all, open, tell }: Several,
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
      return { file, rows: batch.rows, toSend: count(jobs), most, opened, jobs };
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
    return { ...nothing, refused: { file, exitCode: tell(host, refused), error: code } };
  }
}

function showPlans(host: RunHost, plans: readonly shown.FilePlan[]): void {
  const { context, json, quiet } = host;
  if (json || quiet) return;
  context.stderr.write(shown.plannedText(plans, lookOf(context.stderr, context, host)));
}

/** @throws ConfereError if their total is over a limit or the balance, or the user did not agree */
async function agreeOnAll(
  { host, open }: Several,
  deps: Deps,
  plans: readonly PlannedFile[],
): Promise<void> {
  const toSend = plans.reduce((sum, plan) => sum + plan.toSend, 0);
  if (toSend === 0) return;
  const limits = spendingLimits(host.options, deps.clock.now());
  const run = await beginRun(deps, NO_BATCH, limits);
  const pause = (ms: number) => pauseOrStop(deps, ms);
  const reading = await readBeforeSending(deps, { until: deps.deadline, pause }, neededBy(run));
  const over =
    host.options.keepGoing === true ? undefined : await overAll(deps, run, plans, reading);
  if (over !== undefined) throw over;
  if (!isAsked(host)) return;
  const most = plans.reduce((sum, plan) => sum + plan.most, 0);
  const files = plans.filter((plan) => plan.toSend > 0).length;
  const balance = reading === undefined ? 0 : (await freeBalance(deps, reading)).balance;
  await confirmed(
    host,
    t.batch.askToSendFiles({ toSend, files, most, balance }),
    open.stop,
    'sent',
  );
}

/** The error if all files together are over a limit of the user or the balance. */
async function overAll(
  deps: Deps,
  run: SendingRun,
  plans: readonly PlannedFile[],
  reading: AccountBalance | undefined,
): Promise<ConfereError | undefined> {
  // The limits count a job in doubt already.
  const jobs = plans.flatMap((plan) => plan.jobs ?? []).filter((job) => !wasDoubted(job));
  const prices = pricesOf(deps.terms);
  const cost = costOfJobs(jobs, prices);
  if (cost === 0) return undefined;
  const balance = reading && balanceLimit(deps, reading.quota);
  const left = await deps.ledger.computeLimitsLeft(
    await limitsNow(deps, run, balance),
    deps.terms ?? {},
  );
  const fits = run.limits.fitBalance === true;
  const refused = { cost, part: 'files', fits, plan: reading?.quota.plan } as const;
  return refusal(left, refused, Math.min(...jobs.map(({ kind }) => prices[kind])));
}
