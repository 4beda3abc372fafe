import type { IdentifierKind } from '../../identifiers/index.js';
import type { Ledger } from '../../ledger/index.js';

/** How many of some identifiers were paid for and would be answered by the ledger; each is named once. */
export type CountPaid = (kind: IdentifierKind, ids: readonly string[]) => Promise<number>;

/** Counts identifiers by kind. */
export type Ids = Record<IdentifierKind, number>;

/** The ledger is asked for so many at a time: each call into the SQLite library costs more than a row. */
const AT_ONCE = 20_000;
const KINDS = ['cpf', 'cnpj'] as const;

export function noIds(): Ids {
  return { cpf: 0, cnpj: 0 };
}

/** Counts by the records of a ledger that are not older than `since` (epoch ms). */
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

/** Distinct identifiers, of which it counts those that were paid for; none where nobody says so. */
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

  /** Asks for those that were added, where there are enough of them. */
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
