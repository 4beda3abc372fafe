import type { Database } from '../../sqlite/index.js';

class Refusal<V> {
  constructor(readonly verdict: V) {}
}

/** Runs `work` in one transaction. A value passed to `refuse` rolls it back and becomes the result. */
export function transactionOrVerdict<T, V>(
  db: Database,
  work: (refuse: (verdict: V) => never) => T,
): T | V {
  const refuse = (verdict: V): never => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- it never leaves this function
    throw new Refusal(verdict);
  };
  try {
    return db.transaction(() => work(refuse));
  } catch (error) {
    if (error instanceof Refusal) return (error as Refusal<V>).verdict;
    throw error;
  }
}
