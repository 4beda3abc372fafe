import { defaults } from '../../config/defaults.js';
import { returnKnownError, ConfereError, isStop, UsageError } from '../../base/errors.js';
import type { ErrorFacts } from '../../base/error-facts.js';
import type { RequestFacts } from '../../base/facts.js';
import { type ExitCode, exitCodeFor, exitCodes, chooseGravest } from '../../base/exit-codes.js';
import { requirePurpose } from '../../base/requester.js';
import { type IdentifierKind, readTyped } from '../../identifiers/index.js';
import { type LookupResult, requireBirthDate } from '../../lookups/answer.js';
import {
  createLookupSession,
  type LookupDeps,
  type LookupSession,
  type LookupSessionOptions,
} from '../../lookups/lookup.js';
import type { Compared } from '../../lookups/matches.js';
import { listRule } from '../../lookups/stop-rule.js';
import { formatMoneyInBrackets, quoteServiceWords, t } from '../../messages/index.js';
import { summarizeCost } from '../../money/balance.js';
import { adviseAfterServiceError, leaveUnquoted, errorSentence } from '../../messages/people.js';
import { askBeforeMany } from './ask-before-many.js';
import { createLiveLookups } from './live-lookups.js';
import * as sentences from './sentences.js';
import { buildInvalidAnswer } from '../../messages/identifier-advice.js';
import { parseLookupFields } from './values.js';
import { formatWaitLine } from '../shared/waiting.js';
import * as output from './output.js';
import { defineCommand, type CommandContext } from '../shared/command.js';
import * as option from '../shared/option.js';
import { readTypedInputs, refuseStdinTwice, type TypedCount } from '../shared/typed.js';
import { findRequester } from '../shared/requester.js';
import { askYesOrNo, canAsk, reportError } from '../shared/user.js';
import { askWhyCharged } from '../shared/why-charged.js';
import { type Session, withSession } from '../shared/session.js';

const { flag, text } = option;

const lookupOptions = () => ({
  maxCredits: option.value(
    '--max-credits <n>',
    t.options.lookupMaxCredits,
    option.parseNonNegative,
  ),
  ...option.periodOptions(),
  ...option.termOptions(),
  allowOverage: flag('--allow-overage', t.options.allowOverage),
  fresh: flag('--fresh', t.options.fresh),
  reuse: option.durationSetting('--reuse <age>', 'reuse', t.options.reuse),
  // The deadline is in ms from the start of the command.
  deadline: option.durationWithoutDefault('--deadline <duration>', t.options.lookupDeadline),
  compare: option.compare('--compare <field=text>', t.options.compareText),
  purpose: option.purpose(),
  exitStatus: flag('--exit-status', t.options.exitStatus),
  output: text('-o, --output <file|->', t.options.records),
  overwrite: flag('--overwrite', t.options.overwrite),
});

const cpfOptions = () => ({
  ...lookupOptions(),
  realtime: flag('--realtime', t.options.realtime),
  birthDate: text('--birth-date <date>', t.options.birthDate),
});

type LookupContext = CommandContext<
  option.Values<typeof lookupOptions> & { readonly realtime?: boolean; readonly birthDate?: string }
>;

export const cpf = defineCommand(
  {
    options: cpfOptions,
    examples: [
      'confere cpf 529.982.247-25',
      'confere cpf - --json < cpfs.txt',
      'confere cpf 52998224725 --realtime --birth-date 31/12/1980',
      'confere cpf 52998224725 --compare name="Ana Souza"',
    ],
    exits: [3, 7, 9, 10],
  },
  (command, ids: string[]) => run('cpf', command, ids),
);
export const cnpj = defineCommand(
  { options: lookupOptions, examples: ['confere cnpj - --json < cnpjs.txt'], exits: [3, 7, 9, 10] },
  (command, ids: string[]) => run('cnpj', command, ids),
);
export const lookup = defineCommand(
  {
    options: lookupOptions,
    examples: ['confere lookup - --format csv < ids.txt'],
    exits: [3, 7, 9, 10],
  },
  (command, ids: string[]) => run(undefined, command, ids),
);

async function run(
  kind: IdentifierKind | undefined,
  command: LookupContext,
  ids: readonly string[],
) {
  const lookups = await readLookups(kind, ids, command);
  return output.withOutputFile(command.context, command.options, (context) =>
    lookUpAll({ ...command, context, json: lookups.format === 'json' }, lookups),
  );
}

export type AskedLookups = Awaited<ReturnType<typeof readLookups>>;

/**
 * Reads which lookups the command line asks for. `kind`: undefined if each identifier shows its own kind.
 * @throws UsageError
 */
async function readLookups(
  kind: IdentifierKind | undefined,
  ids: readonly string[],
  { context, options, format }: LookupContext,
) {
  const now = context.clock.now();
  const { reuse, deadline, fields, fieldsAreSetting, fresh } = options;
  const fieldPaths =
    fields === undefined ? [] : parseLookupFields(fields, kind ?? 'both', fieldsAreSetting);
  refuseContradictions(ids, options, now);
  // The name of the output decides its format, unless it ends in `.txt` or has no extension.
  const formatOfName = output.chooseFormatByName(options);
  return {
    kind,
    ids,
    matches: await readMatches(options.compare, kind ?? 'both'),
    /** The time (epoch ms) from which paid records are reused. */
    reuseSince: fresh === true ? Number.MAX_SAFE_INTEGER : now - reuse,
    format: options.json === true ? format : (formatOfName ?? format),
    /** Prints one table instead of a card for each record. */
    inRows: options.format === 'table' && (ids.length > 1 || ids.includes('-')),
    deadline: deadline === undefined ? undefined : now + deadline,
    fields: fieldPaths.length === 0 ? undefined : fieldPaths,
  };
}

/** Reads the comparisons of `--compare`; their rules are loaded only if there are any. @throws UsageError */
async function readMatches(compared: Compared | undefined, kind: IdentifierKind | 'both') {
  if (compared === undefined) return undefined;
  const { addMatches, readComparedFields } = await import('../../lookups/matches.js');
  const comparedFields = readComparedFields(compared, kind);
  return {
    fields: comparedFields.map(({ name }) => name),
    addTo: (lookup: LookupResult) => addMatches(lookup, comparedFields),
  };
}

function refuseContradictions(
  ids: readonly string[],
  { realtime, birthDate }: LookupContext['options'],
  now: number,
): void {
  refuseStdinTwice(ids);
  if (realtime !== true && birthDate === undefined) return;
  const isSingle = ids.length === 1 && ids[0] !== '-';
  if (realtime !== true || birthDate === undefined || !isSingle)
    throw new UsageError('bad_realtime', {});
  requireBirthDate(birthDate, now);
}

async function lookUpAll(command: LookupContext, lookups: AskedLookups): Promise<void> {
  const requester = findRequester(command);
  requirePurpose(requester);
  const { deadline, ids, kind, format } = lookups;
  const { context } = command;
  // Each answer may take up to the longest wait; only the user's deadline limits the whole series.
  const waitLimits = {
    longestWait: defaults.longestWait.ms,
    deadline,
    during: 'lookups',
  } as const;
  const chargeError = await withSession(command, waitLimits, async (resources) => {
    const { ledger, client, keyFingerprint, stop, stillWaitingNotice } = resources;
    const { terms } = command.account;
    const { clock } = stillWaitingNotice;
    const deps = { ledger, clock, keyFingerprint, holder: context.newId(), terms, requester };
    const maxCredits = await askBeforeMany(command, lookups, deps, stop);
    const typed: TypedCount = { count: ids.length, isComplete: !ids.includes('-') };
    const live = createLiveLookups(context, command, { kind, typed });
    resources.waitDisplay.show = live.showWait;
    resources.waitDisplay.progress = live.describeProgress;
    const consumer = output.watchPipeReader(command, ids);
    try {
      const stopOrGone = AbortSignal.any([stop, consumer.gone]);
      const limitedDeps = { ...deps, maxCredits };
      const lookupSession = createLookupSession(
        buildSessionOptions(command, lookups, limitedDeps, live, stillWaitingNotice),
      );
      // `--fresh` accepts doubts from before the first lookup, not those that arise later.
      const acceptsDoubtsUntil = command.options.fresh === true ? await ledger.tick() : undefined;
      const series = {
        client,
        stop: stopOrGone,
        deps,
        live,
        typed,
        acceptsDoubtsUntil,
        session: lookupSession,
      };
      const results = await printEach(command, lookups, series, consumer.awaitDeparture);
      const limitError = await lookupSession.findPassedLimitError(client);
      const code = reportEnd(command, results, limitError, format);
      const isSilent = command.quiet || format === 'json' || format === 'jsonl';
      if (!isSilent && !lookupSession.hasPaidNothing()) {
        const { paid } = lookupSession;
        const cost = await summarizeCost(deps, paid, context.clock.now()).catch(returnKnownError);
        if ('credits' in cost) {
          const money = formatMoneyInBrackets(cost.credits, command.options.creditPrice);
          context.stderr.write(`${t.lookups.credits({ ...cost, money })}\n`);
        }
      }
      // An unknown outcome is more important than the user's stop.
      if (stop.aborted && code !== exitCodes.unconfirmed) throw stop.reason;
      return results.find(({ failure }) => failure?.code === 'unexpected_charges')?.failure;
    } finally {
      consumer.stopWatching();
    }
  });
  await askWhyCharged(command, chargeError);
}

/** Looks up and prints one identifier after another. Returns the lookups without their records. */
async function printEach(
  command: LookupContext,
  lookups: AskedLookups,
  series: LookupSeries,
  awaitDeparture: () => Promise<void>,
): Promise<readonly LookupResult[]> {
  const { session, deps, stop, live, acceptsDoubtsUntil } = series;
  const inputs = readTypedInputs(command, lookups.ids, stop, series.typed);
  const results: LookupResult[] = [];
  const isNew = sentences.createRepeatFilter();
  const delivery = output.createDeliveryTracker(command, deps);
  const printer = await output.createPrinter(command, lookups, deps);
  try {
    for await (const { text: input, ...typed } of inputs) {
      // `| head -1` ends the series, because a record that nobody reads must not be paid for.
      if (stop.aborted) break;
      const wasOver = session.isOver();
      const firstLookup = await live.showDuring(input, () =>
        lookUpTyped(command, lookups, series, input, acceptsDoubtsUntil),
      );
      const finalLookup = await askToPayAgain(command, lookups, series, firstLookup);
      const lookup = lookups.matches?.addTo(finalLookup) ?? finalLookup;
      const { answer, failure } = lookup;
      // The lookup was stopped before its request, which the final error of the command says once.
      if (failure !== undefined && isStop(failure)) break;
      // People see only once why no more requests are sent, but a program gets an object for each identifier.
      if (isNew(lookup, wasOver) || lookups.format !== 'table') await printer.print(lookup, typed);
      delivery.add(lookup);
      if (!lookups.inRows) delivery.markPrinted();
      if (answer.source === 'api') await awaitDeparture();
      // A record that could not be stored is printed like any other, so the error is reported, too.
      if (failure !== undefined && answer.status === 'found') reportError(command, failure);
      results.push({ answer: { ...answer, data: undefined, match: undefined }, failure });
    }
  } finally {
    // Records are printed after an error, too, because they are paid for.
    printer.end();
    delivery.markPrinted();
    await delivery.finish();
  }
  return results;
}

/** Reports how the series ended, and returns its exit code. `limitError`: the error of a limit that the series passed. */
function reportEnd(
  command: LookupContext,
  results: readonly LookupResult[],
  limitError: ConfereError | undefined,
  format: AskedLookups['format'],
): ExitCode {
  const codes = results.map((one) => chooseLookupExitCode(one, command.options.exitStatus));
  const code = chooseGravest(limitError === undefined ? codes : [...codes, exitCodes.credits]);
  command.finish(code);
  // Found records that could not be stored were reported when they were printed.
  const withoutRecord = results.filter(({ answer }) => answer.status !== 'found');
  const error = withoutRecord.find(
    ({ failure }) => failure && exitCodeFor(failure.kind) === code,
  )?.failure;
  if (limitError !== undefined) reportError(command, limitError);
  if (format === 'table' && command.quiet) {
    if (limitError === undefined && error !== undefined) reportError(command, error, code);
  } else if (format === 'table') {
    command.context.stderr.write(sentences.formatTally(results));
    // People have already read the service's own words, so only the advice about them is missing.
    const advice = error === undefined ? '' : adviseAfterServiceError(error, command.next);
    if (advice !== '') command.context.stderr.write(`confere: ${advice}\n`);
  } else if (limitError === undefined) {
    const count = codes.filter((one) => one === code).length;
    const isInPipe = command.options.output === undefined && !command.style.isTerminal;
    const invalid = { of: 'identifiers', count, isInPipe } as const;
    if (error !== undefined) reportError(command, error, code);
    else if (code === exitCodes.partly)
      reportError(command, new ConfereError('some_invalid', invalid), code);
    else if (code === exitCodes.answeredNo)
      reportError(command, new ConfereError('some_not_found', { count }), code);
  }
  return code;
}

function chooseLookupExitCode(
  { answer, failure }: LookupResult,
  exitStatus: boolean | undefined,
): ExitCode {
  if (failure !== undefined) return exitCodeFor(failure.kind);
  if (answer.status === 'invalid') return exitCodes.partly;
  return answer.status === 'not_found' && exitStatus === true ? exitCodes.answeredNo : exitCodes.ok;
}

/** The session of a command's lookups, and what each lookup needs. */
interface LookupSeries extends Pick<Session, 'client'> {
  readonly session: LookupSession;
  readonly deps: LookupDeps;
  /** Aborts when the user wants to stop, or nobody reads stdout any more. */
  readonly stop: AbortSignal;
  readonly live: LiveLookups;
  readonly typed: TypedCount;
  /** The tick of the ledger until which `--fresh` accepts doubts; undefined without it. */
  readonly acceptsDoubtsUntil: number | undefined;
}

type LiveLookups = ReturnType<typeof createLiveLookups>;

/** Builds the options of the session of lookups. `deps.maxCredits`: the credits that the session may spend. */
function buildSessionOptions(
  { options, quiet, context, next }: LookupContext,
  { format }: AskedLookups,
  deps: LookupDeps & { readonly maxCredits: number | undefined },
  live: LiveLookups,
  stillWaitingNotice: Session['stillWaitingNotice'],
): LookupSessionOptions {
  const { allowOverage, maxCreditsPerDay, maxCreditsPerMonth } = options;
  const reportWait = (ms: number) => {
    if (live.showWait({ reason: 'settling', ms }) || quiet) return;
    context.stderr.write(
      formatWaitLine({ reason: 'settling', ms }, deps.clock.now(), live.describeProgress()),
    );
    stillWaitingNotice.restart();
  };
  const quote = format === 'table' ? quoteServiceWords : leaveUnquoted;
  const errorWriter = {
    writeSentence: (error: ConfereError) => errorSentence(error, next, quote),
    writeDoubtWarning: ({ priceAgain }: RequestFacts) =>
      t.service.mayBeChargedLookup({ isFresh: next.isFresh, priceAgain }),
  };
  return {
    ...deps,
    allowOverage,
    maxCreditsPerDay,
    maxCreditsPerMonth,
    rule: listRule,
    onWait: reportWait,
    errorWriter,
  };
}

/** Looks up an identifier as it was typed. An invalid identifier is not sent, and the series continues. */
async function lookUpTyped(
  { options: { birthDate } }: LookupContext,
  { kind: wantedKind, reuseSince, deadline = Infinity }: AskedLookups,
  { session, client, stop, deps }: LookupSeries,
  input: string,
  acceptsDoubtsUntil: number | undefined,
): Promise<LookupResult> {
  const typed = readTyped(input, wantedKind);
  if (!typed.valid) return buildInvalidAnswer(input, typed);
  const { kind, id } = typed;
  const request = { kind, reuseSince, birthDate, input, id, acceptsDoubtsUntil };
  const latestEnd = Math.min(deadline, deps.clock.now() + defaults.longestWait.ms);
  return session.lookUp(request, { client, stop, until: latestEnd });
}

/**
 * Asks whether to pay again for a lookup in doubt, and returns the new lookup after a yes. `--yes` is not enough, because
 * the user typed it before the doubt was known.
 */
async function askToPayAgain(
  command: LookupContext,
  lookups: AskedLookups,
  series: LookupSeries,
  lookup: LookupResult,
): Promise<LookupResult> {
  const { ids, format } = lookups;
  const { answer, failure } = lookup;
  // With `-`, identifiers and the user's answers would come from the same stream.
  const isPossible = canAsk(command) && !ids.includes('-') && !series.session.isOver();
  if (!isPossible || failure?.code !== 'lookup_in_doubt') return lookup;
  const { price } = failure.facts as ErrorFacts['lookup_in_doubt'];
  const money = formatMoneyInBrackets(price, command.options.creditPrice);
  const question = `${answer.error?.message ?? ''}\n${t.lookups.askAgain({ price, money })}`;
  if (await askYesOrNo(command, question, series.stop)) {
    // The user has just agreed to a second charge, so every doubt until now is accepted.
    const tick = await series.deps.ledger.tick();
    return lookUpTyped(command, lookups, series, answer.input, tick);
  }
  if (format !== 'table' || answer.error === undefined) return lookup;
  // The question has shown the user the whole sentence.
  const error = { ...answer.error, message: t.lookups.notAgain };
  return { ...lookup, answer: { ...answer, error } };
}
