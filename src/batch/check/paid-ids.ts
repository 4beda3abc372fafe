import type { IdentifierKind } from '../../identifiers/index.js';
import type { Ledger } from '../../ledger/index.js';

/** How many of some identifiers were paid for and would be answered by the ledger; each is named once. */
export type CountPaid = (kind: IdentifierKind, ids: readonly string[]) => number;

/** Counts identifiers by kind. */
export type Ids = Record<IdentifierKind, number>;

/** The ledger is asked for so many at a time: each call into the SQLite library costs more than a row. */
const AT_ONCE = 20_000;

export function noIds(): Ids {
  return { cpf: 0, cnpj: 0 };
}

/** Counts by the records of a ledger that are not older than `since` (epoch ms). */
export function paidIn({ records }: Pick<Ledger, 'records'>, since: number): CountPaid {
  const has = { cpf: records.haveSince('cpf', since), cnpj: records.haveSince('cnpj', since) };
  return (kind, ids) => (has[kind] ? records.newestAmong(kind, ids, since).size : 0);
}

/** Distinct identifiers, of which it counts those that were paid for; none where nobody says so. */
export class PaidIds {
  readonly #paid = noIds();
  readonly #held: Record<IdentifierKind, string[]> = { cpf: [], cnpj: [] };

  constructor(
    readonly count?: CountPaid,
    readonly atOnce = AT_ONCE,
  ) {}

  add(kind: IdentifierKind, id: string): void {
    if (this.count === undefined) return;
    if (this.#held[kind].push(id) === this.atOnce) this.#ask(kind);
  }

  finish(): Readonly<Ids> {
    this.#ask('cpf');
    this.#ask('cnpj');
    return this.#paid;
  }

  #ask(kind: IdentifierKind): void {
    const ids = this.#held[kind].splice(0);
    if (ids.length > 0) this.#paid[kind] += this.count?.(kind, ids) ?? 0;
  }
}
