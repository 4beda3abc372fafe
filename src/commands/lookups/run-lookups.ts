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
import { say } from '../../text/index.js';

/** Looks identifiers up in the order they were given; each answer is printed as it comes. */
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
  const { stop, forget } = listenForStop(
    host,
    say`Stopped; what was printed is answered, and the rest was not asked.`,
  );
  try {
    const client = await openClient(host, flags, account, ledger, { ...limits, stop });
    const series = createSeries({ client, ledger, clock: context.clock, stop }, wanted);
    const code = await lookUpAll(host, series, ids, flags, stop, print).finally(() =>
      client.close(),
    );
    // A doubt about money is graver than the wish to stop.
    if (stop.aborted && code !== exitCodes.unconfirmed) throw stop.reason;
  } finally {
    forget();
    await ledger.close();
    await account.close();
  }
}

/** Identifiers that are given at once, in their order. */
interface LookupSeries {
  /** Whether nothing is asked any more; what follows gets the error that ended the series. */
  isOver(): boolean;
  /** An invalid identifier never reaches the service and never stops the rest. */
  next(input: string): Promise<Lookup>;
}

function createSeries(
  { client, stop, ...keeping }: Keeping & LookupCall,
  wanted: Omit<LookupRequest, 'input' | 'id'>,
): LookupSeries {
  const budget = createBudget(Infinity);
  const rules = { budget, stopRule: listRule, reusesOwn: true };
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
    // Nobody pays for what nobody reads: `| head -1` ends the series.
    if (reader.isGone || stop.aborted) break;
    const wasOver = series.isOver();
    const lookup = await series.next(input);
    // It was not asked: the error that ends the command says so, once.
    if (lookup.failure?.kind === 'interrupted' || lookup.failure?.kind === 'terminated') break;
    tally.count(lookup);
    codes.push(codeOf(lookup, flags));
    // People read why nothing more is asked once; a program gets its object for each identifier.
    const isNews = !wasOver || lookup.answer.error?.code !== 'not_asked';
    if (isNews || formatOf(flags) !== 'table') print(lookup);
    host.context.stderr.write(unstored(lookup, flags));
  }
  if (formatOf(flags) === 'table' && flags.quiet !== true) host.context.stderr.write(tally.text());
  const code = gravest(codes);
  host.finish(code);
  return code;
}

/** A record that was paid for and not stored: nothing in the record itself says so. */
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
  // For each answer; a series as a whole takes as long as it takes.
  const longestWait = defaults.longestWait.ms;
  if (deadline === undefined) return { longestWait };
  return { longestWait, deadline: now + parseDuration(deadline, '--deadline') };
}

function codeOf({ answer, failure }: Lookup, { exitStatus }: LookupFlags): ExitCode {
  if (failure !== undefined) return exitCodeOf(failure.kind);
  if (answer.status === 'invalid') return exitCodes.partly;
  return answer.status === 'not_found' && exitStatus === true ? exitCodes.notFound : exitCodes.ok;
}
