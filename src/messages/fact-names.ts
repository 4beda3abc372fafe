export type NumberName =
  | ('job' | 'items' | 'count' | 'number' | 'found' | 'objects' | 'findings' | 'identifiers')
  | ('rows' | 'row' | 'line' | 'batches' | 'most' | 'longest' | 'port' | 'last' | 'gigabytes')
  /** In credits. */
  | ('worstCase' | 'cost' | 'price' | 'spent' | 'limit' | 'left' | 'balance')
  | ('maxCredits' | 'creditsLeft')
  | ('remaining' | 'min' | 'total' | 'rest' | 'unnamed' | 'seq' | 'seconds' | 'jobs');

/** The facts of errors that are no texts: each has one type, wherever it is named. */
interface Typed extends Record<NumberName, number> {
  readonly column: string | number;
  readonly given: string | number;
  /** What was probably meant. */
  readonly near: string | undefined;
  readonly meant: readonly string[];
  readonly known: readonly string[];
  readonly keys: readonly string[];
  readonly ids: readonly string[];
  readonly formats: readonly string[];
  readonly statuses: readonly string[];
  readonly choices: readonly string[];
}

/** The facts of an error by their names. */
export type Of<Name extends string> = {
  readonly [N in Name]: N extends keyof Typed ? Typed[N] : string;
};
