/** What runs in one go inside the engine. */
type Operations = Readonly<Record<string, (...given: never[]) => unknown>>;

type Asynchronous<T extends Operations> = {
  readonly [Name in keyof T]: (...given: Parameters<T[Name]>) => Promise<ReturnType<T[Name]>>;
};

/** Operations as the ledger has them: what one throws is the rejection of its promise. */
export function asynchronous<T extends Operations>(operations: T): Asynchronous<T> {
  const entries = Object.entries(operations).map(([name, operation]) => [
    name,
    // eslint-disable-next-line @typescript-eslint/require-await -- SQLite answers at once
    async (...given: never[]) => operation(...given),
  ]);
  return Object.fromEntries(entries) as Asynchronous<T>;
}
