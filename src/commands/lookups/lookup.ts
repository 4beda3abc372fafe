import type { Command } from 'commander';
import { defaults } from '../../config/defaults.js';
import type { Context } from '../../context.js';
import { asKnownError, ConfereError, UsageError } from '../../errors.js';
import { type ExitCode, exitCodeOf, exitCodes, gravest } from '../../exit-codes.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { Ledger } from '../../ledger/index.js';
import { type Lookup, requireBirthDate } from '../../lookups/answer.js';
import { t } from '../../messages/index.js';
import type { PriceDeps } from '../../money/read-balance.js';
import { whatItCost } from '../../money/cost.js';
import { errorLine } from '../../output/error-line.js';
import { afterServiceError } from '../../output/errors/service.js';
import { withDefault } from '../../output/help/help-text.js';
import type { LiveLookups } from '../../output/lookups/live-lookups.js';
import type { Place } from '../../output/lookups/lookup-card.js';
import { lookupFields } from '../../output/lookups/lookup-fields.js';
import { createPrinter, type LookupPrinter } from '../../output/lookups/lookup-printer.js';
import { shownLookup } from '../../output/lookups/lookup-sentence.js';
import { costLine, createTally } from '../../output/lookups/lookup-tally.js';
import type { NextSteps } from '../../messages/reader.js';
import { lookOf } from '../../output/terminal/terminal.js';
import type { FieldPath } from '../../records/fields.js';
import {
  createTold,
  formatByName,
  type OutputOptions,
  type Reader,
  watchReader,
  writingInto,
} from './output.js';
import { askAgain, askBeforeMany, createSeries, type LookupSeries } from './series.js';
import { type OnAccount, readOptions } from '../shared/account.js';
import { addPeriodOptions, nonNegative, type PeriodOptions } from '../shared/option-values.js';
import {
  type AnswerFormat,
  formatOf,
  type GlobalOptions,
  type Host,
  type Shown,
} from '../shared/options.js';
import { inputsOf, refuseStdinTwice } from '../shared/typed-inputs.js';
import { mayBeIdentifier, refuseSplitLists } from '../shared/typed-words.js';
import { type AccountLimits, withAccount } from '../shared/with-account.js';

/** `confere cpf`. */
export function defineCpf(command: Command, host: Host): void {
  defineLookup(command, host, 'cpf');
  command
    .option('--realtime', t.options.realtime)
    .option('--birth-date <date>', t.options.birthDate);
}

/** `confere cnpj`. */
export function defineCnpj(command: Command, host: Host): void {
  defineLookup(command, host, 'cnpj');
}

function defineLookup(command: Command, host: Host, kind: IdentifierKind): void {
  command.option('--max-credits <n>', t.options.lookupMaxCredits, nonNegative);
  addPeriodOptions(command)
    .option('--fresh', t.options.fresh)
    .option('--reuse <age>', withDefault('reuse', t.options.reuse))
    .option('--deadline <duration>', t.options.lookupDeadline)
    .option('--exit-status', t.options.exitStatus)
    .option('-o, --output <file|->', t.options.records)
    .option('--overwrite', t.options.overwrite)
    .action(async (ids: string[]) => {
      const options = readOptions<LookupOptions>(command, host);
      const lookups = lookupsOf(kind, ids, options, host.context);
      await writingInto(host, options, (into) => lookUp(into, lookups));
    });
}

interface LookupOptions extends OutputOptions, PeriodOptions {
  readonly realtime?: boolean;
  readonly birthDate?: string;
  readonly fresh?: boolean;
  /** Age in ms. */
  readonly reuse: number;
  /** Ms from now on. */
  readonly deadline?: number;
  readonly maxCredits?: number;
  readonly exitStatus?: boolean;
}

/** What is looked up, and how the answers are shown. */
export interface Lookups extends OnAccount, Shown, Omit<LookupOptions, 'reuse'> {
  readonly kind: IdentifierKind;
  /** Identifiers as they were typed; `-` stands for the lines of standard input. */
  readonly ids: readonly string[];
  /** The moment (epoch ms) from which paid records are reused; none are with `--fresh`. */
  readonly reuseSince: number;
  /** Epoch ms that no wait may pass. */
  readonly deadline?: number;
  readonly format: AnswerFormat;
  /** `--format table` with several identifiers: one table in place of a card each. */
  readonly inRows: boolean;
  readonly fields?: readonly FieldPath[];
}

/** @throws UsageError for invalid options, and if the options and the identifiers contradict each other */
export function lookupsOf(
  kind: IdentifierKind,
  ids: readonly string[],
  options: LookupOptions & GlobalOptions & OnAccount & Shown,
  { clock, platform }: Pick<Context, 'clock'> & Partial<Pick<Context, 'platform'>>,
): Lookups {
  const now = clock.now();
  const { reuse, deadline, fields, fresh } = options;
  refuseSplitLists(ids, options, { platform, isInput: mayBeIdentifier });
  refuseContradictions(ids, options, now);
  // The name of a file says it, unless it ends like any text; an option that says something else is refused.
  const format = formatByName(options.output, options) ?? options.format;
  return {
    ...{ ...options, kind, ids },
    reuseSince: fresh === true ? Number.MAX_SAFE_INTEGER : now - reuse,
    format: formatOf({ ...options, format }),
    inRows: options.format === 'table' && (ids.length > 1 || ids.includes('-')),
    deadline: deadline === undefined ? undefined : now + deadline,
    fields: fields === undefined ? undefined : lookupFields(fields, kind),
  };
}

function refuseContradictions(
  ids: readonly string[],
  { realtime, birthDate }: LookupOptions,
  now: number,
): void {
  refuseStdinTwice(ids);
  if (realtime !== true && birthDate === undefined) return;
  if (realtime !== true) throw new UsageError('needs_realtime', {});
  if (birthDate === undefined) throw new UsageError('needs_birth_date', {});
  requireBirthDate(birthDate, now);
  if (ids.length !== 1 || ids[0] === '-') throw new UsageError('one_cpf', {});
}

interface AwaitedPrinter extends Pick<LookupPrinter, 'end'> {
  readonly print: (lookup: Lookup, typed: Place) => Promise<void>;
}

/** Looks up identifiers in the given order; prints each answer when it arrives. */
async function lookUp(host: Host, given: Lookups): Promise<void> {
  await withAccount(
    host,
    given,
    limitsOf(given),
    async ({ client, ledger, keyFingerprint, stop, waits, heartbeat }) => {
      const { costs } = given.account;
      const { clock, told } = heartbeat;
      const keeping = { ledger, clock, keyFingerprint, holder: host.context.newId(), costs };
      const request = await askBeforeMany(host, given, keeping, stop);
      const live = await liveLookups(host, request);
      waits.shown = live.waiting;
      const reader = watchReader(host, request);
      try {
        const until = { ...reader, stop: AbortSignal.any([stop, reader.gone]) };
        const asking = { ...keeping, client, stop: until.stop, live, told };
        const series = await createSeries(host, asking, request);
        const printer = await printerOf(host, request, ledger);
        const code = await lookUpAll(host, keeping, series, request, until, printer);
        await tellCost(host, keeping, request, series.paid());
        // An unknown outcome is more important than the user's stop.
        if (stop.aborted && code !== exitCodes.unconfirmed) throw stop.reason;
      } finally {
        reader.forget();
      }
    },
  );
}

/** For people; a failure to read it takes nothing from the answers. */
async function tellCost(
  { context }: Host,
  deps: PriceDeps,
  { kind, birthDate, format, presentation }: Lookups,
  records: number,
): Promise<void> {
  if (records === 0 || presentation.quiet || format === 'json' || format === 'jsonl') return;
  const paidAs = birthDate === undefined ? kind : 'realtime';
  const wanted = { kind: paidAs, records, now: context.clock.now() } as const;
  const cost = await whatItCost(deps, wanted).catch(asKnownError);
  if ('credits' in cost) context.stderr.write(costLine(cost));
}

async function lookUpAll(
  host: Host,
  keeping: Parameters<typeof createTold>[1],
  series: LookupSeries,
  request: Lookups,
  { stop, mayLeave }: Pick<Reader, 'mayLeave'> & { readonly stop: AbortSignal },
  printer: AwaitedPrinter,
): Promise<ExitCode> {
  const { ids, presentation, format } = request;
  const codes: ExitCode[] = [];
  const failures: ConfereError[] = [];
  const tally = createTally();
  const told = createTold(host, keeping);
  try {
    for await (const { text: input, ...typed } of inputsOf(host, ids, presentation, stop)) {
      // Nothing is paid for that will not be read: `| head -1` ends the series.
      if (stop.aborted) break;
      const wasOver = series.isOver();
      const lookup = await series.next(input).then(askAgain(host, series, request, stop));
      // It was not requested; the command's final error says so once.
      if (lookup.failure?.kind === 'interrupted' || lookup.failure?.kind === 'terminated') break;
      tally.count(lookup);
      codes.push(codeOf(lookup, request));
      // People see once why no more requests are sent; a program gets an object for each identifier.
      const isNews = !wasOver || lookup.answer.error?.code !== 'not_asked';
      if (isNews || format !== 'table') await printer.print(lookup, typed);
      told.printed(lookup);
      if (!request.inRows) told.reached();
      if (lookup.answer.source === 'api') await mayLeave();
      host.context.stderr.write(unstored(lookup, format, host.next));
      if (lookup.failure !== undefined && lookup.answer.status !== 'found')
        failures.push(lookup.failure);
    }
  } finally {
    // Also after an error: the records are paid for.
    printer.end();
    told.reached();
    await told.noted();
  }
  if (format === 'table' && !presentation.quiet) host.context.stderr.write(tally.text());
  const code = gravest(codes);
  if (format === 'table') host.context.stderr.write(lastAdvice(failures, code, host.next));
  if (format !== 'table') {
    const first = failures.find(({ kind }) => exitCodeOf(kind) === code);
    const told = first ?? withoutFailure(code, codes);
    host.context.stderr.write(lastLine(told, code, format, host.next));
  }
  host.finish(code);
  return code;
}

/** For people, who have read the service's own words. */
function lastAdvice(failures: readonly ConfereError[], code: ExitCode, next: NextSteps): string {
  const first = failures.find(({ kind }) => exitCodeOf(kind) === code);
  const told = first === undefined ? '' : afterServiceError(first, next);
  return told === '' ? '' : `confere: ${told}\n`;
}

/** The sentence that belongs to the exit code, for readers of rows and objects. */
function lastLine(
  told: ConfereError | undefined,
  code: ExitCode,
  format: AnswerFormat,
  next: NextSteps,
): string {
  return told === undefined ? '' : errorLine(told, code, format === 'json', next);
}

/** What sets the exit code where every identifier has an answer. */
function withoutFailure(code: ExitCode, codes: readonly ExitCode[]): ConfereError | undefined {
  const count = codes.filter((one) => one === code).length;
  if (code === exitCodes.partly)
    return new ConfereError('some_invalid', { count, of: 'identifiers' });
  return code === exitCodes.notFound ? new ConfereError('some_not_found', { count }) : undefined;
}

/** A note for a paid record that was not stored, because the record itself does not show it. */
function unstored({ answer, failure }: Lookup, format: AnswerFormat, next: NextSteps): string {
  if (failure === undefined || answer.status !== 'found') return '';
  return errorLine(failure, exitCodeOf(failure.kind), format === 'json', next);
}

async function printerOf(
  host: Host,
  request: Lookups,
  ledger: Pick<Ledger, 'isOfSandbox'>,
): Promise<AwaitedPrinter> {
  const { stdout, stderr, clock } = host.context;
  const { kind, format, fields, inRows, account, presentation } = request;
  let { isSandbox } = account;
  const { print, end } = await createPrinter({
    ...{ stdout, stderr, kind, format, fields, inRows },
    look: lookOf(stdout, host.context, presentation),
    paintError: lookOf(stderr, host.context, presentation).paint,
    isSandbox: () => isSandbox,
    now: () => clock.now(),
  });
  const printOne = async (lookup: Lookup, typed: Place) => {
    // Only rows say so (contract, "Money", rule 5). A paid answer is printed also if the ledger fails.
    if (format === 'csv') isSandbox ||= await ledger.isOfSandbox().catch(() => false);
    print(format === 'table' ? shownLookup(lookup) : lookup, typed);
  };
  return { print: printOne, end };
}

/** Loaded only for a terminal. The lines of standard input are not counted before they are typed. */
async function liveLookups(
  { context }: Host,
  { kind, ids, presentation }: Lookups,
): Promise<LiveLookups> {
  if (context.stderr.isTTY !== true) return { during: (_, work) => work(), waiting: () => false };
  const { createLiveLookups } = await import('../../output/lookups/live-lookups.js');
  const of = ids.includes('-') ? 0 : ids.length;
  return createLiveLookups(context, presentation, { kind, of });
}

function limitsOf({ deadline }: Lookups): AccountLimits {
  return {
    // Applies to each answer; the series as a whole has no limit.
    longestWait: defaults.longestWait.ms,
    deadline,
    stoppable: 'lookups',
  };
}

function codeOf({ answer, failure }: Lookup, { exitStatus }: Lookups): ExitCode {
  if (failure !== undefined) return exitCodeOf(failure.kind);
  if (answer.status === 'invalid') return exitCodes.partly;
  return answer.status === 'not_found' && exitStatus === true ? exitCodes.notFound : exitCodes.ok;
}
