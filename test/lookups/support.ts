import { join } from 'node:path';
import { REQUESTER } from '../helpers/requester.js';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/base/clock.js';
import { openLedger } from '../../src/ledger/index.js';
import { errorSentence } from '../../src/messages/people.js';
import {
  createLookupSession,
  markDelivered,
  type LookupSession,
} from '../../src/lookups/lookup.js';
import type { LookupResult } from '../../src/lookups/answer.js';
import type { SessionRule } from '../../src/lookups/stop-rule.js';
import { createClient } from '../../src/service/index.js';
import { makeCpf } from '../helpers/invented.js';
import { newFolder } from '../helpers/files/scratch.js';
import {
  startReferee,
  type Fault,
  type Referee,
  type RefereeOptions,
} from '../helpers/referee/index.js';
import { refusal } from '../helpers/referee/wire.js';

/** A service, and the empty ledger to which each `connect` opens a connection, as another process has. */
export async function startWithLedger(clock: Clock, options: RefereeOptions = {}) {
  const server = await startReferee({ plan: 'Micro', ...options });
  onTestFinished(() => server.close());
  const folder = join(newFolder(), 'ledger');
  const connect = async (rate = 1e6) => {
    const ledger = await openLedger(folder, clock);
    const account = { baseUrl: server.url, apiKey: server.key, userAgent: 'test', clock };
    const client = createClient({ ...account, rate, realtimeRate: rate });
    onTestFinished(async () => {
      await client.close();
      await ledger.close();
    });
    return { ledger, client };
  };
  return { server, folder, connect };
}

/** The service's treatment of a request; after `down` a lookup is repeated three times. */
const FATES = {
  found: 'ok',
  missing: refusal(404, 'CPF não encontrado'),
  lost: 'drop_after',
  down: 503,
  refused: refusal(401, 'API Key inválida'),
} as const satisfies Readonly<Record<string, Fault>>;

export type Fate = keyof typeof FATES;

/** The next lookups, and the next real-time ones, meet these fates; all others are found. */
export function scriptFates(server: Referee, fates: readonly Fate[]): void {
  for (const on of ['GET /cpf/', 'POST /cpf/realtime'])
    server.script(on, ...fates.map((fate) => FATES[fate]));
}

/** The lookups that were asked for. */
export const lookupsAt = ({ log }: Referee) => log.filter((line) => !line.endsWith('/quota'));

/** Terms of a shared account, on which lookups run side by side at once: they wait for no agreement of the balance. */
export const SHARED = { shared: true, cpf: 1, realtime: 1.5 };

export interface Asked {
  /** The index of the invented CPF. */
  readonly n: number;
  readonly birthDate?: string;
  readonly isFresh?: boolean;
}

export interface SessionRules {
  readonly rule: SessionRule;
  readonly limit?: number;
  /** Requests per clock minute. */
  readonly rate?: number;
}

/** A session with an empty ledger. */
export async function startSession(fates: readonly Fate[], clock: Clock, rules: SessionRules) {
  const { rule, limit, rate = 1e6 } = rules;
  const { server, folder, connect } = await startWithLedger(clock);
  scriptFates(server, fates);
  const { ledger, client } = await connect(rate);
  const session: LookupSession = createLookupSession({
    ledger,
    clock,
    rule,
    maxCredits: limit,
    keyFingerprint: 'finger',
    holder: 'test',
    requester: REQUESTER,
    terms: SHARED,
    errorWriter: { writeSentence: errorSentence },
  });
  // The user consents to all of a list before it begins.
  const early = rule.reusesSessionRecords ? await ledger.tick() : undefined;
  const lookUp = async (
    { n, birthDate, isFresh = false }: Asked,
    stop = new AbortController().signal,
  ) => {
    const acceptsDoubtsUntil = isFresh ? (early ?? (await ledger.tick())) : undefined;
    const lookup = await session.lookUp(
      {
        kind: 'cpf',
        input: makeCpf(n),
        id: makeCpf(n),
        reuseSince: isFresh ? Number.MAX_SAFE_INTEGER : 0,
        birthDate,
        acceptsDoubtsUntil,
      },
      { client, stop, until: clock.now() + 1_800_000 },
    );
    await markDelivered({ ledger, clock }, lookup);
    return lookup;
  };
  return { server, session, ledger, folder, lookUp };
}

/** Returns an answer as one word: its status, its source if it is a record, or the code of its error. */
export function describeAnswer({
  answer: { status, source, error },
}: Pick<LookupResult, 'answer'>): string {
  if (status === 'found') return source ?? status;
  return status === 'error' ? (error?.code ?? status) : status;
}
