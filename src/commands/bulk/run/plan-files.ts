import type { Deps } from '../../../batch/dependencies.js';
import { discardIfRefused } from '../../../batch/plan/discard-unsent.js';
import { STOPS, stopIfAsked } from '../../../batch/stop.js';
import { jobsToRun } from '../../../batch/plan/plan-again.js';
import { costOfJobs, count, freeOf, overBudget } from '../../../batch/send/spending.js';
import { errorLine } from '../../../output/error-line.js';
import { exitCodeOf } from '../../../exit-codes.js';
import { asKnownError, ConfereError, type ErrorFacts } from '../../../errors.js';
import { limitPrices } from '../../../money/price.js';
import { accountPrices, readBalance } from '../../../money/read-balance.js';
import { plannedText, type FilePlan } from '../../../output/batches/files-table.js';
import { lookOf } from '../../../output/terminal/terminal.js';
import { formatNumber, plural, say } from '../../../text/index.js';
import { confirmed, isAsked } from '../../shared/ask-user.js';
import type { Host } from '../../shared/command-host.js';
import type { OpenAccount } from '../../shared/with-account.js';
import { spendingLimits } from '../options/spending-options.js';
import { onBatch } from '../shared/batch-work.js';
import { openFile, type OpenedFile, type RunFileRequest } from './run-one-file.js';

/** One of several inputs before anything is sent. */
export interface PlannedFile {
  readonly request: RunFileRequest;
  /** Left out where it was refused, or an earlier input has its batch. */
  readonly opened?: OpenedFile;
  readonly refused?: ConfereError;
  readonly plan: FilePlan;
}

/** Nothing of it was sent. */
const UNSENT = new ConfereError('declined', { nothing: 'sent' });

/**
 * Reads and plans every input, shows them in one table, and asks one question about all of them. Nothing is sent.
 *
 * @throws ConfereError if the user did not agree, or asked to stop; nothing is left of them then
 */
export async function planFiles(
  host: Host,
  open: OpenAccount,
  requests: readonly RunFileRequest[],
): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = [];
  try {
    for (const request of requests) {
      stopIfAsked(open);
      planned.push(await planFile(host, open, request, planned));
    }
    await agreeOnAll(host, open, planned);
    return planned;
  } catch (error) {
    await giveBack(host, open, planned);
    throw error;
  }
}

/** Discards what is new of these batches, and releases them. */
export async function giveBack(
  host: Host,
  open: OpenAccount,
  planned: readonly PlannedFile[],
): Promise<void> {
  for (const { request, opened } of planned) {
    if (opened === undefined) continue;
    await onBatch(host, request, open, (deps) => discardIfRefused(deps, opened.held, UNSENT));
    await opened.held.release();
  }
}

async function planFile(
  host: Host,
  open: OpenAccount,
  request: RunFileRequest,
  before: readonly PlannedFile[],
): Promise<PlannedFile> {
  const { file } = request;
  try {
    return await onBatch(host, request, open, async (deps) => {
      const opened = await openFile(host, deps, request);
      const plan = await planOf(host, deps, request, opened);
      return { request: { ...request, agreed: plan.most }, opened, plan };
    });
  } catch (caught) {
    const error = asKnownError(caught);
    if (STOPS.has(error.kind) || error.kind === 'ledger') throw error;
    const plan = { file, rows: 0, toSend: 0, most: 0 };
    if (isOurs(error, before)) return { request: { ...request, agreed: 0 }, plan };
    const told = errorLine(error, exitCodeOf(error.kind), request.presentation.json, host.next);
    host.context.stderr.write(told);
    return { request, refused: error, plan: { ...plan, error: error.code } };
  }
}

/** What the input would send now. A budget that it passes alone refuses it here. */
async function planOf(
  host: Host,
  deps: Deps,
  { file, spending }: RunFileRequest,
  { held }: OpenedFile,
): Promise<FilePlan> {
  const { batch } = held;
  try {
    const limits = spendingLimits(spending, host.context.clock.now());
    const over = held.isNew ? await overBudget(deps, batch, limits) : undefined;
    if (over !== undefined) throw over;
    const jobs = await jobsToRun(deps, batch);
    const most = costOfJobs(jobs, limitPrices(await accountPrices(deps)));
    return { file, rows: batch.rows, toSend: count(jobs), most };
  } catch (error) {
    await discardIfRefused(deps, held, asKnownError(error));
    await held.release();
    throw error;
  }
}

/** Inputs with the same content are one batch, which the first of them has. */
function isOurs({ code, facts }: ConfereError, before: readonly PlannedFile[]): boolean {
  if (code !== 'batch_held') return false;
  const { batch } = facts as ErrorFacts['batch_held'];
  return before.some(({ opened }) => opened?.held.batch.id === batch);
}

async function agreeOnAll(
  host: Host,
  open: OpenAccount,
  planned: readonly PlannedFile[],
): Promise<void> {
  const [first] = planned;
  if (first === undefined) return;
  const { context } = host;
  const { presentation, interaction, spending } = first.request;
  const plans = planned.map(({ plan }) => plan);
  if (!presentation.json && !presentation.quiet)
    context.stderr.write(plannedText(plans, lookOf(context.stderr, context, presentation)));
  const toSend = plans.reduce((sum, plan) => sum + plan.toSend, 0);
  if (toSend === 0 || !isAsked(host, interaction, spending.maxCredits)) return;
  const most = plans.reduce((sum, plan) => sum + plan.most, 0);
  const files = plans.filter((plan) => plan.toSend > 0).length;
  const { balance } = await onBatch(host, first.request, open, async (deps) =>
    freeOf(await readBalance(deps)),
  );
  const question = say`Send ${plural(toSend, 'identifier', 'identifiers')} of ${plural(files, 'file', 'files')} for at most ${plural(most, 'credit', 'credits')}, with a balance of ${formatNumber(balance)}?`;
  await confirmed(host, interaction, question, open.stop, 'sent');
}
