import { rmSync, statSync, writeFileSync } from 'node:fs';
import { ConfereError } from '../../errors.js';

/** Bytes that are kept free for what must be written after a request that may charge. */
const ROOM = 256 << 10;

type Work<Given extends unknown[], Result> = (...given: Given) => Promise<Result>;

/** A file that only holds room on the disk, so that a full one leaves no outcome unknown: every begun request can be ended. */
export function createReserve(path: string) {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.size === ROOM;
  return {
    before:
      <Given extends unknown[], Result>(work: Work<Given, Result>): Work<Given, Result> =>
      async (...given) => {
        if (!isThere()) keepRoom(path);
        return work(...given);
      },
    after:
      <Given extends unknown[], Result>(work: Work<Given, Result>): Work<Given, Result> =>
      async (...given) => {
        try {
          return await work(...given);
        } catch (error) {
          if (!isFull(error) || !isThere()) throw error;
          rmSync(path, { force: true });
          return work(...given);
        }
      },
  };
}

function keepRoom(path: string): void {
  try {
    writeFileSync(path, Buffer.alloc(ROOM), { mode: 0o600 });
  } catch (error) {
    rmSync(path, { force: true });
    // Whatever else is wrong with the folder, the ledger itself says it.
    if (!['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
    throw new ConfereError('state_unusable', { of: 'file', path, why: 'full' }, { cause: error });
  }
}

/** SQLite says `SQLITE_IOERR` where the file beside the log cannot grow. */
function isFull(error: unknown): boolean {
  if (!(error instanceof ConfereError) || error.code !== 'state_unusable') return false;
  const { why } = error.facts as { readonly why?: string };
  return why === 'full' || why === 'unreadable';
}
