/** Synchronous functions of the engine. */
type Operations = Readonly<Record<string, (...given: never[]) => unknown>>;

type Asynchronous<T extends Operations> = {
  readonly [Name in keyof T]: (...given: Parameters<T[Name]>) => Promise<ReturnType<T[Name]>>;
};

/** Makes the synchronous operations asynchronous: an exception becomes a rejected promise. */
export function asynchronous<T extends Operations>(operations: T): Asynchronous<T> {
  const entries = Object.entries(operations).map(([name, operation]) => [
    name,
    // eslint-disable-next-line @typescript-eslint/require-await -- SQLite answers at once
    async (...given: never[]) => operation(...given),
  ]);
  return Object.fromEntries(entries) as Asynchronous<T>;
}
