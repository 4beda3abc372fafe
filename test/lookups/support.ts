import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/clock.js';
import { openLedger } from '../../src/ledger/index.js';
import { errorSentence } from '../../src/output/errors.js';
import { createLookupSession, type LookupSession } from '../../src/lookups/lookup.js';
import type { Lookup } from '../../src/lookups/answer.js';
import { markShown } from '../../src/lookups/lookup.js';
import type { StopRule } from '../../src/lookups/stop-rule.js';
import { createClient } from '../../src/service/index.js';
import { json, startServer } from '../helpers/http-server.js';
import { makeCpf, record } from '../helpers/invented.js';
import { putEmptyLedger } from '../helpers/files/empty-ledger.js';

/**
 * What the service does with a request. `lost` may have been charged; `down` is a failure without a
 * charge, after which a lookup is repeated three times.
 */
export type Fate = 'found' | 'missing' | 'lost' | 'down' | 'refused';

const refusal = (error: string) => ({ success: false, error });

/** A service that answers each request as `fates` say, then finds everything. */
export async function startFates(fates: readonly Fate[]) {
  const left = [...fates];
  const server = await startServer(({ method, path, body }, response) => {
    if (path === '/quota') {
      json(response, 503, refusal('usage_unavailable'));
      return;
    }
    const id =
      method === 'POST' ? (JSON.parse(body) as { readonly cpf: string }).cpf : path.slice(-11);
    switch (left.shift() ?? 'found') {
      case 'found':
        json(response, 200, { success: true, data: record('cpf', id) });
        break;
      case 'missing':
        json(response, 404, refusal('CPF não encontrado'));
        break;
      case 'refused':
        json(response, 401, refusal('API Key inválida'));
        break;
      case 'down':
        json(response, 503, refusal('SERVICE_UNAVAILABLE'));
        break;
      case 'lost':
        response.destroy();
    }
  });
  onTestFinished(() => server.close());
  return server;
}

export interface Asked {
  /** The index of the invented CPF. */
  readonly n: number;
  readonly birthDate?: string;
  readonly isFresh?: boolean;
}

export interface SessionRules {
  readonly stopRule: StopRule;
  readonly reusesOwn?: boolean;
  readonly limit?: number;
  /** Requests per clock minute. */
  readonly rate?: number;
}

/** A session with an empty ledger. */
export async function startSession(fates: readonly Fate[], clock: Clock, rules: SessionRules) {
  const { stopRule, reusesOwn = false, limit, rate = 1e6 } = rules;
  const server = await startFates(fates);
  const folder = await mkdtemp(join(tmpdir(), 'confere-lookups-'));
  putEmptyLedger(join(folder, 'ledger'));
  const ledger = await openLedger(join(folder, 'ledger'), clock);
  const account = { baseUrl: server.url, apiKey: 'sk', userAgent: 'test', clock };
  const client = createClient({ ...account, rate, realtimeRate: rate });
  const session: LookupSession = createLookupSession({
    ...{ ledger, clock, stopRule, reusesOwn, maxCredits: limit },
    ...{ keyFingerprint: 'finger', holder: 'test', costs: { cpf: 1, realtime: 1.5 } },
    wording: errorSentence,
  });
  onTestFinished(async () => {
    await client.close();
    await ledger.close();
    await rm(folder, { recursive: true, force: true });
  });
  // The word of a list is given before it begins.
  const early = reusesOwn ? await ledger.tick() : undefined;
  const lookUp = async (
    { n, birthDate, isFresh = false }: Asked,
    stop = new AbortController().signal,
  ) => {
    const word = isFresh ? (early ?? (await ledger.tick())) : undefined;
    const lookup = await session.lookUp(
      {
        ...{ kind: 'cpf', input: makeCpf(n), id: makeCpf(n) },
        reuseSince: isFresh ? Number.MAX_SAFE_INTEGER : 0,
        ...{ birthDate, word },
      },
      { client, stop, until: clock.now() + 1_800_000 },
    );
    await markShown({ ledger, clock }, lookup);
    return lookup;
  };
  return { server, session, ledger, folder: join(folder, 'ledger'), lookUp };
}

/** An answer as one word: its status, its source if it is a record, or the code of its error. */
export function told({ answer: { status, source, error } }: Pick<Lookup, 'answer'>): string {
  if (status === 'found') return source ?? status;
  return status === 'error' ? (error?.code ?? status) : status;
}
