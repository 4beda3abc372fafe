import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFile, withText, type InFolder, ledgerKnowledge } from '../batch/check/check.js';
import type { Deps, LocalDeps } from '../batch/dependencies.js';
import { resultOf, reuseSince, spendingLimits } from '../batch/options.js';
import type { ReuseOptions, SettledSpending, SpendingOptions } from '../batch/options.js';
import { exportBatch, resultsOf } from '../batch/export-batch.js';
import { findBatch, findPlannedBatch } from '../batch/find-batch.js';
import { checked, holdBatch, holdForAnyKey, openBatch } from '../batch/plan/open-batch.js';
import type { ForResult, HeldBatch } from '../batch/plan/open-batch.js';
import { erase, foreseeErasure, type Erasure } from '../batch/erase.js';
import { foreseePurge, purge, removeBatch, type Purged } from '../batch/removal.js';
import { decide } from '../batch/resolve.js';
import { summarize, summarizeAll } from '../batch/summary.js';
import { workOnHeld, type WorkResult, type Goal } from '../batch/work.js';
import { defaults } from '../config/defaults.js';
import { DEFAULT_PROFILE } from '../config/settings.js';
import { ConfereError, UsageError } from '../errors.js';
import { batchSide, compareResults } from '../diff/compare-results.js';
import { readWanted } from '../diff/compare-records.js';
import { refuseTarget, type ExportRequest } from '../export/index.js';
import { readTyped, type IdentifierKind } from '../identifiers/index.js';
import type { Batch } from '../ledger/index.js';
import { hidesDoubt, lookupError } from '../lookups/answer.js';
import { markShown } from '../lookups/lookup.js';
import { createLookupSession } from '../lookups/lookup.js';
import { persistentRule } from '../lookups/stop-rule.js';
import { deliverWaiting } from '../money/outbox.js';
import { balanceNotes } from '../money/balance.js';
import { spendingOf, spendingReport } from '../money/spending.js';
import { notedQuota } from '../service/index.js';
import { ignoringErrors, leaving, untilStopped, type Calls } from './calls.js';
import { validId } from './identifiers.js';
import { inputOf } from './input.js';
import { openAccount, summaryInWords, type OpenAccount } from './open-account.js';
import { librarySentence } from '../messages/programs.js';
import type * as api from './types.js';

type Methods = Omit<api.Ledger, typeof Symbol.asyncDispose>;

type Work = (deps: Deps, held: HeldBatch) => Promise<WorkResult>;

export async function openMethods(options: api.LedgerOptions, calls: Calls): Promise<Methods> {
  const open = await openAccount(options, calls);
  return {
    lookup: lookupIn(open, options),
    ...sendingMethods(open, options),
    ...storedMethods(open, options),
    quota: (given = {}) => {
      const deps = open.service({ signal: given.signal });
      return notedQuota(() => deps.client.quota(), balanceNotes(deps));
    },
    close: () => open.close(),
  };
}

function sendingMethods(open: OpenAccount, options: api.LedgerOptions) {
  const { ledger, clock } = open.local();
  const onFile = (
    file: api.Input,
    given: api.RunOptions,
    work: Work,
    refuse?: (batch: ForResult) => Promise<void>,
  ) => {
    const { again = false, fresh = false, label } = given;
    const input = inputOf(file, given, open.stopOf(given));
    const request = { ...input, again, fresh, label, reuseSince: sinceOf(given, clock.now()) };
    return holding(open, given, (deps) => openBatch(deps, { ...request, refuse }), work);
  };
  const onBatch = (name: api.BatchName, given: api.WorkOptions, work: Work, hold = holdBatch) =>
    holding(open, given, async (deps) => hold(deps, await findPlannedBatch(ledger, name)), work);
  const limits = limitsIn(open, options);
  return {
    submit: (file, given = {}) =>
      onFile(file, given, (deps, held) =>
        workOnHeld(deps, held, goalOf(given, { limits: limits(given), waits: false })),
      ),
    run: (file, given = {}) => {
      const request = given.output === undefined ? undefined : exportRequest(given.output, given);
      const refuse = async (batch: ForResult) => request && refuseTarget(batch, request);
      const work: Work = async (deps, held) => {
        await checked(deps, held, () => refuse(held.batch));
        return workOnHeld(deps, held, goalOf(given, { limits: limits(given) }), request);
      };
      return onFile(file, given, work, refuse);
    },
    watch: (name, given = {}) =>
      onBatch(name, given, (deps, held) => workOnHeld(deps, held, goalOf(given, {}))),
    resume: (name, given = {}) =>
      onBatch(name, given, (deps, held) =>
        workOnHeld(deps, held, goalOf(given, { limits: limits(given), resumes: true })),
      ),
    resolve: (name, decision, given = {}) => {
      const decided =
        typeof decision === 'string'
          ? { kind: decision }
          : ({ kind: 'adopt', jobId: decision.adopt } as const);
      const work: Work = async (deps, { batch }) => {
        const trouble = await decide(deps, batch, decided, limits(given));
        const summary = await summarize(deps.ledger, batch.num, deps.costs);
        // The same call again affirms what it did before.
        return trouble instanceof ConfereError ? { summary, trouble } : { summary };
      };
      // No key can see some jobs any more; to give them up, none needs to.
      return onBatch(name, given, work, decision === 'abandon' ? holdForAnyKey : holdBatch);
    },
  } satisfies Partial<Methods>;
}

const limitsIn = (open: OpenAccount, options: api.LedgerOptions) => (given: SpendingOptions) => {
  const { clock, stop } = open.local();
  const { maxCreditsPerDay, maxCreditsPerMonth } = options;
  const { reuse = defaults.reuse.ms, confirm: ask } = given;
  const failed = (cause: unknown) => new UsageError('confirm_failed', {}, { cause });
  const confirm: SettledSpending['confirm'] =
    ask && ((numbers) => untilStopped(stop, () => ask(numbers), failed));
  const settled = { ...given, reuse, maxCreditsPerDay, maxCreditsPerMonth, confirm };
  return spendingLimits(settled, clock.now());
};

function goalOf({ interval = defaults.interval.ms }: api.WorkOptions, how: Partial<Goal>): Goal {
  return { waits: true, interval, ...how };
}

/** Works on a batch while this process has its lock. An error of the work is thrown after everything is saved. */
async function holding(
  open: OpenAccount,
  given: api.WorkOptions,
  take: (deps: Deps) => Promise<HeldBatch>,
  work: Work,
): Promise<api.Summary> {
  const deps = open.service(given);
  const held = await take(deps);
  deps.about(held.batch);
  try {
    const { summary, unwritten, trouble = unwritten } = await work(deps, held);
    if (trouble !== undefined) throw leaving(trouble, summary.creditsLeft);
    return summaryInWords(summary);
  } finally {
    await held.release();
  }
}

/** The moment (epoch ms) from which paid records are reused. */
function sinceOf({ fresh, reuse = defaults.reuse.ms }: ReuseOptions, now: number): number {
  return reuseSince({ fresh, reuse }, now);
}

const DAY = 86_400_000;

/** The start of its day (UTC, epoch ms). */
function dayOf(date: Date | undefined): number | undefined {
  return date && Math.floor(date.getTime() / DAY) * DAY;
}

/** What asks the service nothing. */
function storedMethods(open: OpenAccount, { profile = DEFAULT_PROFILE, costs }: api.LedgerOptions) {
  const deps = open.local();
  const { ledger, baseUrl } = deps;
  const named = (name: api.BatchName) => findPlannedBatch(ledger, name);
  return {
    check: async (file, given = {}) => {
      const known = await ledgerKnowledge(deps, sinceOf(given, deps.clock.now()));
      const { source, name, input } = inputOf(file, given, deps.stop);
      const { summary, description } = await withText(source, name, input, inFolder(deps), (text) =>
        checkFile(text, known),
      );
      return { summary, description };
    },
    export: async (name, output, given = {}) => {
      const own = open.local(given);
      const batch = await named(name);
      own.about(batch);
      return writeResult(own, batch, exportRequest(output, given));
    },
    results: (name) => resultRows(deps, () => named(name)),
    summarize: async (name) =>
      summaryInWords(await summarize(ledger, (await findBatch(ledger, name)).num)),
    list: async () => (await summarizeAll(ledger)).map(({ summary }) => summaryInWords(summary)),
    remove: async (name) => void (await removeBatch(ledger, await findBatch(ledger, name))),
    diff: (older, newer, { fields, onChange = () => undefined, ...given } = {}) =>
      inFolder(deps)((folder) => {
        const stop = open.stopOf(given);
        return compareResults({
          ...{ folder, stop, wanted: fields && readWanted(fields.join(',')) },
          read: async (side, take) =>
            batchSide(ledger, await named(side === 'older' ? older : newer), take, stop),
          use: async (changes) => {
            for await (const some of changes)
              for (const change of some) ignoringErrors(onChange, change);
          },
        });
      }),
    spend: async ({ by = 'month', since, until } = {}) => {
      const read = await spendingOf(ledger, { profile, baseUrl }, costs);
      const days = { since: dayOf(since) ?? -Infinity, until: (dayOf(until) ?? Infinity) + DAY };
      const { groups, total, assumedPrices } = spendingReport([read], by, days);
      return { by, groups, total, assumedPrices };
    },
    purge: (what: number | readonly string[], { dryRun = false }: api.PurgeOptions = {}) =>
      typeof what === 'number' ? purgeOld(deps, what, dryRun) : forget(deps, what, dryRun),
  } as Stored;
}

type Stored = Omit<Methods, keyof ReturnType<typeof sendingMethods> | 'lookup' | 'quota' | 'close'>;

/** Works in a private folder, which is removed afterwards. */
const inFolder =
  ({ ledger }: LocalDeps): InFolder =>
  async (work) => {
    const folder = await mkdtemp(join(ledger.folderOf('incoming'), 'check-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

async function purgeOld(deps: LocalDeps, olderThan: number, dryRun: boolean): Promise<Purged> {
  const foreseen = await foreseePurge(deps, deps.clock.now() - olderThan);
  const { batches, records, credits, kept } = foreseen;
  return dryRun ? { batches, records, credits, kept } : purge(deps, foreseen);
}

async function forget(
  deps: LocalDeps,
  texts: readonly string[],
  dryRun: boolean,
): Promise<Erasure> {
  const ids = new Set(
    texts.map((text, at) => {
      const reading = readTyped(text);
      if (reading.valid) return reading.id;
      throw new UsageError('not_erasable', { number: at + 1 });
    }),
  );
  await deliverWaiting(deps.ledger);
  const foreseen = await foreseeErasure(deps, ids);
  if (!dryRun) await erase(deps, ids);
  return foreseen;
}

function exportRequest(
  output: string | api.OutputStream,
  options: api.WriteOptions,
): ExportRequest {
  // The arguments are checked: an object that is given here is a stream.
  return { ...resultOf(options), target: output as ExportRequest['target'] };
}

/** Returns the number of rows. */
async function writeResult(deps: LocalDeps, batch: Batch, request: ExportRequest): Promise<number> {
  let written = 0;
  const emit: LocalDeps['emit'] = (event) => {
    if (event.type === 'exported') written = event.rows;
    deps.emit(event);
  };
  const { target } = request;
  await exportBatch({ ...deps, emit }, batch, request).catch((error: unknown) => {
    const isFull = error instanceof ConfereError && error.code === 'output_failed';
    if (typeof target === 'string' || (error instanceof ConfereError && !isFull)) throw error;
    // The stream's own error, such as a closed pipe.
    const cause = isFull ? error.cause : error;
    throw target.destroyed ? new UsageError('stream_closed', {}, { cause }) : cause;
  });
  return written;
}

async function* resultRows(
  deps: LocalDeps,
  find: () => Promise<Batch>,
): AsyncGenerator<api.ResultRow> {
  for await (const { row, result } of resultsOf(deps, await find())) {
    const { number, cells, reading } = row;
    const id = reading.valid ? reading.id : null;
    yield { row: number, cells, id, ...result } as api.ResultRow;
  }
}

/** The lookups of one open ledger are limited by the budgets of the day and the month alone. */
function lookupIn(
  open: OpenAccount,
  { costs = {}, maxCreditsPerDay, maxCreditsPerMonth }: api.LedgerOptions,
): api.Ledger['lookup'] {
  const periods = { maxPerDay: maxCreditsPerDay, maxPerMonth: maxCreditsPerMonth };
  const { ledger, clock, keyFingerprint, newId } = open.local();
  const session = createLookupSession({
    ...{ ledger, clock, keyFingerprint, holder: newId(), costs, periods, wording },
    ...{ stopRule: persistentRule, reusesOwn: false },
  });
  return async <K extends IdentifierKind>(
    kind: K,
    input: string,
    given: api.LookupOptions = {},
  ) => {
    const id = validId(kind, input);
    const { birthDate, signal, fresh } = given;
    const { client, stop, deadline: until } = open.service({ signal });
    stop.throwIfAborted();
    const word = fresh === true ? await ledger.tick() : undefined;
    const request = { kind, input, id, reuseSince: sinceOf(given, clock.now()), birthDate, word };
    const lookup = await session.lookUp(request, { client, stop, until });
    // The caller has it at the end of this turn; a later call asks anew.
    void markShown({ ledger, clock }, lookup);
    const { answer, failure } = lookup;
    if (failure === undefined) return answer as api.Answer<K>;
    // Not for one that came with a paid record.
    if (answer.status !== 'found') throw failure;
    return { ...answer, error: lookupError(failure, wording) } as api.Answer<K>;
  };
}

function wording(error: ConfereError): string {
  const told = librarySentence(error);
  return hidesDoubt(error) ? `${told} (it may have been charged)` : told;
}
