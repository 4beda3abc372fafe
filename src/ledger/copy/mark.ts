import { ConfereError } from '../../errors.js';
import type { Db } from '../db/db.js';
import type { Mark } from '../operations/moving.js';

export async function readMark(db: Db): Promise<Mark | undefined> {
  return (await db.first('SELECT state, place, token FROM mark')) as unknown as Mark | undefined;
}

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
