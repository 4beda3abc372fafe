import { ConfereError } from '../errors.js';

/** Errors that a user can understand become values; a defect stays an exception. */
export function known(error: unknown): ConfereError {
  if (error instanceof ConfereError) return error;
  throw error;
}
