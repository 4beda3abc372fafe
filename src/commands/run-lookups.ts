import { createInterface } from 'node:readline';
import type { Context } from '../context.js';
import {
  lookUp,
  lookupError,
  type Lookup,
  type LookupDeps,
  type LookupRequest,
} from '../batch/lookup.js';
import { parseDuration } from '../config/duration.js';
import { UsageError, type ConfereError, type ErrorKind } from '../errors.js';
import { exitCodeOf, exitCodes, gravest, type ExitCode } from '../exit-codes.js';
import type { IdentifierKind } from '../identifiers/index.js';
import { lookupText } from '../output/lookup.js';
import { wantsJson, type Host } from './host.js';
import type { LookupFlags } from './lookup-flags.js';
import { listenForStop } from './stop-signal.js';
import { openAccount, openAccountLedger, openClient } from './session.js';

const PATIENCE = 30 * 60_000;
/** After these every further request would end the same way. */
const ENDS_ALL: ReadonlySet<ErrorKind> = new Set([
  'auth',
  'usage',
  'credits',
  'network',
  'interrupted',
]);

/** Looks identifiers up in the order they were given; each answer is printed as it comes. */
export async function runLookups(
  host: Host,
  kind: IdentifierKind,
  ids: readonly string[],
  flags: LookupFlags,
): Promise<void> {
  refuseContradictions(ids, flags);
  const { context } = host;
  const account = await openAccount(host, flags);
  const ledger = openAccountLedger(host, flags);
  const { stop, forget } = listenForStop(host);
  try {
    const now = context.clock.now();
    const client = await openClient(host, flags, account, ledger, {
      deadline: now + PATIENCE,
      stop,
    });
    const deps: LookupDeps = { client, ledger, clock: context.clock };
    const reuseSince =
      flags.fresh === true ? Number.MAX_SAFE_INTEGER : now - parseDuration(flags.reuse, '--reuse');
    const { birthDate } = flags;
    const common = { kind, reuseSince, ...(birthDate === undefined ? {} : { birthDate }) };
    const codes = await lookUpAll(host, deps, common, ids, flags, stop).finally(() =>
      client.close(),
    );
    host.finish(gravest(codes));
    if (stop.aborted) throw stop.reason;
  } finally {
    forget();
    ledger.close();
    await account.close();
  }
}

async function lookUpAll(
  host: Host,
  deps: LookupDeps,
  common: Omit<LookupRequest, 'input'>,
  ids: readonly string[],
  flags: LookupFlags,
  stop: AbortSignal,
): Promise<ExitCode[]> {
  const codes: ExitCode[] = [];
  let ended: ConfereError | undefined;
  const reader = { isGone: false };
  host.context.stdout.once('error', () => (reader.isGone = true));
  for await (const input of inputsOf(host.context, ids)) {
    // Nobody pays for what nobody reads: `| head -1` ends the series.
    if (reader.isGone || stop.aborted) break;
    const request = { ...common, input };
    const lookup = ended === undefined ? await lookUp(deps, request) : notAsked(request, ended);
    if (lookup.failure !== undefined && ENDS_ALL.has(lookup.failure.kind)) ended = lookup.failure;
    print(host.context, lookup, flags);
    codes.push(codeOf(lookup, flags));
  }
  return codes;
}

/** Arguments, with the lines of standard input in the place of `-`. */
async function* inputsOf({ stdin }: Context, ids: readonly string[]): AsyncGenerator<string> {
  for (const id of ids) {
    if (id !== '-') {
      yield id;
      continue;
    }
    for await (const line of createInterface({ input: stdin })) {
      if (line.trim() !== '') yield line.trim();
    }
  }
}

function notAsked({ input, kind }: LookupRequest, failure: ConfereError): Lookup {
  return {
    answer: { input, kind, id: null, status: 'error', error: lookupError(failure) },
    failure,
  };
}

function print({ stdout, stderr }: Context, { answer }: Lookup, flags: LookupFlags): void {
  if (wantsJson(flags)) {
    stdout.write(`${JSON.stringify(answer)}\n`);
    return;
  }
  const text = lookupText(answer);
  if (answer.status === 'found') stdout.write(text);
  else stderr.write(text);
}

function codeOf({ answer, failure }: Lookup, { exitStatus }: LookupFlags): ExitCode {
  if (failure !== undefined) return exitCodeOf(failure.kind);
  if (answer.status === 'invalid') return exitCodes.partly;
  return answer.status === 'not_found' && exitStatus === true ? exitCodes.notFound : exitCodes.ok;
}

function refuseContradictions(ids: readonly string[], { realtime, birthDate }: LookupFlags): void {
  if (realtime !== true && birthDate === undefined) return;
  if (realtime !== true)
    throw new UsageError('needs_realtime', '--birth-date belongs to --realtime.');
  if (birthDate === undefined) {
    throw new UsageError('needs_birth_date', 'A real-time lookup needs --birth-date DD/MM/YYYY.');
  }
  if (!/^(\d{2}\/\d{2}\/\d{4}|\d{8})$/.test(birthDate)) {
    throw new UsageError('bad_birth_date', 'The birth date must look like DD/MM/YYYY or DDMMYYYY.');
  }
  if (ids.length !== 1 || ids[0] === '-') {
    throw new UsageError('one_cpf', 'A real-time lookup takes one CPF.');
  }
}
