import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { ConfereError } from '../../base/errors.js';

/** Bytes that are kept free for what must be written after a request that may charge. */
const ROOM = 256 << 10;

/** A file that only holds room on the disk, so that a full one leaves no outcome unknown: every begun request can be ended. */
export function createReserve(path: string) {
  const isThere = () => lstatSync(path, { throwIfNoEntry: false })?.size === ROOM;
  return {
    /** Before a request is begun. @throws ConfereError `state_unusable` where there is no room */
    keep(): void {
      try {
        if (isThere()) return;
        // Writing into what is there would follow a link.
        rmSync(path, { force: true });
        writeFileSync(path, Buffer.alloc(ROOM), { mode: 0o600, flag: 'wx' });
      } catch (error) {
        rmSync(path, { force: true });
        // Whatever else is wrong with the folder, the ledger itself says it.
        if (!['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
        const facts = { of: 'file', path, why: 'full' } as const;
        throw new ConfereError('state_unusable', facts, { cause: error });
      }
    },
    /** Gives the room to what ends a request. */
    async forEnd(work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (!isFull(error) || !isThere()) throw error;
        rmSync(path, { force: true });
        await work();
      }
    },
  };
}

/** SQLite says `SQLITE_IOERR` where the file beside the log cannot grow. */
function isFull(error: unknown): boolean {
  if (!(error instanceof ConfereError) || error.code !== 'state_unusable') return false;
  const { why } = error.facts as { readonly why?: string };
  return why === 'full' || why === 'unreadable';
}
