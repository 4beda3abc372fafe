import { ConfereError } from '../errors.js';
import type { Batch, Job } from '../ledger/index.js';
import { ServiceError, type Submission } from '../service/index.js';
import { free } from './balance.js';
import { affordable } from './budget.js';
import type { Deps } from './deps.js';
import type { PlanNumbers } from './events.js';
import { settleUnconfirmed } from './settle.js';
import { stopIfAsked } from './stop.js';

export interface SpendingLimits {
  readonly maxCredits?: number;
  readonly allowOverage: boolean;
  readonly fitBalance: boolean;
  /** Records paid for since then (epoch ms) answer instead of the service. */
  readonly reuseSince: number;
  /** The user's word that identifiers which another batch is looking up are sent all the same. */
  readonly evenIfElsewhere: boolean;
  /** Asks the user, where there is one; false sends nothing. */
  readonly confirm?: (numbers: PlanNumbers) => Promise<boolean>;
}

/**
 * Sends every planned job of a held batch, one after the other, if the budget allows.
 * @throws kind `credits` before anything is sent; kind `unconfirmed` when an outcome is unknown
 */
export async function submitPlanned(
  deps: Deps,
  batch: Batch,
  limits: SpendingLimits,
): Promise<void> {
  await settleUnconfirmed(deps, batch.num);
  answerFromLedger(deps, batch, limits.reuseSince);
  if (!limits.evenIfElsewhere) refuseElsewhere(deps, batch);
  const planned = plannedJobs(deps, batch.num);
  let credits = await agree(deps, batch, planned, limits);
  for (const job of planned) {
    if (credits === 0) return;
    stopIfAsked(deps, batch.id);
    const fitting = fit(deps, batch.num, job, credits);
    await submitJob(deps, batch, fitting, limits);
    credits -= fitting.items;
  }
}

/** What was paid for since the plan was made is not bought again (money rule 5 of the contract). */
function answerFromLedger({ ledger, clock }: Deps, batch: Batch, since: number): void {
  ledger.transaction(() => {
    ledger.items.reuseAll(batch.num, batch.kind ?? 'cpf', since, clock.now());
    ledger.jobs.recount(batch.num);
  });
}

/** Identifiers that another batch is looking up right now would be paid for twice. */
function refuseElsewhere({ ledger }: Deps, batch: Batch): void {
  const other = ledger.items.elsewhere(batch.num, batch.kind ?? 'cpf');
  if (other === undefined) return;
  throw new ConfereError(
    'locked',
    'looked_up_elsewhere',
    `${other.items} of these identifiers are being looked up in batch ${other.batch}; nothing was sent. ` +
      `Run this again when 'confere bulk watch ${other.batch}' has ended, or add --fresh or --again to pay for them once more.`,
  );
}

function plannedJobs(deps: Deps, batch: number): Job[] {
  return deps.ledger.jobs.of(batch).filter((job) => job.state === 'planned');
}

/** Says the numbers and returns how many identifiers may be sent. */
async function agree(deps: Deps, batch: Batch, planned: readonly Job[], limits: SpendingLimits) {
  const worstCase = planned.reduce((sum, job) => sum + job.items, 0);
  if (worstCase === 0) return 0;
  const quota = await deps.client.quota();
  const balance = free(deps.ledger, quota);
  const counts = deps.ledger.items.counts(batch.num);
  const { rows, invalid, duplicates, repaired } = batch;
  const unique = rows - invalid - duplicates;
  const facts = { batch: batch.id, rows, invalid, duplicates, repaired, unique };
  const numbers = { ...facts, reused: counts.reused, toSend: worstCase, worstCase, balance };
  deps.emit({ type: 'plan', numbers });
  const credits = affordable({ worstCase, balance, ...limits });
  await askUser(limits, { ...numbers, toSend: credits, worstCase: credits });
  return credits;
}

async function askUser({ confirm }: SpendingLimits, numbers: PlanNumbers): Promise<void> {
  if (confirm === undefined || numbers.toSend === 0 || (await confirm(numbers))) return;
  throw new ConfereError('credits', 'declined', 'Nothing was sent.');
}

/** Cuts a job down to what may still be sent; the rest becomes a planned job of its own. */
function fit(deps: Deps, batch: number, job: Job, credits: number): Job {
  if (job.items <= credits) return job;
  deps.ledger.transaction(() => {
    const last = Math.max(...deps.ledger.jobs.of(batch).map(({ seq }) => seq));
    deps.ledger.items.moveRest(batch, job.seq, credits, last + 1);
    deps.ledger.jobs.resize(batch, job.seq, credits);
    deps.ledger.jobs.plan(batch, last + 1, job.items - credits);
  });
  return { ...job, items: credits };
}

/** Write down, send, write down (money rule 1 of the contract). */
async function submitJob(
  deps: Deps,
  batch: Batch,
  job: Job,
  limits: SpendingLimits,
): Promise<void> {
  const { ledger, clock, client } = deps;
  const ids = ledger.items.idsOf(batch.num, job.seq);
  const quota = await client.quota();
  ledger.transaction(() => {
    // Asked again here, in the transaction: another run may have spent the balance meanwhile.
    const { allowOverage } = limits;
    affordable({
      worstCase: ids.length,
      balance: free(ledger, quota),
      allowOverage,
      fitBalance: false,
    });
    // What was charged before must stay before, even if the clock was put back meanwhile.
    const at = Math.max(
      clock.now(),
      ledger.jobs.lastSubmission() + 1,
      ledger.records.lastSingle() + 1,
    );
    ledger.jobs.submitting(batch.num, job.seq, quota.usedCredits, ledger.jobs.live(), at);
  });
  deps.emit({ type: 'submitting', seq: job.seq, items: ids.length });
  const submission = await client
    .submitBatch(batch.kind ?? 'cpf', ids, labels(batch))
    .catch((error: unknown) => undo(deps, batch, job, error));
  keepJobId(deps, batch, job, submission);
  announce(deps, job.seq, ids.length, submission);
}

/** A job id that cannot be written down must at least be told: it is the way to paid results. */
function keepJobId({ ledger, clock }: Deps, batch: Batch, job: Job, submission: Submission): void {
  const { jobId, invalid } = submission;
  try {
    ledger.jobs.accepted(batch.num, job.seq, jobId, invalid, clock.now());
  } catch (error) {
    throw new ConfereError(
      'unconfirmed',
      'ledger_unwritable',
      `The service took job ${job.seq} of batch ${batch.id} as ${jobId}, but the ledger could not be written; note that id and free some disk space.`,
      { cause: error },
    );
  }
}

function labels(batch: Batch): { fileName?: string; format: string } {
  return { ...(batch.label === null ? {} : { fileName: batch.label }), format: 'CSV' };
}

/** A refusal leaves nothing behind; an unknown outcome is never repeated by itself (money rule 2). */
function undo(deps: Deps, batch: Batch, job: Job, error: unknown): never {
  if (!(error instanceof ConfereError)) throw error;
  if (!(error instanceof ServiceError && error.mayHaveCharged)) {
    deps.ledger.jobs.backToPlanned(batch.num, job.seq);
    throw error;
  }
  noteDoubt(deps, batch, job, error);
  deps.emit({ type: 'unconfirmed', seq: job.seq, message: error.message });
  throw new ConfereError('unconfirmed', 'submission_unconfirmed', unconfirmedMessage(batch, job), {
    cause: error,
  });
}

/** Where it cannot be written, `submitting` stays behind and says the same. */
function noteDoubt({ ledger, clock }: Deps, batch: Batch, job: Job, error: ConfereError): void {
  try {
    ledger.jobs.unconfirmed(batch.num, job.seq, error.message, clock.now());
  } catch (failed) {
    if (!(failed instanceof ConfereError)) throw failed;
  }
}

function unconfirmedMessage(batch: Batch, job: Job): string {
  return (
    `Nobody can say yet whether the service took job ${job.seq} (${job.items} identifiers) of batch ${batch.id}; ` +
    `it is not sent again until the balance proves that nothing was charged. Run the same command again in a minute.`
  );
}

function announce(deps: Deps, seq: number, sent: number, submission: Submission): void {
  const { jobId, totalRecords: counted, invalid } = submission;
  deps.emit({ type: 'accepted', seq, jobId, items: sent });
  if (counted !== sent) deps.emit({ type: 'mismatch', seq, sent, counted, invalid });
}
