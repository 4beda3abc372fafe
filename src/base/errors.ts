import type { ErrorCode, ErrorFacts } from './error-facts.js';
import { findErrorKind } from './error-kinds.js';
import type { ErrorKind } from './facts.js';

/** Returns Node's code of an error, or `''`. */
export function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The content of an error: a code, its facts, and its cause. */
export type ErrorArguments = {
  [C in ErrorCode]: [code: C, facts: ErrorFacts[C], options?: ErrorOptions];
}[ErrorCode];

/**
 * An error that users can understand: a code and facts, from which `src/messages` makes a sentence for each reader.
 */
export class ConfereError extends Error {
  override readonly name: string = 'ConfereError';
  readonly kind: ErrorKind;
  /** Stable and machine-readable, snake_case. */
  readonly code: ErrorCode;
  readonly facts: ErrorFacts[ErrorCode];

  constructor(...[code, facts, options]: ErrorArguments) {
    super(describeForDevelopers(code, facts), options);
    this.kind = findErrorKind(code, facts);
    this.code = code;
    this.facts = facts;
  }
}

/** Wrong usage, unreadable input or missing configuration: exit 2. */
export class UsageError extends ConfereError {
  override readonly name: string = 'UsageError';
}

const NOT_LOADED: ReadonlySet<string> = new Set(['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND']);

/**
 * Replaces the error of a module that cannot be loaded, because confere was updated or removed meanwhile, by one that
 * says so; returns other errors unchanged.
 */
export function replaceLoadFailure(error: unknown): unknown {
  if (!NOT_LOADED.has(readErrorCode(error))) return error;
  return new ConfereError('program_gone', {}, { cause: error });
}

/** Returns errors that users can understand; throws all others, which are defects. */
export function returnKnownError(error: unknown): ConfereError {
  if (error instanceof ConfereError) return error;
  throw error;
}

/** Ignores errors that users can understand; throws all others, which are defects. */
export function ignoreKnownError(error: unknown): void {
  returnKnownError(error);
}

/** Returns whether the system stopped the work, and not the user. */
export function isTerminated({ reason }: AbortSignal): boolean {
  return reason instanceof ConfereError && reason.kind === 'terminated';
}

/** Returns whether the user or the system stopped the work, so that nothing failed. */
export function isStop({ kind }: Pick<ConfereError, 'kind'>): boolean {
  return kind === 'interrupted' || kind === 'terminated';
}

/**
 * Returns a text such as `over_balance (worstCase: 12, balance: 3)`. Texts of the facts are omitted, because they may
 * contain a name, an identifier or a key.
 */
function describeForDevelopers(code: string, facts: object): string {
  const shown = Object.entries(facts)
    .filter(([, value]) => typeof value === 'number' || typeof value === 'boolean')
    .map(([name, value]) => `${name}: ${String(value)}`);
  return shown.length === 0 ? code : `${code} (${shown.join(', ')})`;
}
