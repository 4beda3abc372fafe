import { ConfereError } from '../../errors.js';
import type { Mark } from '../operations/moving.js';

/**
 * Nobody pays from a ledger that is or goes elsewhere. What is only removed may also be removed from one that was moved.
 *
 * @throws ConfereError `ledger_elsewhere`
 */
export function refuseMoved(mark: Mark | undefined, kind: 'change' | 'removal' = 'change'): void {
  if (mark === undefined || mark.state === 'here') return;
  if (mark.state === 'moved' && kind === 'removal') return;
  throw new ConfereError('ledger_elsewhere', { why: mark.state, place: mark.place });
}

/** Whether a copy may empty a ledger with this mark; see `RawTables.receive`. */
export function mayReceive(
  mark: Mark | undefined,
  isEmpty: boolean,
  source: string,
  origin: string | undefined,
): boolean {
  if (mark === undefined) return isEmpty;
  if (mark.state === 'moved') return mark.token === origin;
  return mark.state === 'copying' && mark.place === source;
}

/** @throws ConfereError `ledger_elsewhere` unless the copy of this name goes on */
export function requireCopying(mark: Mark | undefined, token: string): void {
  if (mark?.state === 'copying' && mark.token === token) return;
  throw new ConfereError('ledger_elsewhere', { why: 'copying', place: mark?.place ?? '' });
}
