import { defaults } from '../config/defaults.js';
import type { Context } from '../context.js';
import { asKnownError, ConfereError, type ErrorFacts, UsageError } from '../errors.js';
import { type ExitCode, exitCodeOf, exitCodes, gravest } from '../exit-codes.js';
import { type IdentifierKind, readTyped } from '../identifiers/index.js';
import type { Ledger } from '../ledger/index.js';
import { type Lookup, requireBirthDate } from '../lookups/answer.js';
import type { Keeping } from '../lookups/lookup.js';
import { createLookupSession, type LookupCall } from '../lookups/lookup.js';
import { listRule } from '../lookups/stop-rule.js';
import { t } from '../messages/index.js';
import { waitLine } from '../output/waiting.js';
import { exactCredits } from '../money/book.js';
import { whatItCost } from '../money/cost.js';
import { limitPrices } from '../money/price.js';
import { accountPrices } from '../money/read-balance.js';
import type { Format } from '../output/answer-printer.js';
import { afterServiceError } from '../output/errors.js';
import type { Place } from '../output/lookups/card.js';
import type { LiveLookups } from '../output/lookups/live-lookups.js';
import { createPrinter } from '../output/lookups/printer.js';
import {
  costLine,
  countedOf,
  createNews,
  invalidLookup,
  lookupSentence,
  shownLookup,
  tallyText,
} from '../output/lookups/sentences.js';
import { lookupFields } from '../output/lookups/values.js';
import { lookOf } from '../output/terminal/terminal.js';
import type { FieldPath } from '../records/fields.js';
import {
  createTold,
  formatByName,
  type Reader,
  watchReader,
  writingInto,
} from './lookup-output.js';
import { formatOf, type Host } from './shared/host.js';
import {
  define,
  duration,
  flag,
  nonNegative,
  type Opt,
  periodOptions,
  periodsOf,
  text,
  value,
  type Values,
} from './shared/option.js';
import { askYesOrNo, canAsk, confirmed, isAsked } from './shared/ask-user.js';
import { tellError } from './shared/tell.js';
import { inputsOf, refuseStdinTwice } from './shared/typed.js';
import { withAccount } from './shared/with-account.js';

const lookupOptions = () => ({
  maxCredits: value('--max-credits <n>', t.options.lookupMaxCredits, nonNegative),
  ...periodOptions(),
  fresh: flag('--fresh', t.options.fresh),
  reuse: duration('--reuse <age>', 'reuse', t.options.reuse),
  // Ms from now on.
  deadline: text('--deadline <duration>', t.options.lookupDeadline) as Opt<unknown> as Opt<
    number | undefined
  >,
  exitStatus: flag('--exit-status', t.options.exitStatus),
  output: text('-o, --output <file|->', t.options.records),
  overwrite: flag('--overwrite', t.options.overwrite),
});

const cpfOptions = () => ({
  ...lookupOptions(),
  realtime: flag('--realtime', t.options.realtime),
  birthDate: text('--birth-date <date>', t.options.birthDate),
});

export type LookupHost = Host<
  Values<typeof lookupOptions> & Partial<Pick<Values<typeof cpfOptions>, 'realtime' | 'birthDate'>>
>;

export const cpf = define(cpfOptions, (host, ids: string[]) => run('cpf', host, ids));
export const cnpj = define(lookupOptions, (host, ids: string[]) => run('cnpj', host, ids));
export const lookup = define(lookupOptions, (host, ids: string[]) => run(undefined, host, ids));

function run(kind: IdentifierKind | undefined, host: LookupHost, ids: readonly string[]) {
  const lookups = lookupsOf(kind, ids, host.options, host.context);
  return writingInto(host.context, host.options, (context) =>
    lookUp({ ...host, context, json: lookups.format === 'json' }, lookups),
  );
}

export interface Lookups {
  /** Undefined where each identifier shows its own. */
  readonly kind: IdentifierKind | undefined;
  readonly ids: readonly string[];
  /** The moment (epoch ms) from which paid records are reused; none are with `--fresh`. */
  readonly reuseSince: number;
  readonly deadline?: number;
  readonly format: Format;
  /** `--format table` with several identifiers: one table in place of a card each. */
  readonly inRows: boolean;
  readonly fields?: readonly FieldPath[];
}

/** @throws UsageError */
export function lookupsOf(
  kind: IdentifierKind | undefined,
  ids: readonly string[],
  options: LookupHost['options'],
  { clock }: Pick<Context, 'clock'>,
): Lookups {
  const now = clock.now();
  const { reuse, deadline, fields, fresh } = options;
  refuseContradictions(ids, options, now);
  // The name of a file says it, unless it ends like any text; an option that says something else is refused.
  const format = formatByName(options) ?? options.format;
  return {
    ...{ kind, ids },
    reuseSince: fresh === true ? Number.MAX_SAFE_INTEGER : now - reuse,
    format: formatOf({ ...options, format }),
    inRows: options.format === 'table' && (ids.length > 1 || ids.includes('-')),
    deadline: deadline === undefined ? undefined : now + deadline,
    fields: fields === undefined ? undefined : lookupFields(fields, kind ?? 'both'),
  };
}

function refuseContradictions(
  ids: readonly string[],
  { realtime, birthDate }: LookupHost['options'],
  now: number,
): void {
  refuseStdinTwice(ids);
  if (realtime !== true && birthDate === undefined) return;
  if (realtime !== true) throw new UsageError('needs_realtime', {});
  if (birthDate === undefined) throw new UsageError('needs_birth_date', {});
  requireBirthDate(birthDate, now);
  if (ids.length !== 1 || ids[0] === '-') throw new UsageError('one_cpf', {});
}

async function lookUp(host: LookupHost, lookups: Lookups): Promise<void> {
  const { deadline, ids } = lookups;
  // The wait is that for each answer; the series as a whole has no limit.
  const limits = { longestWait: defaults.longestWait.ms, deadline, stoppable: 'lookups' } as const;
  await withAccount(host, limits, async (open) => {
    const { client, ledger, keyFingerprint, stop, waits } = open;
    const { clock, told } = open.heartbeat;
    const { costs } = host.account;
    const keeping = { ledger, clock, keyFingerprint, holder: host.context.newId(), costs };
    const maxCredits = await askBeforeMany(host, lookups, keeping, stop);
    const live = await liveLookups(host, lookups);
    waits.shown = live.waiting;
    const reader = watchReader(host, ids);
    try {
      const until = { ...reader, stop: AbortSignal.any([stop, reader.gone]) };
      const asking = { ...keeping, client, stop: until.stop, live, told, maxCredits };
      const series = await createSeries(host, lookups, asking);
      const code = await lookUpAll(host, keeping, series, lookups, until);
      await tellCost(host, keeping, lookups, series.paid());
      // An unknown outcome is more important than the user's stop.
      if (stop.aborted && code !== exitCodes.unconfirmed) throw stop.reason;
    } finally {
      reader.forget();
    }
  });
}

async function tellCost(
  { context, quiet }: LookupHost,
  deps: Keeping,
  { format }: Lookups,
  records: ReturnType<LookupSeries['paid']>,
): Promise<void> {
  const isFree = Object.values(records).every((count) => count === 0);
  if (isFree || quiet || format === 'json' || format === 'jsonl') return;
  const cost = await whatItCost(deps, records, context.clock.now()).catch(asKnownError);
  if ('credits' in cost) context.stderr.write(costLine(cost));
}

async function lookUpAll(
  host: LookupHost,
  keeping: Keeping,
  series: LookupSeries,
  lookups: Lookups,
  { stop, mayLeave }: Pick<Reader, 'mayLeave'> & { readonly stop: AbortSignal },
): Promise<ExitCode> {
  const { ids, format } = lookups;
  const codes: ExitCode[] = [];
  const failures: ConfereError[] = [];
  const counted: ReturnType<typeof countedOf>[] = [];
  const isNews = createNews();
  const told = createTold(host, keeping);
  const printer = await printerOf(host, lookups, keeping.ledger);
  try {
    for await (const { text: input, ...typed } of inputsOf(host, ids, stop)) {
      // Nothing is paid for that will not be read: `| head -1` ends the series.
      if (stop.aborted) break;
      const wasOver = series.isOver();
      const lookup = await series.next(input).then(askAgain(host, series, lookups, stop));
      // It was not requested; the command's final error says so once.
      if (lookup.failure?.kind === 'interrupted' || lookup.failure?.kind === 'terminated') break;
      counted.push(countedOf(lookup));
      codes.push(codeOf(lookup, host.options.exitStatus));
      // People see once why no more requests are sent; a program gets an object for each identifier.
      if (isNews(lookup, wasOver) || format !== 'table') await printer.print(lookup, typed);
      told.printed(lookup);
      if (!lookups.inRows) told.reached();
      if (lookup.answer.source === 'api') await mayLeave();
      if (lookup.failure === undefined) continue;
      // A paid record does not show that it was not stored.
      if (lookup.answer.status === 'found') tellError(host, lookup.failure);
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
  host.finish(code);
  const first = failures.find(({ kind }) => exitCodeOf(kind) === code);
  if (passed !== undefined) tellError(host, passed);
  if (format === 'table') {
    if (!host.quiet) host.context.stderr.write(tallyText(counted));
    // People have read the service's own words.
    const after = first === undefined ? '' : afterServiceError(first, host.next);
    if (after !== '') host.context.stderr.write(`confere: ${after}\n`);
  } else if (passed === undefined) {
    const reason = first ?? withoutFailure(code, codes);
    if (reason !== undefined) tellError(host, reason, code);
  }
  return code;
}

function withoutFailure(code: ExitCode, codes: readonly ExitCode[]): ConfereError | undefined {
  const count = codes.filter((one) => one === code).length;
  if (code === exitCodes.partly)
    return new ConfereError('some_invalid', { count, of: 'identifiers' });
  return code === exitCodes.notFound ? new ConfereError('some_not_found', { count }) : undefined;
}

async function printerOf(
  host: LookupHost,
  { kind, format, fields, inRows }: Lookups,
  ledger: Pick<Ledger, 'isOfSandbox'>,
) {
  const { stdout, stderr, clock } = host.context;
  let { isSandbox } = host.account;
  const { print, end } = await createPrinter({
    ...{ stdout, stderr, kind, format, fields, inRows },
    look: lookOf(stdout, host.context, host),
    paintError: lookOf(stderr, host.context, host).paint,
    isSandbox: () => isSandbox,
    now: () => clock.now(),
  });
  const printOne = async (one: Lookup, typed: Place) => {
    // Only rows say so (contract, "Money", rule 5). A paid answer is printed also if the ledger fails.
    if (format === 'csv') isSandbox ||= await ledger.isOfSandbox().catch(() => false);
    print(format === 'table' ? shownLookup(one) : one, typed);
  };
  return { print: printOne, end };
}

async function liveLookups(host: LookupHost, { kind, ids }: Lookups): Promise<LiveLookups> {
  const { context } = host;
  if (context.stderr.isTTY !== true) return { during: (_, work) => work(), waiting: () => false };
  const { createLiveLookups } = await import('../output/lookups/live-lookups.js');
  const of = ids.includes('-') ? 0 : ids.length;
  return createLiveLookups(context, host, { kind, of });
}

function codeOf({ answer, failure }: Lookup, exitStatus: boolean | undefined): ExitCode {
  if (failure !== undefined) return exitCodeOf(failure.kind);
  if (answer.status === 'invalid') return exitCodes.partly;
  return answer.status === 'not_found' && exitStatus === true ? exitCodes.notFound : exitCodes.ok;
}

interface SeriesDeps extends Keeping, Pick<LookupCall, 'client' | 'stop'> {
  readonly live: LiveLookups;
  readonly told: () => void;
  readonly maxCredits: number | undefined;
}

type LookupSeries = Awaited<ReturnType<typeof createSeries>>;

/** `--fresh` covers what was in doubt before the series began, and nothing that arises in it. */
async function createSeries(
  host: LookupHost,
  { kind: asked, reuseSince, deadline = Infinity }: Lookups,
  { client, stop, live, told, maxCredits, ...keeping }: SeriesDeps,
) {
  const { birthDate, fresh } = host.options;
  const { ledger, clock } = keeping;
  const tell = (ms: number) => {
    if (live.waiting({ reason: 'settling', ms }) || host.quiet) return;
    host.context.stderr.write(waitLine({ reason: 'settling', ms }, clock.now()));
    told();
  };
  const session = createLookupSession({
    ...keeping,
    ...{ periods: periodsOf(host.options), maxCredits, stopRule: listRule, reusesOwn: true, tell },
    wording: (error) => lookupSentence(error, host.next),
  });
  const word = fresh === true ? await ledger.tick() : undefined;
  const paid = { cpf: 0, cnpj: 0, realtime: 0 };
  const lookUp = async (input: string, agreed: number | undefined): Promise<Lookup> => {
    const typed = readTyped(input, asked);
    // It is never sent, and never stops the others.
    if (!typed.valid) return invalidLookup(input, typed);
    const { kind, id } = typed;
    const own = { kind, reuseSince, birthDate, input, id, word: agreed };
    const until = Math.min(deadline, clock.now() + defaults.longestWait.ms);
    const lookup = await session.lookUp(own, { client, stop, until });
    if (lookup.answer.status === 'found' && lookup.answer.source === 'api')
      paid[birthDate === undefined ? kind : 'realtime'] += 1;
    return lookup;
  };
  return {
    paid: () => paid,
    /** The limit that the series passed, as far as it is known; undefined where it paid for nothing. */
    async passed(): Promise<ConfereError | undefined> {
      const isFree = Object.values(paid).every((count) => count === 0);
      // The answers were given: a ledger that cannot be read now changes none of them.
      return isFree ? undefined : session.passed().catch(() => undefined);
    },
    isOver: () => session.isOver(),
    next: (input: string) => live.during(input, () => lookUp(input, word)),
    /** Asks again although it may be charged a second time, as the user has just agreed. */
    again: async (input: string) => lookUp(input, await ledger.tick()),
  };
}

/** `--yes` is no answer: it was given before the doubt was known. */
function askAgain(
  host: LookupHost,
  series: LookupSeries,
  { ids, format }: Lookups,
  stop: AbortSignal,
): (lookup: Lookup) => Promise<Lookup> {
  // Typed identifiers and answers would come from the same stream.
  const isPossible = canAsk(host) && !ids.includes('-');
  return async (lookup) => {
    const { answer, failure } = lookup;
    if (!isPossible || failure?.code !== 'lookup_in_doubt' || series.isOver()) return lookup;
    const { price } = failure.facts as ErrorFacts['lookup_in_doubt'];
    const question = `${answer.error?.message ?? ''}\n${t.lookups.askAgain(price)}`;
    if (await askYesOrNo(host, question, stop)) return series.again(answer.input);
    // People have read the whole of it in the question.
    const isRead = format === 'table' && answer.error !== undefined;
    if (!isRead) return lookup;
    return {
      ...lookup,
      answer: { ...answer, error: { ...answer.error, message: t.lookups.notAgain } },
    };
  };
}

/** A user who types so many knows what they cost. */
const FEW = 20;

/** Returns the credits that may be spent. @throws ConfereError `declined`, UsageError `needs_yes` */
async function askBeforeMany(
  host: LookupHost,
  lookups: Lookups,
  keeping: Keeping,
  stop: AbortSignal,
): Promise<number | undefined> {
  const { ids } = lookups;
  const { maxCredits } = host.options;
  if (ids.length <= FEW || ids.includes('-') || !isAsked(host, maxCredits)) return maxCredits;
  const typed = ids.map((id) => readTyped(id, lookups.kind)).filter((one) => one.valid);
  const toSend = async (kind: IdentifierKind) => {
    const distinct = new Set(typed.filter((one) => one.kind === kind).map(({ id }) => id));
    const known = await keeping.ledger.paidAmong(kind, [...distinct], lookups.reuseSince);
    return distinct.size - known.size;
  };
  const [cpf, cnpj] = [await toSend('cpf'), await toSend('cnpj')];
  if (cpf + cnpj <= FEW) return maxCredits;
  const prices = limitPrices(await accountPrices(keeping));
  const most = exactCredits(cpf * prices.cpf + cnpj * prices.cnpj);
  const question = t.lookups.askToSend(cpf + cnpj, most);
  await confirmed(host, question, stop, 'sent');
  return most;
}
