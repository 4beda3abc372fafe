import { limitPrices } from '../../money/price.js';
import { accountPrices, type PriceDeps } from '../../money/read-balance.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { HitRates, Ledger, Prices } from '../../ledger/index.js';

/** How many of these identifiers have a paid record in the ledger; each identifier occurs once. */
export type CountPaid = (kind: IdentifierKind, ids: readonly string[]) => Promise<number>;

/** What the ledger knows about the cost of a file; what is left out is not known. */
export interface LedgerKnowledge {
  readonly countPaid?: CountPaid;
  /** Credits of a found record on this account. */
  readonly prices?: Prices;
  /** How often identifiers were found before. */
  readonly rates?: HitRates;
}

/** A count per kind. */
export type Ids = Record<IdentifierKind, number>;

/** Identifiers per query. Each call into the SQLite library costs more than a row. */
const AT_ONCE = 20_000;
const KINDS = ['cpf', 'cnpj'] as const;

export function noIds(): Ids {
  return { cpf: 0, cnpj: 0 };
}

/** Counts identifiers with a record fetched at or after `since` (epoch ms). */
export function paidIn(
  ledger: Pick<Ledger, 'kindsPaidSince' | 'paidAmong'>,
  since: number,
): CountPaid {
  let kinds: Promise<readonly IdentifierKind[]> | undefined;
  return async (kind, ids) => {
    kinds ??= ledger.kindsPaidSince(since);
    if (!(await kinds).includes(kind)) return 0;
    return (await ledger.paidAmong(kind, ids, since)).size;
  };
}

/** What the ledger knows about the cost of a file; records fetched at or after `since` (epoch ms) answer. */
export async function ledgerKnowledge(
  deps: PriceDeps,
  since: number,
): Promise<Required<LedgerKnowledge>> {
  const rates = await deps.ledger.hitRates();
  const prices = limitPrices(await accountPrices(deps));
  return { countPaid: paidIn(deps.ledger, since), prices, rates };
}

/** Distinct identifiers, and how many of them are paid; zero without a ledger to ask. */
export class PaidIds {
  readonly #paid = noIds();
  readonly #held: Record<IdentifierKind, string[]> = { cpf: [], cnpj: [] };

  constructor(
    readonly count?: CountPaid,
    readonly atOnce = AT_ONCE,
  ) {}

  add(kind: IdentifierKind, id: string): void {
    if (this.count !== undefined) this.#held[kind].push(id);
  }

  /** Queries the ledger if enough identifiers were added. */
  async askIfFull(): Promise<void> {
    for (const kind of KINDS) while (this.#held[kind].length >= this.atOnce) await this.#ask(kind);
  }

  async finish(): Promise<Readonly<Ids>> {
    await this.askIfFull();
    for (const kind of KINDS) await this.#ask(kind);
    return this.#paid;
  }

  async #ask(kind: IdentifierKind): Promise<void> {
    const ids = this.#held[kind].splice(0, this.atOnce);
    if (ids.length > 0) this.#paid[kind] += (await this.count?.(kind, ids)) ?? 0;
  }
}
