import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
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
import type { IdentifierKind } from '../identifiers/index.js';
import { type InFolder, withText } from '../input/private-copy.js';
import { type Batch, releaseAfter } from '../ledger/index.js';
import { buildLookupError } from '../lookups/answer.js';
import { createLookupSession, markDelivered } from '../lookups/lookup.js';
import { addMatches, readComparedFields } from '../lookups/matches.js';
import { persistentRule } from '../lookups/stop-rule.js';
import { totalsWords } from '../messages/index.js';
import { librarySentence } from '../messages/programs.js';
import { createBalanceRecorder } from '../money/balance.js';
import { readSpending, buildSpendingReport } from '../money/spending.js';
import { requestAndRecordQuota } from '../service/index.js';
import { untilStopped } from './callbacks.js';
import { noteCreditsLeft } from './calls.js';
import { requireId } from './identifiers.js';
import { describeInput } from './input.js';
import { openAccount, describeSummary, type OpenLedger } from './open-account.js';
import type { LedgerSettings, CallSettings } from './options.js';
import type * as api from './types.js';

type Methods = Omit<api.Ledger, typeof Symbol.asyncDispose>;

/** Opens a ledger and returns its methods. `closing` aborts when the program closes the ledger. */
export async function openMethods(options: LedgerSettings, closing: AbortSignal): Promise<Methods> {
  const open = await openAccount(options, closing);
  return {
    lookup: createLookup(open),
    ...sendingMethods(open),
    ...storedMethods(open),
    quota: (given: CallSettings) => {
      const deps = open.service(given);
      return requestAndRecordQuota(() => deps.client.quota(), createBalanceRecorder(deps));
    },
    close: open.close,
  };
}

type LedgerWork = (deps: Deps, held: HeldBatch) => Promise<WorkResult>;

function sendingMethods(open: OpenLedger) {
  const { ledger, clock } = open.deps;
  const limits = (given: CallSettings) => buildLimits(open, given);
  const working = (
    { interval }: CallSettings,
    how: Partial<Goal>,
    request?: ExportRequest,
  ): LedgerWork => {
    const goal = { waits: true, interval, ...how };
    return (deps, held) => workOnHeld(deps, held, goal, request);
  };
  const onFile = async (
    file: api.Input,
    given: CallSettings,
    how: Partial<Goal>,
    output?: string,
  ) => {
    const { again = false, fresh = false, label } = given;
    const request = output === undefined ? undefined : await buildExportRequest(output, given);
    const refuse = async (batch: ResultBatch) => request && refuseTarget(batch, request);
    const take = (deps: Deps) => {
      const since = computeReuseSince(given, clock.now());
      const input = describeInput(file, given, deps.stop);
      return openBatch(deps, { ...input, again, fresh, label, reuseSince: since, refuse });
    };
    const work = working(given, { ...how, limits: limits(given) }, request);
    return workWhileHolding(open, given, take, work);
  };
  const onBatch = (name: api.BatchName, given: CallSettings, work: LedgerWork, hold = holdBatch) =>
    workWhileHolding(
      open,
      given,
      async (deps) => hold(deps, await findPlannedBatch(ledger, name)),
      work,
    );
  return {
    submit: (file, given: CallSettings) => onFile(file, given, { waits: false }),
    run: (file, given: CallSettings) => onFile(file, given, {}, given.output),
    watch: (name, given: CallSettings) => onBatch(name, given, working(given, {})),
    resume: (name, given: CallSettings) =>
      onBatch(name, given, working(given, { limits: limits(given), resumes: true })),
    resolve: (name, decision, given: CallSettings) => {
      const work: LedgerWork = async (deps, { batch }) => {
        const trouble = await decide(deps, batch, { decision }, limits(given));
        const summary = await summarize(deps.ledger, batch.num, deps.terms);
        // A decision that has been made already is confirmed; another one is refused.
        return trouble instanceof ConfereError ? { summary, trouble } : { summary };
      };
      // Jobs of a key that is gone can still be given up, because no request is needed for it.
      return onBatch(name, given, work, decision === 'abandon' ? holdForAnyKey : holdBatch);
    },
  } satisfies Partial<Methods>;
}

function buildLimits({ options, deps: { clock, stop } }: OpenLedger, given: CallSettings) {
  const { maxCreditsPerDay, maxCreditsPerMonth } = options;
  const { confirm: ask } = given;
  const failed = (cause: unknown) => new UsageError('confirm_failed', {}, { cause });
  const confirm: CallSettings['confirm'] =
    ask && ((numbers) => untilStopped(stop, () => ask(numbers), failed));
  const wanted = { ...given, maxCreditsPerDay, maxCreditsPerMonth, confirm };
  return buildSpendingLimits(wanted, clock.now());
}

/** Works on a batch under its lease. @throws the error of the work, after everything is saved */
async function workWhileHolding(
  open: OpenLedger,
  given: CallSettings,
  take: (deps: Deps) => Promise<HeldBatch>,
  work: LedgerWork,
): Promise<api.Summary> {
  const deps = open.service(given);
  const held = await take(deps);
  deps.about(held.batch);
  const result = await releaseAfter(held, () => work(deps, held));
  const { summary, unwritten, trouble = unwritten } = result;
  if (trouble !== undefined) throw noteCreditsLeft(trouble, summary.creditsLeft);
  return describeSummary(summary);
}

const DAY = 86_400_000;

/** Returns the start of the day (UTC) in epoch ms. */
function startOfDay(date: Date | undefined): number | undefined {
  return date && Math.floor(date.getTime() / DAY) * DAY;
}

/** Returns the methods that ask the service nothing. */
function storedMethods(open: OpenLedger) {
  const { deps } = open;
  const { ledger, clock, baseUrl, terms } = deps;
  const findNamed = (name: api.BatchName) => findPlannedBatch(ledger, name);
  return {
    check: async (file, given: CallSettings) => {
      const known = await readLedgerKnowledge(deps, computeReuseSince(given, clock.now()));
      const { source, name, input } = describeInput(file, given, deps.stop);
      const { summary, description } = await withText(source, name, input, inFolder(deps), (text) =>
        checkFile(text, known),
      );
      return { summary, description };
    },
    export: async (name, output, given: CallSettings) => {
      const exporting = open.local(given);
      const batch = await findNamed(name);
      exporting.about(batch);
      return writeResult(exporting, batch, await buildExportRequest(output, given));
    },
    results: (name) => yieldResults(deps, () => findNamed(name)),
    summarize: async (name) =>
      describeSummary(await summarize(ledger, (await findBatch(ledger, name)).num)),
    list: async () => (await summarizeAll(ledger)).map(({ summary }) => describeSummary(summary)),
    remove: async (name) => void (await removeBatch(ledger, await findBatch(ledger, name))),
    diff: (older, newer, given: CallSettings) =>
      inFolder(deps)((folder) => {
        const { fields, onChange } = given;
        const stop = open.stopFor(given);
        return compareResults({
          folder,
          stop,
          wanted: fields && readWanted(fields.join(',')),
          read: async (side, take) =>
            readBatchSide(ledger, await findNamed(side === 'older' ? older : newer), take, stop),
          writeChanges: async (changes) => {
            for await (const some of changes) for (const change of some) onChange?.(change);
          },
        });
      }),
    spend: async ({ by, since, until }: CallSettings) => {
      const read = await readSpending(ledger, { profile: open.options.profile, baseUrl }, terms);
      const days = {
        since: startOfDay(since) ?? -Infinity,
        until: (startOfDay(until) ?? Infinity) + DAY,
      };
      const { groups, total } = buildSpendingReport([read], by, days);
      return { by, groups, total };
    },
    purge: async (what: number | readonly string[], { dryRun = false }: CallSettings) => {
      if (typeof what !== 'number') {
        const ids = new Set(what.map((text, at) => readErasable(text, at + 1).id));
        const foreseen = await foreseeErasure(deps, ids);
        if (!dryRun) await erase(deps, ids);
        return foreseen;
      }
      const { foreseen, purge } = await foreseePurge(deps, clock.now() - what);
      return dryRun ? foreseen : purge();
    },
  } as LocalMethods;
}

type LocalMethods = Omit<
  Methods,
  keyof ReturnType<typeof sendingMethods> | 'lookup' | 'quota' | 'close'
>;

/** Returns a function that works in a private folder and removes it afterwards. */
const inFolder =
  ({ ledger }: LocalDeps): InFolder =>
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
  const totals = await totalsWords(given.labels === 'pt-BR' ? 'pt-BR' : 'en');
  // The arguments have been checked: an object is a stream.
  return { ...given, target: output as ExportRequest['target'], totals };
}

/** Writes a result and returns the number of rows. @throws UsageError `stream_closed`, or the stream's own error */
function writeResult(deps: LocalDeps, batch: Batch, request: ExportRequest): Promise<number> {
  const { target } = request;
  return exportBatch(deps, batch, request).catch((error: unknown) => {
    const isFull = error instanceof ConfereError && error.code === 'output_failed';
    if (typeof target === 'string' || (error instanceof ConfereError && !isFull)) throw error;
    // A closed pipe, for instance, is an error of the stream and no full disk.
    const cause = isFull ? error.cause : error;
    throw target.destroyed ? new UsageError('stream_closed', {}, { cause }) : cause;
  });
}

async function* yieldResults(
  deps: LocalDeps,
  find: () => Promise<Batch>,
): AsyncGenerator<api.ResultRow> {
  for await (const { row, result } of readResults(deps, await find())) {
    const { number, cells, reading } = row;
    const id = reading.valid ? reading.id : null;
    yield { row: number, cells, id, ...result } as api.ResultRow;
  }
}

/** Returns the method `lookup`, whose limits are those of the day and the month alone. */
function createLookup(open: OpenLedger): api.Ledger['lookup'] {
  const { ledger, clock, keyFingerprint, newId, terms, requester } = open.deps;
  const { allowOverage, maxCreditsPerDay, maxCreditsPerMonth } = open.options;
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
    const { client, stop, deadline: until } = open.service(given);
    stop.throwIfAborted();
    const acceptsDoubtsUntil = given.fresh === true ? await ledger.tick() : undefined;
    const { birthDate } = given;
    const since = computeReuseSince(given, clock.now());
    const request = { kind, input, id, reuseSince: since, birthDate, acceptsDoubtsUntil };
    const found = await session.lookUp(request, { client, stop, until });
    // The program has the answer at the end of this turn, so it counts as delivered.
    void markDelivered({ ledger, clock }, found);
    const { answer, failure } = addMatches(found, compared);
    if (failure === undefined) return answer;
    // An error that accompanies a paid record must not hide the record.
    if (answer.status !== 'found') throw failure;
    return { ...answer, error: buildLookupError(failure, { writeSentence: librarySentence }) };
  };
  return lookup as unknown as api.Ledger['lookup'];
}
