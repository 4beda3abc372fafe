import { defaults } from '../config/defaults.js';
import { asKnownError, ConfereError, isStop, UsageError } from '../base/errors.js';
import type { ErrorFacts } from '../base/error-facts.js';
import type { RequestFacts } from '../base/facts.js';
import { type ExitCode, exitCodeOf, exitCodes, chooseGravest } from '../base/exit-codes.js';
import { type IdentifierKind, readTyped } from '../identifiers/index.js';
import { type Lookup, requireBirthDate } from '../lookups/answer.js';
import { createLookupSession, type Keeping } from '../lookups/lookup.js';
import { listRule } from '../lookups/stop-rule.js';
import { quoted, t } from '../messages/index.js';
import { exactCredits, pricesOf } from '../money/book.js';
import { whatItCost } from '../money/balance.js';
import { afterServiceError, asItCame, errorSentence } from '../output/errors.js';
import { createLiveLookups } from '../output/lookups/live-lookups.js';
import * as shown from '../output/lookups/sentences.js';
import { lookupFields } from '../output/lookups/values.js';
import { waitLine } from '../output/waiting.js';
import * as output from './lookup-output.js';
import { defineCommand, type Host } from './shared/command.js';
import * as option from './shared/option.js';
import { inputsOf, refuseStdinTwice } from './shared/typed.js';
import { askYesOrNo, canAsk, confirmed, isAsked, tellError } from './shared/user.js';
import { askWhyCharged } from './shared/why-charged.js';
import { type OpenAccount, withAccount } from './shared/with-account.js';

const { flag, text } = option;

const lookupOptions = () => ({
  maxCredits: option.value('--max-credits <n>', t.options.lookupMaxCredits, option.nonNegative),
  ...option.periodOptions(),
  ...option.termOptions(),
  allowOverage: flag('--allow-overage', t.options.allowOverage),
  fresh: flag('--fresh', t.options.fresh),
  reuse: option.duration('--reuse <age>', 'reuse', t.options.reuse),
  // Ms from now on.
  deadline: option.ms('--deadline <duration>', t.options.lookupDeadline),
  exitStatus: flag('--exit-status', t.options.exitStatus),
  output: text('-o, --output <file|->', t.options.records),
  overwrite: flag('--overwrite', t.options.overwrite),
});

const cpfOptions = () => ({
  ...lookupOptions(),
  realtime: flag('--realtime', t.options.realtime),
  birthDate: text('--birth-date <date>', t.options.birthDate),
});

type LookupHost = Host<
  option.Values<typeof lookupOptions> & { readonly realtime?: boolean; readonly birthDate?: string }
>;

export const cpf = defineCommand(cpfOptions, (host, ids: string[]) => run('cpf', host, ids));
export const cnpj = defineCommand(lookupOptions, (host, ids: string[]) => run('cnpj', host, ids));
export const lookup = defineCommand(lookupOptions, (host, ids: string[]) =>
  run(undefined, host, ids),
);

function run(kind: IdentifierKind | undefined, host: LookupHost, ids: readonly string[]) {
  const lookups = lookupsOf(kind, ids, host);
  return output.writingInto(host.context, host.options, (context) =>
    lookUp({ ...host, context, json: lookups.format === 'json' }, lookups),
  );
}

export type Lookups = ReturnType<typeof lookupsOf>;

/** `kind`: undefined where each identifier shows its own. @throws UsageError */
function lookupsOf(
  kind: IdentifierKind | undefined,
  ids: readonly string[],
  { context, options, format }: LookupHost,
) {
  const now = context.clock.now();
  const { reuse, deadline, fields, fresh } = options;
  refuseContradictions(ids, options, now);
  // The name of a file says it, unless it ends like any text; an option that says something else is refused.
  const named = output.formatByName(options);
  return {
    kind,
    ids,
    /** The moment (epoch ms) from which paid records are reused. */
    reuseSince: fresh === true ? Number.MAX_SAFE_INTEGER : now - reuse,
    format: options.json === true ? format : (named ?? format),
    /** One table in place of a card each. */
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
  const isOne = ids.length === 1 && ids[0] !== '-';
  if (realtime !== true || birthDate === undefined || !isOne)
    throw new UsageError('bad_realtime', {});
  requireBirthDate(birthDate, now);
}

async function lookUp(host: LookupHost, lookups: Lookups): Promise<void> {
  const { deadline, ids, kind, format } = lookups;
  const { context } = host;
  // The wait is that for each answer; the series as a whole has no limit.
  const limits = { longestWait: defaults.longestWait.ms, deadline, stoppable: 'lookups' } as const;
  const stopped = await withAccount(host, limits, async (open) => {
    const { ledger, keyFingerprint, stop, heartbeat } = open;
    const { terms } = host.account;
    const { clock } = heartbeat;
    const keeping = { ledger, clock, keyFingerprint, holder: context.newId(), terms };
    const maxCredits = await askBeforeMany(host, lookups, keeping, stop);
    const of = ids.includes('-') ? 0 : ids.length;
    const live = createLiveLookups(context, host, { kind, of });
    open.waits.shown = live.waiting;
    const reader = output.watchReader(host, ids);
    try {
      const until = AbortSignal.any([stop, reader.gone]);
      const within = { ...keeping, maxCredits };
      const series = await createSeries(host, lookups, { ...open, stop: until }, live, within);
      const ended = await printEach(host, keeping, series, lookups, until, reader.mayLeave);
      const code = tellEnd(host, ended, await series.passed(), format);
      const isSilent = host.quiet || format === 'json' || format === 'jsonl';
      if (!isSilent && !series.isFree()) {
        const cost = await whatItCost(keeping, series.paid, context.clock.now()).catch(
          asKnownError,
        );
        if ('credits' in cost) context.stderr.write(`${t.lookups.credits(cost)}\n`);
      }
      // An unknown outcome is more important than the user's stop.
      if (stop.aborted && code !== exitCodes.unconfirmed) throw stop.reason;
      return ended.find(({ failure }) => failure?.code === 'unexpected_charges')?.failure;
    } finally {
      reader.forget();
    }
  });
  await askWhyCharged(host, stopped);
}

/** Returns them without their records. */
async function printEach(
  host: LookupHost,
  keeping: Keeping,
  series: LookupSeries,
  lookups: Lookups,
  stop: AbortSignal,
  mayLeave: () => Promise<void>,
): Promise<readonly Lookup[]> {
  const all: Lookup[] = [];
  const isNews = shown.createNews();
  const told = output.createTold(host, keeping);
  const printer = await output.createPrinter(host, lookups, keeping);
  try {
    for await (const { text: input, ...typed } of inputsOf(host, lookups.ids, stop)) {
      // Nothing is paid for that will not be read: `| head -1` ends the series.
      if (stop.aborted) break;
      const wasOver = series.isOver();
      const lookup = await askAgain(host, series, lookups, stop, await series.next(input));
      const { answer, failure } = lookup;
      // It was not requested; the command's final error says so once.
      if (failure !== undefined && isStop(failure)) break;
      // People see once why no more requests are sent; a program gets an object for each identifier.
      if (isNews(lookup, wasOver) || lookups.format !== 'table') await printer.print(lookup, typed);
      told.printed(lookup);
      if (!lookups.inRows) told.reached();
      if (answer.source === 'api') await mayLeave();
      // A paid record does not show that it was not stored.
      if (failure !== undefined && answer.status === 'found') tellError(host, failure);
      all.push({ answer: { ...answer, data: undefined }, failure });
    }
  } finally {
    // Also after an error: the records are paid for.
    printer.end();
    told.reached();
    await told.noted();
  }
  return all;
}

/** One sentence for the exit code, which it returns. `passed`: the limit that the series passed. */
function tellEnd(
  host: LookupHost,
  all: readonly Lookup[],
  passed: ConfereError | undefined,
  format: Lookups['format'],
): ExitCode {
  const codes = all.map((one) => codeOf(one, host.options.exitStatus));
  const code = chooseGravest(passed === undefined ? codes : [...codes, exitCodes.credits]);
  host.finish(code);
  // Of a record that could not be stored it was told at once.
  const others = all.filter(({ answer }) => answer.status !== 'found');
  const first = others.find(({ failure }) => failure && exitCodeOf(failure.kind) === code)?.failure;
  if (passed !== undefined) tellError(host, passed);
  if (format === 'table' && host.quiet) {
    if (passed === undefined && first !== undefined) tellError(host, first, code);
  } else if (format === 'table') {
    host.context.stderr.write(shown.tallyText(all));
    // People have read the service's own words.
    const after = first === undefined ? '' : afterServiceError(first, host.next);
    if (after !== '') host.context.stderr.write(`confere: ${after}\n`);
  } else if (passed === undefined) {
    const count = codes.filter((one) => one === code).length;
    if (first !== undefined) tellError(host, first, code);
    else if (code === exitCodes.partly)
      tellError(host, new ConfereError('some_invalid', { count, of: 'identifiers' }), code);
    else if (code === exitCodes.notFound)
      tellError(host, new ConfereError('some_not_found', { count }), code);
  }
  return code;
}

function codeOf({ answer, failure }: Lookup, exitStatus: boolean | undefined): ExitCode {
  if (failure !== undefined) return exitCodeOf(failure.kind);
  if (answer.status === 'invalid') return exitCodes.partly;
  return answer.status === 'not_found' && exitStatus === true ? exitCodes.notFound : exitCodes.ok;
}

type LookupSeries = Awaited<ReturnType<typeof createSeries>>;

/** `--fresh` covers what was in doubt before the series began, and nothing that arises in it. */
async function createSeries(
  { options, quiet, context, next }: LookupHost,
  { kind: asked, reuseSince, deadline = Infinity, format }: Lookups,
  { client, stop, heartbeat }: OpenAccount,
  live: ReturnType<typeof createLiveLookups>,
  keeping: Keeping & { readonly maxCredits: number | undefined },
) {
  const { birthDate, fresh, allowOverage, maxCreditsPerDay, maxCreditsPerMonth } = options;
  const { ledger, clock } = keeping;
  const tell = (ms: number) => {
    if (live.waiting({ reason: 'settling', ms }) || quiet) return;
    context.stderr.write(waitLine({ reason: 'settling', ms }, clock.now()));
    heartbeat.told();
  };
  const said = format === 'table' ? quoted : asItCame;
  const wording = {
    sentence: (error: ConfereError) => errorSentence(error, next, said),
    doubt: ({ priceAgain }: RequestFacts) =>
      t.service.mayBeChargedLookup({ isFresh: next.isFresh, priceAgain }),
  };
  const session = createLookupSession({
    ...keeping,
    allowOverage,
    maxCreditsPerDay,
    maxCreditsPerMonth,
    rule: listRule,
    tell,
    wording,
  });
  const word = fresh === true ? await ledger.tick() : undefined;
  const paid = { cpf: 0, cnpj: 0, realtime: 0 };
  const isFree = () => Object.values(paid).every((count) => count === 0);
  const lookUp = async (input: string, agreed: number | undefined): Promise<Lookup> => {
    const typed = readTyped(input, asked);
    // It is never sent, and never stops the others.
    if (!typed.valid) return shown.invalidLookup(input, typed);
    const { kind, id } = typed;
    const own = { kind, reuseSince, birthDate, input, id, word: agreed };
    const until = Math.min(deadline, clock.now() + defaults.longestWait.ms);
    const lookup = await session.lookUp(own, { client, stop, until });
    if (lookup.answer.status === 'found' && lookup.answer.source === 'api')
      paid[birthDate === undefined ? kind : 'realtime'] += 1;
    return lookup;
  };
  return {
    paid,
    isFree,
    isOver: session.isOver,
    /** The limit that the series passed, if it paid: a ledger that cannot be read now changes no answer. */
    passed: async () => (isFree() ? undefined : session.passed(client).catch(() => undefined)),
    next: (input: string) => live.during(input, () => lookUp(input, word)),
    /** Asks again although it may be charged a second time, as the user has just agreed. */
    again: async (input: string) => lookUp(input, await ledger.tick()),
  };
}

/** `--yes` is no answer: it was given before the doubt was known. */
async function askAgain(
  host: LookupHost,
  series: LookupSeries,
  { ids, format }: Lookups,
  stop: AbortSignal,
  lookup: Lookup,
): Promise<Lookup> {
  const { answer, failure } = lookup;
  // Typed identifiers and answers would come from the same stream.
  const isPossible = canAsk(host) && !ids.includes('-') && !series.isOver();
  if (!isPossible || failure?.code !== 'lookup_in_doubt') return lookup;
  const { price } = failure.facts as ErrorFacts['lookup_in_doubt'];
  const question = `${answer.error?.message ?? ''}\n${t.lookups.askAgain(price)}`;
  if (await askYesOrNo(host, question, stop)) return series.again(answer.input);
  if (format !== 'table' || answer.error === undefined) return lookup;
  // People have read the whole of it in the question.
  const error = { ...answer.error, message: t.lookups.notAgain };
  return { ...lookup, answer: { ...answer, error } };
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
  if (ids.length <= FEW || ids.includes('-') || !isAsked(host)) return maxCredits;
  const typed = ids.map((id) => readTyped(id, lookups.kind)).filter((one) => one.valid);
  const toSend = async (kind: IdentifierKind) => {
    const distinct = new Set(typed.filter((one) => one.kind === kind).map(({ id }) => id));
    const known = await keeping.ledger.findPaidIds(kind, [...distinct], lookups.reuseSince);
    return distinct.size - known.size;
  };
  const [cpf, cnpj] = [await toSend('cpf'), await toSend('cnpj')];
  if (cpf + cnpj <= FEW) return maxCredits;
  const prices = pricesOf(keeping.terms);
  const most = exactCredits(cpf * prices.cpf + cnpj * prices.cnpj);
  const question = t.lookups.askToSend({ count: cpf + cnpj, most });
  await confirmed(host, question, stop, 'sent');
  return Math.min(most, maxCredits ?? Infinity);
}
