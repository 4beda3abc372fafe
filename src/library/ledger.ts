import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFile, withText, type InFolder } from '../batch/check/check.js';
import { ledgerKnowledge } from '../batch/check/paid-ids.js';
import type { Deps, LocalDeps } from '../batch/dependencies.js';
import { exportBatch, resultsOf } from '../batch/export-batch.js';
import { findBatch, findPlannedBatch } from '../batch/find-batch.js';
import {
  checked,
  holdBatch,
  holdForAnyKey,
  openBatch,
  type ForResult,
  type HeldBatch,
  type OpenRequest,
} from '../batch/plan/open-batch.js';
import { removeBatch } from '../batch/removal.js';
import { decide } from '../batch/resolve.js';
import { summarize, summarizeAll } from '../batch/summary.js';
import { workOnHeld, type WorkResult } from '../batch/work-on-batch.js';
import type { Goal } from '../batch/work.js';
import { defaults } from '../config/defaults.js';
import { ConfereError, UsageError } from '../errors.js';
import type { ExportRequest } from '../export/index.js';
import { refuseTarget } from '../export/targets/refuse-target.js';
import type { IdentifierKind } from '../identifiers/index.js';
import type { Batch } from '../ledger/index.js';
import { hidesDoubt, lookupError } from '../lookups/answer.js';
import { noteShown } from '../lookups/kept-records.js';
import { createLookupSession, type LookupSession } from '../lookups/lookup-session.js';
import { persistentRule } from '../lookups/stop-rule.js';
import type { PeriodLimits } from '../money/period-limits.js';
import type { Calls } from './calls.js';
import { validId } from './identifiers.js';
import { openAccount, summaryInWords, type OpenAccount } from './open-account.js';
import {
  exportRequest,
  inputOptions,
  nameOf,
  openRequest,
  reuseSince,
  sourceOf,
  spendingLimits,
} from './requests.js';
import { librarySentence } from './sentences.js';
import type {
  Answer,
  BatchName,
  FileOptions,
  FileReport,
  Input,
  Ledger,
  LedgerOptions,
  LookupOptions,
  ResultRow,
  ReuseOptions,
  RunOptions,
  SpendingOptions,
  Summary,
  WorkOptions,
} from './types.js';

type Work = (deps: Deps, held: HeldBatch) => Promise<WorkResult>;

/** Opens a ledger and binds the use cases to it. */
export async function openMethods(options: LedgerOptions, calls: Calls): Promise<Ledger> {
  const open = await openAccount(options, calls);
  const { local } = open;
  const { maxCreditsPerDay: maxPerDay, maxCreditsPerMonth: maxPerMonth } = options;
  const periods = { maxPerDay, maxPerMonth };
  const lookups = createLibraryLookups(open, options.costs, periods);
  const named = (name: BatchName) => findPlannedBatch(local.ledger, name);
  const onFile = (file: Input, given: RunOptions, work: Work, refuse?: OpenRequest['refuse']) => {
    const request = openRequest(file, given, local.clock.now(), open.stopOf(given));
    return holding(open, given, (deps) => openBatch(deps, { ...request, refuse }), work);
  };
  const onBatch = (name: BatchName, given: WorkOptions, work: Work, hold = holdBatch) =>
    holding(open, given, async (deps) => hold(deps, await named(name)), work);
  const limits = (given: SpendingOptions) =>
    spendingLimits(given, periods, local.clock.now(), calls.stop);
  return {
    lookup: (kind, identifier, given = {}) => lookUpIn(open, lookups, kind, identifier, given),
    check: (file, given = {}) => checkInput(local, file, given),
    submit: (file, given = {}) =>
      onFile(file, given, (deps, held) =>
        workOnHeld(deps, held, goalOf(given, { limits: limits(given), waits: false })),
      ),
    run: (file, given = {}) => {
      const request = given.output === undefined ? undefined : exportRequest(given.output, given);
      const refuse = async (batch: ForResult) =>
        request === undefined ? undefined : refuseTarget(batch, request);
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
        // The same call again affirms what it did before.
        if (trouble instanceof ConfereError) throw trouble;
        return { summary: await summarize(deps.ledger, batch.num, deps.costs) };
      };
      // No key can see some jobs any more; to give them up, none needs to.
      return onBatch(name, given, work, decision === 'abandon' ? holdForAnyKey : holdBatch);
    },
    ...storedMethods(local),
    close: () => open.close(),
  };
}

function goalOf({ interval = defaults.interval.ms }: WorkOptions, how: Partial<Goal>): Goal {
  return { waits: true, interval, ...how };
}

/** Checks the content of a file. A compressed file is unpacked in a folder that is removed afterwards. */
async function checkInput(
  deps: LocalDeps,
  file: Input,
  given: FileOptions & ReuseOptions,
): Promise<FileReport> {
  const known = await ledgerKnowledge(deps, reuseSince(given, deps.clock.now()));
  const inFolder: InFolder = async (work) => {
    const folder = await mkdtemp(join(deps.ledger.folderOf('incoming'), 'check-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const [source, name] = [sourceOf(file, deps.stop), nameOf(file, given)];
  const { summary, description } = await withText(
    ...([source, name, inputOptions(given), inFolder] as const),
    (text) => checkFile(text, known),
  );
  return { summary, description };
}

/** What asks the service nothing. */
function storedMethods(
  local: LocalDeps,
): Pick<Ledger, 'export' | 'results' | 'summarize' | 'list' | 'remove'> {
  const { ledger } = local;
  const named = (name: BatchName) => findPlannedBatch(ledger, name);
  return {
    export: async (name, output, given = {}) =>
      writeResult(local, await named(name), exportRequest(output, given)),
    results: (name) => resultRows(local, () => named(name)),
    summarize: async (name) =>
      summaryInWords(await summarize(ledger, (await findBatch(ledger, name)).num)),
    list: async () => (await summarizeAll(ledger)).map(({ summary }) => summaryInWords(summary)),
    remove: async (name) => void (await removeBatch(ledger, await findBatch(ledger, name))),
  };
}

/**
 * Works on a batch while this process has its lock. An error of the work is thrown after everything is
 * saved.
 */
async function holding(
  open: OpenAccount,
  given: WorkOptions,
  take: (deps: Deps) => Promise<HeldBatch>,
  work: Work,
): Promise<Summary> {
  const deps = open.service(given);
  const held = await take(deps);
  try {
    const { summary, unwritten, trouble = unwritten } = await work(deps, held);
    if (trouble !== undefined) throw trouble;
    return summaryInWords(summary);
  } finally {
    await held.release();
  }
}

/** Writes a result and returns the number of its rows. */
async function writeResult(deps: LocalDeps, batch: Batch, request: ExportRequest): Promise<number> {
  let written = 0;
  const emit: LocalDeps['emit'] = (event) => {
    if (event.type === 'exported') written = event.rows;
    deps.emit(event);
  };
  await exportBatch({ ...deps, emit }, batch, request).catch((error: unknown) => {
    if (typeof request.target === 'string') throw error;
    const isFull = error instanceof ConfereError && error.code === 'output_failed';
    if (error instanceof ConfereError && !isFull) throw error;
    // The stream's own error, such as a closed pipe.
    const cause = isFull ? error.cause : error;
    throw request.target.destroyed ? new UsageError('stream_closed', {}, { cause }) : cause;
  });
  return written;
}

/** Every row of the input with its result. */
async function* resultRows(deps: LocalDeps, find: () => Promise<Batch>): AsyncGenerator<ResultRow> {
  const batch = await find();
  for await (const { row, result } of resultsOf(deps, batch)) {
    const { number, cells, reading } = row;
    yield { row: number, cells, id: reading.valid ? reading.id : null, ...result };
  }
}

/** A session for the lookups of one open ledger, limited by the budgets of the day and the month alone. */
function createLibraryLookups(
  { local }: OpenAccount,
  costs: LedgerOptions['costs'] = {},
  periods: PeriodLimits = {},
): LookupSession {
  const { ledger, clock, keyFingerprint, newId } = local;
  return createLookupSession({
    ...{ ledger, clock, keyFingerprint, holder: newId(), costs, periods, wording },
    stopRule: persistentRule,
    reusesOwn: false,
  });
}

/** Makes one lookup. Throws a failure, except one that came with a paid record. */
async function lookUpIn<K extends IdentifierKind>(
  open: OpenAccount,
  session: LookupSession,
  kind: K,
  input: string,
  given: LookupOptions,
): Promise<Answer<K>> {
  const id = validId(kind, input);
  const { birthDate, signal } = given;
  const { client, stop, clock, deadline, ledger } = open.service({ signal });
  stop.throwIfAborted();
  const word = given.fresh === true ? await ledger.tick() : undefined;
  const since = reuseSince(given, clock.now());
  const request = { kind, input, id, reuseSince: since, birthDate, word };
  const lookup = await session.lookUp(request, { client, stop, until: deadline });
  // The caller has it at the end of this turn; a later call asks anew.
  void noteShown({ ledger, clock }, lookup);
  const { answer, failure } = lookup;
  if (failure === undefined) return answer as Answer<K>;
  if (answer.status !== 'found') throw failure;
  return { ...(answer as Answer<K>), error: lookupError(failure, wording) };
}

function wording(error: ConfereError): string {
  const told = librarySentence(error);
  return hidesDoubt(error) ? `${told} (it may have been charged)` : told;
}
