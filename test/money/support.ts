import type {
  BalanceBook,
  BalanceReading,
  ChargeableRequest,
  Ledger,
} from '../../src/ledger/index.js';

export type Given = readonly [after: number, used: number, more?: Partial<BalanceReading>];

/** Readings whose answers were stored at these ticks, a second for each tick. */
export function readings(...given: readonly Given[]): BalanceReading[] {
  return given.map(([after, used, more]) => ({
    ...{ before: after - 1, after, at: after * 1000, plan: 'Básico', used, remaining: 1000 - used },
    ...more,
  }));
}

export function request(given: Partial<ChargeableRequest>): ChargeableRequest {
  const facts = {
    kind: 'cpf',
    begun: 1,
    ended: null,
    endedAt: null,
    found: 0,
    items: 10,
    isDoubtful: false,
    isAdopted: false,
  } as const;
  // Each tick is a second.
  const endedAt = given.ended == null ? null : given.ended * 1000;
  return { ...facts, endedAt, ...given };
}

/** A ledger that knows these accounts, each by a key of its name; `finger` is of the first. */
export function ledgerOf(books: Readonly<Record<string, BalanceBook>>): Ledger {
  const accounts = Object.keys(books).map((account) => ({ account, keys: [account] }));
  const known = {
    accounts: () => Promise.resolve(accounts),
    accountOf: () => Promise.resolve(accounts[0]?.account),
    balanceBook: (account: string) => Promise.resolve(books[account]),
  };
  return known as unknown as Ledger;
}
