import { join } from 'node:path';
import { REQUESTER } from '../helpers/requester.js';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/base/clock.js';
import { openLedger } from '../../src/ledger/index.js';
import { errorSentence } from '../../src/messages/people.js';
import {
  createLookupSession,
  markDelivered,
  type LookupSessionOptions,
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

/** A service, and an empty ledger with sessions, each with a connection of its own, as another process has. */
export async function startWithLedger(clock: Clock, options: RefereeOptions = {}) {
  const server = await startReferee({ plan: 'Micro', ...options });
  onTestFinished(() => server.close());
  const folder = join(newFolder(), 'ledger');
  const session = async (rules: SessionRules) => {
    const { wait = 1_800_000, rate = 1e6, limit, ...own } = rules;
    const ledger = await openLedger(folder, clock);
    const account = { baseUrl: server.url, apiKey: server.key, userAgent: 'test', clock };
    const client = createClient({ ...account, rate, realtimeRate: rate });
    onTestFinished(async () => {
      await client.close();
      await ledger.close();
    });
    const lookups = createLookupSession({
      ledger,
      clock,
      maxCredits: limit,
      keyFingerprint: 'finger',
      holder: 'test',
      requester: REQUESTER,
      errorWriter: { writeSentence: errorSentence },
      ...own,
    });
    // The user consents to all of a list before it begins.
    const early = rules.rule.reusesSessionRecords ? await ledger.tick() : undefined;
    return {
      ledger,
      lookUp: async (asked: Asked) => {
        const { n, birthDate, isFresh = false } = asked;
        const acceptsDoubtsUntil = isFresh ? (early ?? (await ledger.tick())) : undefined;
        const reuseSince = isFresh ? Number.MAX_SAFE_INTEGER : 0;
        const [input, until] = [makeCpf(n), clock.now() + wait];
        const lookup = await lookups.lookUp(
          { kind: 'cpf', input, id: input, reuseSince, birthDate, acceptsDoubtsUntil },
          { client, stop: new AbortController().signal, until },
        );
        await markDelivered({ ledger, clock }, lookup);
        return lookup;
      },
    };
  };
  return { server, session };
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
  readonly holder?: string;
  readonly terms?: LookupSessionOptions['terms'];
  readonly limit?: number;
  /** Requests per clock minute. */
  readonly rate?: number;
  /** How long (ms) a lookup may wait. */
  readonly wait?: number;
}

/** A session with an empty ledger, on a shared account. The next lookups meet these fates; all others are found. */
export async function startSession(fates: readonly Fate[], clock: Clock, rules: SessionRules) {
  const world = await startWithLedger(clock);
  for (const on of ['GET /cpf/', 'POST /cpf/realtime'])
    world.server.script(on, ...fates.map((fate) => FATES[fate]));
  return { ...world, ...(await world.session({ ...rules, terms: SHARED })) };
}

/** Returns an answer as one word: its status, its source if it is a record, or the code of its error. */
export function describeAnswer({
  answer: { status, source, error },
}: Pick<LookupResult, 'answer'>): string {
  if (status === 'found') return source ?? status;
  return status === 'error' ? (error?.code ?? status) : status;
}
