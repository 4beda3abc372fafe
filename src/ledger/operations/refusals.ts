class Refusal<V> {
  constructor(readonly verdict: V) {}
}

/** Undoes the transaction; its verdict is the result of `orVerdict`. */
export function refuse(verdict: unknown): never {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- it never leaves `orVerdict`
  throw new Refusal(verdict);
}

/** An operation whose transaction may be refused. */
export function orVerdict<Given extends unknown[], V>(
  operation: (...given: Given) => Promise<V>,
): (...given: Given) => Promise<V> {
  return async (...given) => {
    try {
      return await operation(...given);
    } catch (error) {
      if (error instanceof Refusal) return (error as Refusal<V>).verdict;
      throw error;
    }
  };
}
