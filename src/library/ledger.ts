import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describeEntry, describeStored, maskEntry, readStoredAbout } from '../batch/about.js';
import { checkFile, readLedgerKnowledge } from '../batch/check/check.js';
import type { Deps, LocalDeps } from '../batch/dependencies.js';
import { readErasable, erase, foreseeErasure } from '../batch/erase.js';
import { exportBatch, readResults } from '../batch/export-batch.js';
import { findBatch, findPlannedBatch } from '../batch/find-batch.js';
import { computeReuseSince, buildSpendingLimits } from '../batch/options.js';
import { holdBatch, holdForAnyKey, openBatch } from '../batch/plan/open-batch.js';
import type { HeldBatch } from '../batch/plan/open-batch.js';
import { foreseePurge, removeBatch } from '../batch/removal.js';
import { decide } from '../batch/resolve.js';
import { summarize, summarizeAll } from '../batch/summary.js';
import { workOnHeld, type WorkResult, type Goal } from '../batch/work.js';
import { readWanted } from '../diff/wanted-fields.js';
import { readBatchSide, compareResults } from '../diff/compare-results.js';
import { ConfereError, UsageError } from '../base/errors.js';
import { refuseTarget, type ExportRequest, type ResultBatch } from '../export/index.js';
import { readTyped, type IdentifierKind } from '../identifiers/index.js';
import { type RunInFolder, withText } from '../input/private-copy.js';
import { type Batch, releaseAfter } from '../ledger/index.js';
import { buildLookupError } from '../lookups/answer.js';
import { createLookupSession, markDelivered } from '../lookups/lookup.js';
import { addMatches, readComparedFields } from '../lookups/matches.js';
import { persistentRule } from '../lookups/stop-rule.js';
import { loadTotalsWords } from '../messages/index.js';
import { librarySentence } from '../messages/programs.js';
import { createBalanceRecorder } from '../money/balance.js';
import { readSpending, buildSpendingReport } from '../money/spending.js';
import { requestAndRecordQuota } from '../service/index.js';
import { awaitUntilStopped } from './callbacks.js';
import { noteCreditsLeft } from './calls.js';
import { requireId } from './identifiers.js';
import { describeInput } from './input.js';
import { openAccount, describeSummary, type OpenLedger } from './open-account.js';
import type { LedgerSettings, CallSettings } from './options.js';
import type * as api from './types.js';

type Methods = Omit<api.Ledger, typeof Symbol.asyncDispose>;

/** Opens a ledger and returns its methods. `closing` aborts when the program closes the ledger. */
export async function openMethods(options: LedgerSettings, closing: AbortSignal): Promise<Methods> {
  const account = await openAccount(options, closing);
  return {
    lookup: createLookup(account),
    ...createSendingMethods(account),
    ...createStoredMethods(account),
    ...createLogMethods(account),
    quota: (given: CallSettings) => {
      const deps = account.buildServiceDeps(given);
      return requestAndRecordQuota(() => deps.client.quota(), createBalanceRecorder(deps));
    },
    close: account.close,
  };
}

type LedgerWork = (deps: Deps, held: HeldBatch) => Promise<WorkResult>;

/** Creates the methods that may send requests about a batch. */
function createSendingMethods(account: OpenLedger) {
  const { ledger, clock } = account.deps;
  const getLimits = (given: CallSettings) => buildLimits(account, given);
  const createWork = (
    { interval }: CallSettings,
    changes: Partial<Goal>,
    request?: ExportRequest,
  ): LedgerWork => {
    const goal = { waits: true, interval, ...changes };
    return (deps, held) => workOnHeld(deps, held, goal, request);
  };
  const workOnFile = async (
    file: api.Input,
    given: CallSettings,
    goal: Partial<Goal>,
    output?: string,
  ) => {
    const { again = false, fresh = false, label } = given;
    const request = output === undefined ? undefined : await buildExportRequest(output, given);
    const refuseBadOutput = async (batch: ResultBatch) => request && refuseTarget(batch, request);
    const holdNewBatch = (deps: Deps) => {
      const since = computeReuseSince(given, clock.now());
      const input = describeInput(file, given, deps.stop);
      const wishes = { wantsNewBatch: again, fresh, label, reuseSince: since, refuseBadOutput };
      return openBatch(deps, { ...input, ...wishes });
    };
    const work = createWork(given, { ...goal, limits: getLimits(given) }, request);
    return workWhileHolding(account, given, holdNewBatch, work);
  };
  const workOnBatch = (
    name: api.BatchName,
    given: CallSettings,
    work: LedgerWork,
    hold = holdBatch,
  ) =>
    workWhileHolding(
      account,
      given,
      async (deps) => hold(deps, await findPlannedBatch(ledger, name)),
      work,
    );
  return {
    submit: (file, given: CallSettings) => workOnFile(file, given, { waits: false }),
    run: (file, given: CallSettings) => workOnFile(file, given, {}, given.output),
    watch: (name, given: CallSettings) => workOnBatch(name, given, createWork(given, {})),
    resume: (name, given: CallSettings) =>
      workOnBatch(name, given, createWork(given, { limits: getLimits(given), resumes: true })),
    resolve: (name, decision, given: CallSettings) => {
      const work: LedgerWork = async (deps, { batch }) => {
        const trouble = await decide(deps, batch, { decision }, getLimits(given));
        const summary = await summarize(deps.ledger, batch.num, deps.terms);
        // `decide` returns `already_decided` if the same decision was made before, and then the call succeeds.
        return trouble instanceof ConfereError ? { summary, trouble } : { summary };
      };
      // Jobs of a key that is gone can still be abandoned, because that needs no request.
      return workOnBatch(name, given, work, decision === 'abandon' ? holdForAnyKey : holdBatch);
    },
  } satisfies Partial<Methods>;
}

function buildLimits({ options, deps: { clock, stop } }: OpenLedger, given: CallSettings) {
  const { maxCreditsPerDay, maxCreditsPerMonth } = options;
  const { confirm: confirmByProgram } = given;
  const buildError = (cause: unknown) => new UsageError('confirm_failed', {}, { cause });
  const confirm: CallSettings['confirm'] =
    confirmByProgram &&
    ((numbers) => awaitUntilStopped(stop, () => confirmByProgram(numbers), buildError));
  const wanted = { ...given, maxCreditsPerDay, maxCreditsPerMonth, confirm };
  return buildSpendingLimits(wanted, clock.now());
}

/** Works on a batch under its lease. @throws the error of the work, after everything is saved */
async function workWhileHolding(
  account: OpenLedger,
  given: CallSettings,
  hold: (deps: Deps) => Promise<HeldBatch>,
  work: LedgerWork,
): Promise<api.Summary> {
  const deps = account.buildServiceDeps(given);
  const held = await hold(deps);
  deps.setBatch(held.batch);
  const result = await releaseAfter(held, () => work(deps, held));
  const { summary, writeError, trouble = writeError } = result;
  if (trouble !== undefined) throw noteCreditsLeft(trouble, summary.creditsLeft);
  return describeSummary(summary);
}

const MS_PER_DAY = 86_400_000;

/** Returns the start of the day (UTC) in epoch ms. */
function computeStartOfDay(date: Date | undefined): number | undefined {
  return date && Math.floor(date.getTime() / MS_PER_DAY) * MS_PER_DAY;
}

async function sumSpending(
  { deps: { ledger, baseUrl, terms }, options: { profile } }: OpenLedger,
  { by, since, until }: CallSettings,
): Promise<api.Spending> {
  const spending = await readSpending(ledger, { profile, baseUrl }, terms);
  const days = {
    since: computeStartOfDay(since) ?? -Infinity,
    until: (computeStartOfDay(until) ?? Infinity) + MS_PER_DAY,
  };
  const { groups, total } = buildSpendingReport([spending], by, days);
  return { by, groups, total };
}

async function purgeStored(
  deps: LocalDeps,
  olderThanOrIds: number | readonly string[],
  { dryRun = false }: CallSettings,
) {
  if (typeof olderThanOrIds !== 'number') {
    const ids = new Set(olderThanOrIds.map((text, at) => readErasable(text, at + 1).id));
    const foreseen = await foreseeErasure(deps, ids);
    if (!dryRun) await erase(deps, ids);
    return foreseen;
  }
  const { foreseen, purge } = await foreseePurge(deps, (await deps.ledger.now()) - olderThanOrIds);
  return dryRun ? foreseen : purge();
}

/** Creates the methods that need only the ledger and send no request. */
function createStoredMethods(account: OpenLedger) {
  const { deps } = account;
  const { ledger, clock } = deps;
  const findNamedBatch = (name: api.BatchName) => findPlannedBatch(ledger, name);
  return {
    check: async (file, given: CallSettings) => {
      const known = await readLedgerKnowledge(deps, computeReuseSince(given, clock.now()));
      const { source, name, input } = describeInput(file, given, deps.stop);
      const { summary, description } = await withText(
        source,
        name,
        input,
        createFolderRunner(deps),
        (text) => checkFile(text, known),
      );
      return { summary, description };
    },
    export: async (name, output, given: CallSettings) => {
      const localDeps = account.buildLocalDeps(given);
      const batch = await findNamedBatch(name);
      localDeps.setBatch(batch);
      return writeResult(localDeps, batch, await buildExportRequest(output, given));
    },
    results: (name) => yieldResults(deps, () => findNamedBatch(name)),
    summarize: async (name) =>
      describeSummary(await summarize(ledger, (await findBatch(ledger, name)).num)),
    list: async () => (await summarizeAll(ledger)).map(({ summary }) => describeSummary(summary)),
    remove: async (name) => void (await removeBatch(ledger, await findBatch(ledger, name))),
    diff: (older, newer, given: CallSettings) =>
      createFolderRunner(deps)((folder) => {
        const { fields, onChange } = given;
        const stop = account.findStopSignal(given);
        return compareResults({
          folder,
          stop,
          wanted: fields && readWanted(fields.join(',')),
          readSide: async (side, onRow) =>
            readBatchSide(
              ledger,
              await findNamedBatch(side === 'older' ? older : newer),
              onRow,
              stop,
            ),
          writeChanges: async (changes) => {
            for await (const chunk of changes) for (const change of chunk) onChange?.(change);
          },
        });
      }),
    spend: (given: CallSettings) => sumSpending(account, given),
    purge: (olderThanOrIds: number | readonly string[], given: CallSettings) =>
      purgeStored(deps, olderThanOrIds, given),
  } as LocalMethods;
}

type LocalMethods = Omit<
  Methods,
  | keyof ReturnType<typeof createSendingMethods>
  | keyof ReturnType<typeof createLogMethods>
  | 'lookup'
  | 'quota'
  | 'close'
>;

/** Creates the methods that say who looked up what, and what is stored about somebody. */
function createLogMethods({ deps }: OpenLedger) {
  return {
    about: async (identifier) => {
      const reading = readTyped(identifier);
      if (!reading.valid) throw new UsageError('not_an_identifier', {});
      return describeStored(await readStoredAbout(deps, reading.kind, reading.id));
    },
    log: async ({ since, full = false }: CallSettings) => {
      const entries = await deps.ledger.readLog(since?.getTime() ?? 0);
      return (full ? entries : entries.map(maskEntry)).map(describeEntry);
    },
  } satisfies Partial<Methods>;
}

/** Creates a function that runs `work` in a new private folder, which it removes afterwards. */
const createFolderRunner =
  ({ ledger }: LocalDeps): RunInFolder =>
  async (work) => {
    const folder = await mkdtemp(join(ledger.incomingFolder(), 'check-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

async function buildExportRequest(
  output: string | api.OutputStream,
  given: CallSettings,
): Promise<ExportRequest> {
  // The library has no language of its own, so the totals are in the language of the labels.
  const totalsWords = await loadTotalsWords(given.labels === 'pt-BR' ? 'pt-BR' : 'en');
  // The arguments have been checked: an object is a stream.
  return { ...given, target: output as ExportRequest['target'], totalsWords };
}

/** Writes a result and returns the number of rows. @throws UsageError `stream_closed`, or the stream's own error */
function writeResult(deps: LocalDeps, batch: Batch, request: ExportRequest): Promise<number> {
  const { target } = request;
  return exportBatch(deps, batch, request).catch((error: unknown) => {
    const isOutputError = error instanceof ConfereError && error.code === 'output_failed';
    if (typeof target === 'string' || (error instanceof ConfereError && !isOutputError))
      throw error;
    // An error of the stream, such as a closed pipe, must not look like a full disk.
    const cause = isOutputError ? error.cause : error;
    throw target.destroyed ? new UsageError('stream_closed', {}, { cause }) : cause;
  });
}

async function* yieldResults(
  deps: LocalDeps,
  findNamedBatch: () => Promise<Batch>,
): AsyncGenerator<api.ResultRow> {
  const batch = await findNamedBatch();
  await deps.ledger.recordBatchUse(batch.num, deps.requester, deps.clock.now());
  for await (const { row, result } of readResults(deps, batch)) {
    const { number, cells, reading } = row;
    const id = reading.valid ? reading.id : null;
    yield { row: number, cells, id, ...result } as api.ResultRow;
  }
}

/** Creates the method `lookup`, which has no limit but those of the day and the month. */
function createLookup(account: OpenLedger): api.Ledger['lookup'] {
  const { ledger, clock, keyFingerprint, newId, terms, requester } = account.deps;
  const { allowOverage, maxCreditsPerDay, maxCreditsPerMonth } = account.options;
  const session = createLookupSession({
    ledger,
    clock,
    keyFingerprint,
    holder: newId(),
    terms,
    requester,
    errorWriter: { writeSentence: librarySentence },
    allowOverage,
    maxCreditsPerDay,
    maxCreditsPerMonth,
    rule: persistentRule,
  });
  const lookup = async (kind: IdentifierKind, input: string, given: CallSettings) => {
    const id = requireId(kind, input);
    const compared = readComparedFields(given.compare, kind);
    const { client, stop, deadline: until } = account.buildServiceDeps(given);
    stop.throwIfAborted();
    const acceptsDoubtsUntil = given.fresh === true ? await ledger.tick() : undefined;
    const { birthDate } = given;
    const since = computeReuseSince(given, clock.now());
    const request = { kind, input, id, reuseSince: since, birthDate, acceptsDoubtsUntil };
    const result = await session.lookUp(request, { client, stop, until });
    // The program has the answer at the end of this turn, so it counts as delivered.
    void markDelivered({ ledger, clock }, result);
    const { answer, failure } = addMatches(result, compared);
    if (failure === undefined) return answer;
    // An error that accompanies a paid record must not hide the record.
    if (answer.status !== 'found') throw failure;
    return { ...answer, error: buildLookupError(failure, { writeSentence: librarySentence }) };
  };
  return lookup as unknown as api.Ledger['lookup'];
}
