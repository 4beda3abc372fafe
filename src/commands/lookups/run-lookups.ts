import type { Keeping } from '../../lookups/kept-records.js';
import type { Lookup, LookupRequest } from '../../lookups/lookup.js';
import { createLookupSession, type LookupCall } from '../../lookups/lookup-session.js';
import { createBudget } from '../../lookups/session-budget.js';
import { listRule } from '../../lookups/stop-rule.js';
import { defaults } from '../../config/defaults.js';
import { parseDuration } from '../../config/duration.js';
import { exitCodeOf, exitCodes, gravest, type ExitCode } from '../../exit-codes.js';
import { readTyped, type IdentifierKind } from '../../identifiers/index.js';
import { errorLine } from '../../output/error-line.js';
import { lookupFields } from '../../output/lookups/lookup-fields.js';
import { lookupSentence } from '../../output/lookups/lookup-sentence.js';
import { invalidLookup } from '../../output/lookups/invalid-lookup.js';
import { createPrinter } from '../../output/lookups/lookup-printer.js';
import { createTally } from '../../output/lookups/lookup-tally.js';
import { lookOf } from '../../output/terminal/terminal.js';
import { formatOf } from '../shared/format.js';
import { isSandbox, type Host } from '../shared/host.js';
import { inputsOf } from '../shared/identifier-inputs.js';
import { refuseContradictions, reuseSince, type LookupFlags } from './lookup-flags.js';
import { openAccountLedger } from '../shared/account-ledger.js';
import { openAccount, openClient } from '../shared/session.js';
import { listenForStop } from '../shared/stop-signal.js';

/** Looks up identifiers in the given order; prints each answer when it arrives. */
export async function runLookups(
  host: Host,
  kind: IdentifierKind,
  ids: readonly string[],
  flags: LookupFlags,
): Promise<void> {
  const { context } = host;
  const now = context.clock.now();
  refuseContradictions(ids, flags, now);
  const wanted = { kind, reuseSince: reuseSince(flags, now), ...birthDateOf(flags) };
  const limits = limitsOf(flags, now);
  const print = printerOf(host, kind, flags);
  const account = await openAccount(host, flags);
  const ledger = await openAccountLedger(host, flags);
  const { stop, forget } = listenForStop(host, 'lookups');
  try {
    const client = await openClient(host, flags, account, ledger, { ...limits, stop });
    const series = createSeries({ client, ledger, clock: context.clock, stop }, wanted);
    const code = await lookUpAll(host, series, ids, flags, stop, print).finally(() =>
      client.close(),
    );
    // An unknown outcome is more important than the user's stop.
    if (stop.aborted && code !== exitCodes.unconfirmed) throw stop.reason;
  } finally {
    forget();
    await ledger.close();
    await account.close();
  }
}

/** Identifiers given together, in their order. */
interface LookupSeries {
  /** Whether no more requests are sent; the remaining identifiers get the error that ended the series. */
  isOver(): boolean;
  /** An invalid identifier is never sent and never stops the others. */
  next(input: string): Promise<Lookup>;
}

function createSeries(
  { client, stop, ...keeping }: Keeping & LookupCall,
  wanted: Omit<LookupRequest, 'input' | 'id'>,
): LookupSeries {
  const budget = createBudget(Infinity);
  const rules = { budget, stopRule: listRule, reusesOwn: true, wording: lookupSentence };
  const session = createLookupSession({ ...keeping, ...rules });
  return {
    isOver: () => session.isOver(),
    async next(input) {
      const typed = readTyped(input, wanted.kind);
      if (!typed.valid) return invalidLookup(input, wanted.kind, typed);
      return session.lookUp({ ...wanted, input, id: typed.id }, { client, stop });
    },
  };
}

async function lookUpAll(
  host: Host,
  series: LookupSeries,
  ids: readonly string[],
  flags: LookupFlags,
  stop: AbortSignal,
  print: (lookup: Lookup) => void,
): Promise<ExitCode> {
  const codes: ExitCode[] = [];
  const tally = createTally();
  const reader = { isGone: false };
  host.context.stdout.once('error', () => (reader.isGone = true));
  for await (const input of inputsOf(host, ids, flags, stop)) {
    // Nothing is paid for that will not be read: `| head -1` ends the series.
    if (reader.isGone || stop.aborted) break;
    const wasOver = series.isOver();
    const lookup = await series.next(input);
    // It was not requested; the command's final error says so once.
    if (lookup.failure?.kind === 'interrupted' || lookup.failure?.kind === 'terminated') break;
    tally.count(lookup);
    codes.push(codeOf(lookup, flags));
    // People see once why no more requests are sent; a program gets an object for each identifier.
    const isNews = !wasOver || lookup.answer.error?.code !== 'not_asked';
    if (isNews || formatOf(flags) !== 'table') print(lookup);
    host.context.stderr.write(unstored(lookup, flags));
  }
  if (formatOf(flags) === 'table' && flags.quiet !== true) host.context.stderr.write(tally.text());
  const code = gravest(codes);
  host.finish(code);
  return code;
}

/** A note for a paid record that was not stored, because the record itself does not show it. */
function unstored({ answer, failure }: Lookup, flags: LookupFlags): string {
  if (failure === undefined || answer.status !== 'found') return '';
  return errorLine(failure, exitCodeOf(failure.kind), formatOf(flags) === 'json');
}

function printerOf(host: Host, kind: IdentifierKind, flags: LookupFlags): (lookup: Lookup) => void {
  const { stdout, stderr, clock } = host.context;
  return createPrinter({
    ...{ stdout, stderr, kind },
    format: formatOf(flags),
    look: lookOf(stdout, host.context, flags),
    isSandbox: isSandbox(host.context, flags),
    now: () => clock.now(),
    ...(flags.fields === undefined ? {} : { fields: lookupFields(flags.fields, kind) }),
  });
}

function birthDateOf({ birthDate }: LookupFlags) {
  return birthDate === undefined ? {} : { birthDate };
}

function limitsOf({ deadline }: LookupFlags, now: number) {
  // Applies to each answer; the series as a whole has no limit.
  const longestWait = defaults.longestWait.ms;
  if (deadline === undefined) return { longestWait };
  return { longestWait, deadline: now + parseDuration(deadline, '--deadline') };
}

function codeOf({ answer, failure }: Lookup, { exitStatus }: LookupFlags): ExitCode {
  if (failure !== undefined) return exitCodeOf(failure.kind);
  if (answer.status === 'invalid') return exitCodes.partly;
  return answer.status === 'not_found' && exitStatus === true ? exitCodes.notFound : exitCodes.ok;
}
