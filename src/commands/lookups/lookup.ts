import type { Format } from '../../output/answer-printer.js';
import type { Command } from 'commander';
import { defaults } from '../../config/defaults.js';
import type { Context } from '../../context.js';
import { asKnownError, ConfereError, UsageError } from '../../errors.js';
import { type ExitCode, exitCodeOf, exitCodes, gravest } from '../../exit-codes.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { Ledger } from '../../ledger/index.js';
import { type Lookup, requireBirthDate } from '../../lookups/answer.js';
import { t } from '../../messages/index.js';
import { whatItCost } from '../../money/cost.js';
import { afterServiceError } from '../../output/errors/service.js';
import type { PriceDeps } from '../../money/read-balance.js';
import { withDefault } from '../../output/help/text.js';
import type { LiveLookups } from '../../output/lookups/live-lookups.js';
import type { Place } from '../../output/lookups/card.js';
import { lookupFields } from '../../output/lookups/values.js';
import { createPrinter } from '../../output/lookups/printer.js';
import { shownLookup, costLine, countedOf, tallyText } from '../../output/lookups/sentences.js';
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
import { formatOf, type GlobalOptions, type Host, type Shown } from '../shared/options.js';
import { tellError } from '../shared/tell-error.js';
import { inputsOf, refuseStdinTwice, mayBeIdentifier, refuseSplitLists } from '../shared/typed.js';
import { withAccount } from '../shared/with-account.js';

/** `confere cpf`. */
export function defineCpf(command: Command, host: Host): void {
  define(command, host, 'cpf');
  command
    .option('--realtime', t.options.realtime)
    .option('--birth-date <date>', t.options.birthDate);
}

/** `confere cnpj`. */
export function defineCnpj(command: Command, host: Host): void {
  define(command, host, 'cnpj');
}

/** `confere lookup`: CPF and CNPJ together, in one session. */
export function defineLookup(command: Command, host: Host): void {
  define(command, host, undefined);
}

function define(command: Command, host: Host, kind: IdentifierKind | undefined): void {
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
  /** Undefined where each identifier shows its own. */
  readonly kind: IdentifierKind | undefined;
  /** Identifiers as they were typed; `-` stands for the lines of standard input. */
  readonly ids: readonly string[];
  /** The moment (epoch ms) from which paid records are reused; none are with `--fresh`. */
  readonly reuseSince: number;
  /** Epoch ms that no wait may pass. */
  readonly deadline?: number;
  readonly format: Format;
  /** `--format table` with several identifiers: one table in place of a card each. */
  readonly inRows: boolean;
  readonly fields?: readonly FieldPath[];
}

/** @throws UsageError for invalid options, and if the options and the identifiers contradict each other */
export function lookupsOf(
  kind: IdentifierKind | undefined,
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
    fields: fields === undefined ? undefined : lookupFields(fields, kind ?? 'both'),
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

/** Looks up identifiers in the given order; prints each answer when it arrives. */
async function lookUp(host: Host, given: Lookups): Promise<void> {
  const { deadline } = given;
  // The wait is that for each answer; the series as a whole has no limit.
  const limits = { longestWait: defaults.longestWait.ms, deadline, stoppable: 'lookups' } as const;
  await withAccount(
    host,
    given,
    limits,
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
  { format, presentation }: Lookups,
  records: ReturnType<LookupSeries['paid']>,
): Promise<void> {
  const isFree = Object.values(records).every((count) => count === 0);
  if (isFree || presentation.quiet || format === 'json' || format === 'jsonl') return;
  const cost = await whatItCost(deps, records, context.clock.now()).catch(asKnownError);
  if ('credits' in cost) context.stderr.write(costLine(cost));
}

async function lookUpAll(
  host: Host,
  keeping: Parameters<typeof createTold>[1],
  series: LookupSeries,
  request: Lookups,
  { stop, mayLeave }: Pick<Reader, 'mayLeave'> & { readonly stop: AbortSignal },
  printer: Awaited<ReturnType<typeof printerOf>>,
): Promise<ExitCode> {
  const { ids, presentation, format } = request;
  const codes: ExitCode[] = [];
  const failures: ConfereError[] = [];
  const counted: ReturnType<typeof countedOf>[] = [];
  const told = createTold(host, keeping);
  try {
    for await (const { text: input, ...typed } of inputsOf(host, ids, presentation, stop)) {
      // Nothing is paid for that will not be read: `| head -1` ends the series.
      if (stop.aborted) break;
      const wasOver = series.isOver();
      const lookup = await series.next(input).then(askAgain(host, series, request, stop));
      // It was not requested; the command's final error says so once.
      if (lookup.failure?.kind === 'interrupted' || lookup.failure?.kind === 'terminated') break;
      counted.push(countedOf(lookup));
      codes.push(codeOf(lookup, request));
      // People see once why no more requests are sent; a program gets an object for each identifier.
      const isNews = !wasOver || lookup.answer.error?.code !== 'not_asked';
      if (isNews || format !== 'table') await printer.print(lookup, typed);
      told.printed(lookup);
      if (!request.inRows) told.reached();
      if (lookup.answer.source === 'api') await mayLeave();
      if (lookup.failure === undefined) continue;
      // A paid record does not show that it was not stored.
      if (lookup.answer.status === 'found') tellError(host, lookup.failure, format === 'json');
      else failures.push(lookup.failure);
    }
  } finally {
    // Also after an error: the records are paid for.
    printer.end();
    told.reached();
    await told.noted();
  }
  const passed = await series.passed();
  if (passed !== undefined) codes.push(exitCodes.credits);
  const code = gravest(codes);
  const first = failures.find(({ kind }) => exitCodeOf(kind) === code);
  if (passed !== undefined) tellError(host, passed, format === 'json');
  if (format === 'table') {
    if (!presentation.quiet) host.context.stderr.write(tallyText(counted));
    // People have read the service's own words.
    const after = first === undefined ? '' : afterServiceError(first, host.next);
    if (after !== '') host.context.stderr.write(`confere: ${after}\n`);
  } else if (passed === undefined) {
    const reason = first ?? withoutFailure(code, codes);
    if (reason !== undefined) tellError(host, reason, format === 'json', code);
  }
  host.finish(code);
  return code;
}

/** What sets the exit code where every identifier has an answer. */
function withoutFailure(code: ExitCode, codes: readonly ExitCode[]): ConfereError | undefined {
  const count = codes.filter((one) => one === code).length;
  if (code === exitCodes.partly)
    return new ConfereError('some_invalid', { count, of: 'identifiers' });
  return code === exitCodes.notFound ? new ConfereError('some_not_found', { count }) : undefined;
}

async function printerOf(host: Host, request: Lookups, ledger: Pick<Ledger, 'isOfSandbox'>) {
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

function codeOf({ answer, failure }: Lookup, { exitStatus }: Lookups): ExitCode {
  if (failure !== undefined) return exitCodeOf(failure.kind);
  if (answer.status === 'invalid') return exitCodes.partly;
  return answer.status === 'not_found' && exitStatus === true ? exitCodes.notFound : exitCodes.ok;
}
