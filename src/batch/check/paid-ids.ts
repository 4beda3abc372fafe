import { setImmediate } from 'node:timers/promises';
import { limitPrices } from '../../money/price.js';
import { accountPrices, type PriceDeps } from '../../money/read-balance.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { HitRates, Job, KnownIds, Ledger, Prices } from '../../ledger/index.js';

export type CountKnown = (kind: IdentifierKind, ids: readonly string[]) => Promise<KnownIds>;

export interface LedgerKnowledge {
  readonly countKnown?: CountKnown;
  readonly prices?: Prices;
  readonly rates?: HitRates;
}

/** Identifiers per query, and jobs that have as many. */
const AT_ONCE = 100_000;
const JOBS = 10;
const KINDS = ['cpf', 'cnpj'] as const;

const NONE: KnownIds = { ids: 0, answered: 0, paid: 0 };

export function added(one: KnownIds, other: KnownIds): KnownIds {
  return {
    ids: one.ids + other.ids,
    answered: one.answered + other.answered,
    paid: one.paid + other.paid,
  };
}

export function toAsk({ ids, answered, paid }: KnownIds): KnownIds {
  return { ids: ids - answered, answered: 0, paid: paid - answered };
}

/** Records fetched at or after `since` (epoch ms) answer. */
export async function ledgerKnowledge(deps: PriceDeps, since: number) {
  const { ledger } = deps;
  return {
    countKnown: (kind, ids) => ledger.knownAmong(kind, ids, since),
    prices: limitPrices(await accountPrices(deps)),
    rates: await ledger.hitRates(),
  } satisfies LedgerKnowledge;
}

/** `mayGoOn` throws after a signal. */
export async function knownOfJobs(
  ledger: Pick<Ledger, 'knownInJobs'>,
  batch: number,
  jobs: readonly Pick<Job, 'seq' | 'kind'>[],
  mayGoOn: () => void,
  since = Number.MAX_SAFE_INTEGER,
) {
  const known = { cpf: NONE, cnpj: NONE };
  for (const kind of KINDS) {
    const own = jobs.filter((job) => job.kind === kind).map(({ seq }) => seq);
    for (let from = 0; from < own.length; from += JOBS) {
      await setImmediate();
      mayGoOn();
      const some = own.slice(from, from + JOBS);
      known[kind] = added(known[kind], await ledger.knownInJobs(batch, kind, some, since));
    }
  }
  return known;
}

export function idCounter(count?: CountKnown, atOnce = AT_ONCE) {
  const counted = { cpf: NONE, cnpj: NONE };
  const held: Record<IdentifierKind, string[]> = { cpf: [], cnpj: [] };
  const askAbout = async (least: number) => {
    for (const kind of KINDS)
      while (held[kind].length >= least) {
        const ids = held[kind].splice(0, atOnce);
        const known = (await count?.(kind, ids)) ?? { ...NONE, ids: ids.length };
        counted[kind] = added(counted[kind], known);
      }
  };
  return {
    add: (kind: IdentifierKind, id: string) => void held[kind].push(id),
    askIfFull: () => askAbout(atOnce),
    async finish() {
      await askAbout(1);
      return counted;
    },
  };
}
