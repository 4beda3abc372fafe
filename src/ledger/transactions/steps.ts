import type { Tables as SqliteTables } from '../sqlite/tables/index.js';
import type { Holders } from '../sqlite/holders.js';

/**
 * What a transaction does, one statement after the other: `const job = yield* jobs.get(batch, seq)`. It is written
 * once: SQLite runs it in one go, because between two awaits another task's statements would slip into the
 * transaction, and an engine behind a network awaits each statement.
 */
export type Steps<T> = Generator<() => unknown, T, unknown>;

type Methods = Readonly<Record<string, (...given: never[]) => unknown>>;

type AsSteps<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Steps<Awaited<Result>>
    : never;
};

/** The statements of every engine, as steps. Readers of whole batches are not among them: they are no transactions. */
export type Tables = {
  readonly [Table in Exclude<keyof SqliteTables, 'answers' | 'slots'>]: AsSteps<
    SqliteTables[Table]
  >;
} & { readonly holders: AsSteps<Pick<Holders, 'hold' | 'lives'>> };

/** Tables as steps, and how many of these were asked for and never taken. */
export interface StepTables {
  readonly tables: Tables;
  readonly untaken: () => number;
}

/** `tables`: the statements of an engine, which answer at once or with a promise. */
export function asSteps(tables: { readonly [Table in keyof Tables]: object }): StepTables {
  let asked = 0;
  const stepOf = (work: () => unknown): Steps<unknown> => {
    asked += 1;
    return take(() => {
      asked -= 1;
      return work();
    });
  };
  const methodsOf = (methods: Methods) =>
    Object.entries(methods).map(([name, method]) => {
      return [name, (...given: never[]) => stepOf(() => method(...given))];
    });
  const made: Record<string, unknown> = {};
  for (const [table, methods] of Object.entries(tables))
    made[table] = Object.fromEntries(methodsOf(methods as Methods));
  return { tables: made as unknown as Tables, untaken: () => asked };
}

function* take(work: () => unknown): Steps<unknown> {
  const result: unknown = yield work;
  return result;
}

/** Runs all steps in one go. */
export function runAtOnce<T>(
  work: (tables: Tables) => Steps<T>,
  { tables, untaken }: StepTables,
): T {
  const before = untaken();
  const steps = work(tables);
  let next = steps.next();
  while (next.done !== true) next = steps.next(next.value());
  if (untaken() !== before) throw forgotten();
  return next.value;
}

/** Without `yield*` a statement would never run. */
function forgotten(): Error {
  return new Error('Statement not taken');
}
/** Awaits each step. `tables` must be those of one transaction alone. */
export async function runInTurn<T>(
  work: (tables: Tables) => Steps<T>,
  { tables, untaken }: StepTables,
): Promise<T> {
  const before = untaken();
  const steps = work(tables);
  let next = steps.next();
  while (next.done !== true) next = steps.next(await next.value());
  if (untaken() !== before) throw forgotten();
  return next.value;
}
